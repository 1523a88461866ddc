"""What leaves the house: alerts and signed heads, the ways out, and who sends what waits."""
