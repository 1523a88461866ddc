"""What a table posts, and the rules of each game."""
