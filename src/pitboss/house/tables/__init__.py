"""A live table: its setup, its seats, its rounds, and what each viewer may see of them."""
