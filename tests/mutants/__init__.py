"""Small changes of the core, each of which some test must notice: ``python -m tests.mutants``."""
