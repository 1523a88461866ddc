"""Duki 4 Poker: all 270,725 x 194,580 deals, by hand."""
