"""Alerts that leave the house: the ways out, and who sends what waits by each of them."""
