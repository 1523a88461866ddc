"""Compiled counting and sampling of Holdout hands: the only place here that knows numba."""
