"""The shuffle's evidence: what is tried, how it is judged, and everything that was fixed before.

The way from a sealed seed to a deck (docs/fair.md) is looked at from three sides:

1. ``enumeration``: decks of 2 to 8 cards, every byte value at every point of the shuffle, through
   the whole derivation with its HMAC replaced by bytes that are counted through: no order is
   likelier than another, bytes that are thrown away included.
2. Known answers (``test_known_answers``): SHA-256, HMAC-SHA-256 (RFC 4231) and the page's vectors.
3. ``battery``: statistics of whole decks, as they would be dealt, in 20 streams.

The battery's design. A stream is a row of rounds 1, 2, 3 ... of one table:

    streams 0 to 7    a fresh seed for every round, no words: SHA-256 of "LABEL:stream:round"
    streams 8 to 11   the same, with words of three seats in every round
    streams 12 to 15  seeds that count up by one: stream x 10^9 + round, as 32 bytes
    streams 16, 17    one seed for all rounds; only the round's number changes
    streams 18, 19    one seed and one round number; only one seat's word changes

The first twelve are what a house does but for the source of its seeds, which is the operating
system; the last eight are what a weak derivation would fail by. LABEL is "pitboss evidence 1". A
stream has 50,000 rounds; ``make test`` takes 7,500 of streams 0, 8, 12 and 18.

Each trial of ``trials`` counts something over the decks of a stream, whose chances are known
exactly, and gives one p-value a stream and one for all streams' counts together. Chi-square cells
are merged until 20 are expected in each. A p-value has two sides: too good counts as much as too
bad.

The verdict is at 99 % for everything together, with 0.5 % for each of two ways to fail:

    any p-value is below 0.005 / (number of p-values)             (Bonferroni)
    for any trial, the streams' tails are not uniform: the p-value of Kolmogorov and
    Smirnov's D is below 0.005 / (number of trials)

so that a right shuffle fails in at most one design of a hundred. The trials were first run with the
label "draft", in short. Since then no trial, size or bound of the battery has changed; how the tail
of Poisson's distribution is worked out was mended where it came out below zero, far beyond any
bound. The short battery deals the first rounds of four of the streams, and had been run and had
passed before the full one was. A failure is not mended by another label.
"""
