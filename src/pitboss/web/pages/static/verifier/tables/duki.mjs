// Duki 4 Poker, "PAYING THE BETS".

// "4-Card Duki Ante Pay Table", Pay (to 1).
export const ANTE = {
  "ante-4": {
    terms: "to 1",
    rows: { "four-of-a-kind": 100, "straight": 10, "three-of-a-kind": 5, "two-pair": 3,
      "pair": 2, "high-card": 1 },
  },
};

// "3-Card Duki Ante Pay Table", Payout: read as the bonus table (ruling bonus-four-card).
export const BONUS = {
  "bonus-3": {
    terms: "to 1",
    rows: { "three-of-a-kind": 30, "straight": 5, "pair-4s-or-better": 1 },
  },
};
