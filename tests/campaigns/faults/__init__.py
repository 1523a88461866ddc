"""Faults of the surroundings of a real server with players: what it answers, and what is left."""
