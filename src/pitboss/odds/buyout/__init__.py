"""Ultimate 4 Card Buyout: every deal of one seat, by up card."""
