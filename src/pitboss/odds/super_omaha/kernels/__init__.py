"""The counts behind every Super Omaha figure, by compiled code."""
