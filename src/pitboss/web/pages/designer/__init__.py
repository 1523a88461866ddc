"""The designer: pay tables and rulings edited on the page, priced exactly beside the approved."""
