"""What staff do away from a single table: jackpots, requests, reports, people, logging in."""
