"""Exact odds: every deal counted, never sampled. The only place that knows numba."""
