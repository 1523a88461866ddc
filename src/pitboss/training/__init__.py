"""Learning to play and to deal: a coach, drills and exercises for dealers."""
