"""Runs the rules over an opening and its decisions; replays, voids, and makes views."""
