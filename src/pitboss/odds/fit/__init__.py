"""Pay tables that hit a target: all whole-number tables of a wager within bands."""
