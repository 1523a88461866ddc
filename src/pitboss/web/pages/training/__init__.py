"""Dealer training in the browser: the trainee deals and settles, and is marked."""
