// Ultimate 4 Card Buyout, "BONUS PAYOUT EXAMPLE": points and pays to 1.
export const BONUS = {
  sample: {
    terms: "to 1",
    rows: {
      "44": 250, "43": 100, "42": 75, "41": 50, "40": 40, "39": 35, "38": 30,
      "35-37": 25, "32-34": 20, "30-31": 5, "27-29": 3, "21-26": 2,
    },
  },
};
