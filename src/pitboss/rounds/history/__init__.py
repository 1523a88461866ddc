"""Hand histories of Five Card Holdout: the PHH format both ways, and a text for people."""
