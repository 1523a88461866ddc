"""How Pitboss looks in a terminal: cards, lines, words, and the person's keys."""
