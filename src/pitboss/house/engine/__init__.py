"""The house at work: a writer that commits, tables in memory, clocks, bots and news."""
