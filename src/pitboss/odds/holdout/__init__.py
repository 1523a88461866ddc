"""Five Card Holdout: shares of the pot, the value of holds, and practice opponents."""
