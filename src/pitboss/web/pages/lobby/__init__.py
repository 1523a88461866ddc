"""The first page: games to play now, open tables, jackpots."""
