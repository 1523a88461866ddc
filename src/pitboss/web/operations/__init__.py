"""For those who run the server: probes, metrics, and what is logged of every request."""
