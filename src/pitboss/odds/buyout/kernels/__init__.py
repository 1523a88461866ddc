"""Compiled counts of Buyout: the dealer, the decisions and the deals under them."""
