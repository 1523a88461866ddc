"""What the server does at its start and by the clock, beside answering requests."""
