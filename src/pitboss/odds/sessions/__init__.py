"""Many rounds with the same wager: what they come to, by convolution of the counted outcomes."""
