"""The solver of every game that brings none: exact figures from the rules and the score alone."""
