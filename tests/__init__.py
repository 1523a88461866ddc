"""The tests. `tests.naive` is imported from here, so this folder is a package."""
