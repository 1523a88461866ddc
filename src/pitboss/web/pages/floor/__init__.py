"""The floor: the pages of whoever runs the house, behind one row of tabs."""

from pitboss.web.pages.floor import jackpots, promotions, reports, staff, tables

PARTS = (staff, promotions, tables, jackpots, reports)
"""In the order in which an address is looked for: a table's promotions before its other acts."""
