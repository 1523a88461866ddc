"""Pitboss in the page: the house games against the dealer, with nothing behind the page."""
