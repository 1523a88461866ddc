// Super Omaha: the printed pay tables, appendices A to E, as they stand in the document.
// Codes are written without PT-FLT- and PT-BJS-. Every table is read into rows in printed order:
// {hand, event, pay, envy}, hand and pays as printed ("50", "Push", "100%", "$1,500", "Loss", "-").

// "Royal Flush (Suit Specific)" as a word: "royal-flush-suit-specific".
function eventOf(hand) {
  return hand.toLowerCase().replace(/[()]/g, "").replace(/ /g, "-");
}

// Columns are parted by "|"; a column "5CL-E01 Envy" gives the envy pays of that table.
function printed(...blocks) {
  const tables = {};
  for (const block of blocks) {
    const lines = block.trim().split("\n");
    const [heads, ...rows] = lines.map((line) => line.split("|").map((cell) => cell.trim()));
    for (const [hand, ...cells] of rows) {
      cells.forEach((cell, at) => {
        const [code, kind] = heads[at + 1].split(" ");
        const table = (tables[code] ??= []);
        if (kind === "Envy") table.at(-1).envy = cell;
        else table.push({ hand, event: eventOf(hand), pay: cell, envy: "-" });
      });
    }
  }
  return tables;
}

// Appendix A: pays are to 1, where the player beats the dealer.
export const ante = printed(`
Hand             | SOA-01 | SOA-02 | SOA-03
Royal Flush      | 50     | 50     | 25
Straight Flush   | 15     | 10     | 10
Four-of-a-Kind   | 3      | 3      | 3
Full House       | 1      | 1      | 1
Flush            | 1      | 1      | 1
Straight or Less | Push   | Push   | Push`);

// Appendix B: pays are to 1.
export const highHand = printed(`
Hand             | HHW-01 | HHW-02 | HHW-03
Royal Flush      | 200    | 200    | 150
Straight Flush   | 50     | 40     | 40
Four-of-a-Kind   | 20     | 20     | 20
Full House       | 5      | 5      | 5
Flush            | 2      | 2      | 2
Straight         | 1      | 1      | 1`);

// Appendix C: pays are to 1.
export const flopBonus = printed(`
Hand             | SOA-01 | SOA-02 | SOA-03 | SOA-04 | SOA-05
Mini-Royal Flush | 40     | 35     | 50     | 40     | 100
Straight Flush   | 40     | 35     | 50     | 40     | 50
Three-of-a-Kind  | 30     | 33     | 30     | 30     | 25
Straight         | 6      | 6      | 6      | 6      | 6
Flush            | 4      | 4      | 3      | 3      | 3
Pair             | 1      | 1      | 1      | 1      | 1`);

// Appendix D: pays are for 1, at a fixed wager of one dollar.
const fiveCard = printed(`
Hand            | 5CL-01 | 5CL-02 | 5CL-03 | 5CL-04 | 5CL-05 | 5CL-09 | 5CL-10
Royal Flush     | 100%   | 100%   | 100%   | 100%   | -      | 100%   | -
Straight Flush  | $1,500 | $2,500 | $1,000 | $2,000 | 100%   | $1,500 | 100%
Four-of-a-Kind  | $250   | $250   | $200   | $250   | $250   | $250   | $200
Full House      | $100   | $100   | $100   | $75    | $75    | $75    | $75
Flush           | $50    | $50    | $75    | $50    | $50    | $50    | $50
Straight        | $25    | $25    | $20    | $20    | $20    | $20    | $30
Three-of-a-Kind | $5     | $5     | $5     | $5     | $5     | $10    | $5
Two Pair        | Loss   | Loss   | Loss   | Loss   | $3     | Loss   | $3`, `
Hand            | 5CL-12 | 5CL-13 | 5CL-14 | 5CL-15
Royal Flush     | 100%   | 100%   | 100%   | 100%
Straight Flush  | $2,000 | $2,500 | $2,000 | 10%
Four-of-a-Kind  | $250   | $250   | $300   | $300
Full House      | $75    | $100   | $50    | $50
Flush           | $50    | $50    | $40    | $40
Straight        | $25    | $20    | $30    | $30
Three-of-a-Kind | $5     | $10    | $10    | $10
Two Pair        | $2     | Loss   | Loss   | Loss`, `
Hand                  | 5CL-06 | 5CL-07 | 5CL-08 | 5CL-11
5-Card Royal Flush    | 100%   | 100%   | 100%   | 100%
5-Card Straight Flush | $500   | $1,000 | $2,500 | $500
4-Card Straight Flush | $200   | $200   | $150   | $200
5-Card Flush          | $50    | $50    | $75    | $75
4-Card Flush          | $5     | $5     | $5     | $5`, `
Hand            | 5CL-E01 | 5CL-E01 Envy | 5CL-E02 | 5CL-E02 Envy | 5CL-E03 | 5CL-E03 Envy
Royal Flush     | 100%    | $1,000       | 100%    | $5,000       | 100%    | $1,000
Straight Flush  | 10%     | $300         | 10%     | $1,500       | 10%     | $250
Four-of-a-Kind  | $300    | -            | $300    | -            | $250    | -
Full House      | $50     | -            | $50     | -            | $75     | -
Flush           | $40     | -            | $40     | -            | $50     | -
Straight        | $30     | -            | $30     | -            | $25     | -
Three-of-a-Kind | $9      | -            | $9      | -            | $10     | -`);

// Appendix E: pays are for 1, at a fixed wager of one dollar.
const sevenCard = printed(`
Hand           | 7CL-01 | 7CL-02 | 7CL-03 | 7CL-04 | 7CL-05
Royal Flush    | 100%   | 100%   | 100%   | 100%   | 100%
Straight Flush | $500   | $250   | $1,000 | $500   | $250
Four-of-a-Kind | $100   | $75    | $50    | $75    | $125
Full House     | $5     | $10    | $5     | $5     | $7
Flush          | $2     | $1     | $1     | $2     | $2`, `
Hand           | 7CL-E01 | 7CL-E01 Envy | 7CL-E02 | 7CL-E02 Envy | 7CL-E03 | 7CL-E03 Envy
Royal Flush    | 100%    | $250         | 100%    | $250         | 100%    | $100
Straight Flush | $500    | -            | $250    | -            | $500    | -
Four-of-a-Kind | $100    | -            | $75     | -            | $75     | -
Full House     | $5      | -            | $10     | -            | $5      | -
Flush          | $2      | -            | $1      | -            | $2      | -`, `
Hand                        | 7CL-06 | 7CL-07
6-Card Royal Flush          | 100%   | -
Royal Flush (Suit Specific) | -      | 100%
Royal Flush                 | $1000  | $1000
Straight Flush              | $300   | $300
Four-of-a-Kind              | $100   | $100
Full House                  | $5     | $5
Flush                       | $3     | $3`);

export const jackpots = { ...fiveCard, ...sevenCard };
