"""The floor: tables, jackpots, requests, people and reports, for those who run the house."""
