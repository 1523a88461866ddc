"""The designer of pay tables: designs, their figures, and those that are kept."""
