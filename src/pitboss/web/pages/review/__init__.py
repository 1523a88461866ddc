"""The review of sessions and rounds, and histories to take away."""
