"""The commands that run the house."""
