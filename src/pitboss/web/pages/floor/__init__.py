"""The floor: the pages of whoever runs the house, behind one row of tabs."""

from pitboss.web.pages.floor import jackpots, reports, staff, tables

PARTS = (staff, tables, jackpots, reports)
