"""The floor: the pages of whoever runs the house, behind one row of tabs."""

from pitboss.web.pages.floor import changes, jackpots, promotions, reports, staff, tables

PARTS = (staff, promotions, changes, tables, jackpots, reports)
"""In the order in which an address is looked for: what has a page of its own before other acts."""
