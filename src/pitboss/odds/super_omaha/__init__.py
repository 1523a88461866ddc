"""Super Omaha: every Flop with every hand, turn, river and dealer hand; bonuses and jackpots."""
