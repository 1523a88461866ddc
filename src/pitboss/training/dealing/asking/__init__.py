"""The questions of an exercise, each read off the events of a round."""
