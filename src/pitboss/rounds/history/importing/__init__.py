"""Reading PHH files."""
