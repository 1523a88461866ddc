"""People at the tables, beside what they play: who is there, and what they say in passing."""
