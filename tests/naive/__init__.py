"""Slow, obvious reference twins of the games, for comparison with the engine."""
