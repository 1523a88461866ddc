"""Long random trials of the house: kills, power cuts, and what viewers may not see."""
