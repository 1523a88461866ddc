"""Games whose dealer shares cards for everybody with the seat: counted board by board."""
