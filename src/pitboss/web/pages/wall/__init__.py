"""The big screen: meters that tick and the signs of the tables, readable across the room."""
