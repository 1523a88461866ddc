"""Commands that check and show what the house has recorded."""
