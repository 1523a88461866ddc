"""The house's books: reports folded from the rows and the log, reading only."""
