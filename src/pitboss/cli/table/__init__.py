"""The terminal table: one person, practice players in other seats, play money."""
