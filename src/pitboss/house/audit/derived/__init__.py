"""Whether the tables of the database are what the log says: everything that follows from the log is
derived from it again and compared, row by row and column by column."""
