"""What people and the table itself may do at a live table."""
