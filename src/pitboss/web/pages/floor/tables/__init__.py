"""Tables as staff see them: tiles, one table's page, opening and changing a table."""
