"""The coach in the browser: advice and judgement at the table, the scorecard, and drills."""
