"""The kit: a game as a package of its own, written anew and held against the contract."""
