"""The pages of dealers in training: the exercise, the table from their side, and their results."""
