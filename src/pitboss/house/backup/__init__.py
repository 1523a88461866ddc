"""The whole house in one file, taken while it plays, and a house made of such a file."""
