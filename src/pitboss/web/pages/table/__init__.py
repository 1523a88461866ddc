"""The table in the browser: its felt, what a seat may do, and its live stream."""
