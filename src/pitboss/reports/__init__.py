"""The papers of a game: sheets as plain data, written as HTML or PDF, and the pack of them all."""
