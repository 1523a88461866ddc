"""The shipped counts, and ``python -m pitboss.odds.data`` to make those that are out of date."""
