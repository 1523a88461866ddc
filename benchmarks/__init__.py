"""Measurements against other libraries, as ratios within one run."""
