"""Learning in the browser: the coach at the table, its drills, and exercises for dealers."""
