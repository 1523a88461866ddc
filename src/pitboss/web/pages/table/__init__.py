"""The page of a table: what lies on the felt, what is asked, what goes on, what is said."""
