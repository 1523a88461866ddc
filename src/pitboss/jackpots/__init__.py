"""House and progressive jackpots: terms, meters, awards, envy and hits. All pure."""
