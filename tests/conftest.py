"""Settings for the whole suite."""

from hypothesis import settings

# The same tree gives the same result, on a slow machine too. To look for new counterexamples:
# pytest --hypothesis-profile=search
settings.register_profile("fixed", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("fixed")
