"""Rounds that were played: a list, and each of them step by step."""
