"""Pitboss deals, settles, prices and runs four approved casino card games for play money."""

__version__ = "0.1.0"
