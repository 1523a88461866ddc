"""People: roles, accounts, sessions, rate limits, and the acts that need two of them."""
