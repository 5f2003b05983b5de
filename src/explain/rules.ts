/** The rules that explanations cite, in words of our own. A source names the clause, ruling (R), invariant (INV) or section (wire). */

export interface RuleText {
  readonly text: string;
  readonly source: string;
}

export const RULES = {
  'COLLATERAL-VALUE': {
    text: 'A collateral is worth its quantity at the index of its market; the settlement asset is worth 1.',
    source: 'wire 6.1, 6.3',
  },
  'COLLATERAL-PEG': { text: 'A depegged collateral is worth a share of that index.', source: 'wire 6.1' },
  'COLLATERAL-HAIRCUT': {
    text: 'Value less the haircut of its band plus the addition of the band, rounded down; a debt has no haircut.',
    source: 'wire 3.7, 6.9',
  },
  'COLLATERAL-BAND': { text: 'A band holds the values from its lower end to below its upper one.', source: 'wire 3.7' },
  'POSITION-PNL': { text: 'Unrealized PnL is the value at the mark less what was paid.', source: 'wire 6.3, INV-30' },
  'POSITION-NOTIONAL': { text: 'A position is measured by its size at the mark.', source: 'wire 6.3' },
  'MARGIN-TIER': {
    text: 'The tier of a market whose bounds hold the notional, both ends counted in.',
    source: 'wire 6.3',
  },
  'MARGIN-INITIAL': {
    text: 'Initial margin is the notional over the lower of the chosen leverage and that of the tier, rounded up.',
    source: 'wire 6.3',
  },
  'MARGIN-MAINTENANCE': {
    text: 'Maintenance margin is the notional times the ratio of its tier less the deduction, half even, never below 0.',
    source: 'wire 6.3',
  },
  'MARGIN-WORST-SIDE': {
    text: 'Open orders reserve margin for the larger of the two sizes that they could lead to.',
    source: 'wire 6.3, INV-39',
  },
  'MARGIN-ACCOUNT-VALUE': {
    text: 'Account value is all collateral and all unrealized PnL; the adjusted one counts collateral after haircuts.',
    source: 'SUBACCT-MARGIN-ACCOUNTVALUE, SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE, wire 6.3',
  },
  'MARGIN-TOTALS': { text: 'Requirements of markets add up.', source: 'wire 6.3' },
  'MARGIN-AVAILABLE': {
    text: 'Available margin is the adjusted value less the initial margin of positions and orders.',
    source: 'SUBACCT-MARGIN-AVAILABLEMARGIN, wire 6.3',
  },
  'MARGIN-WITHDRAWABLE': {
    text: 'Of the settlement asset no more than is held and than is available without unrealized gains.',
    source: 'SUBACCT-MARGIN-WITHDRAWABLE, wire 6.3, INV-40',
  },
  'MARGIN-DEBT': {
    text: 'A negative settlement balance is debt as far as a positive unrealized PnL does not cover it.',
    source: 'SUBACCT-MARGIN-DEBT, wire 6.3',
  },
  'MARGIN-ISOLATED': {
    text: 'An isolated market stands on what it holds alone and is measured by itself.',
    source: 'R-11, wire 2.10',
  },
  'MARGIN-LIQUIDATION-PRICE': {
    text: 'At its liquidation price a margin account just covers its maintenance margin, all other prices unchanged; one tick further it is liquidated.',
    source: 'POSITION-FIELD-LIQUIDATIONPRICE, wire 6.3',
  },
  'ORDER-WORST-CASE': {
    text: 'An order that raises the worst case needs initial margin for it, its loss against the mark and the taker fee.',
    source: 'ERR-INSUFFICIENT-MARGIN, INV-38',
  },
  'ORDER-BAND': {
    text: 'A buy names at most the mark and the cap, a sell at least the mark less the floor, rounded outward to the tick.',
    source: 'wire 6.5, R-97',
  },
  'ORDER-MARKET-BAND': {
    text: 'A market order goes as far as the band of market orders and no further.',
    source: 'wire 6.5',
  },
  'ORDER-GRID': {
    text: 'Prices are whole ticks and quantities whole lots, within the limits of the market.',
    source: 'wire 2.4, 6.5',
  },
  'ORDER-MINIMUM': {
    text: 'An order has the least size and the least notional of its market. One that only reduces has no least notional, and one that closes the position no least size.',
    source: 'wire 6.5, R-90',
  },
  'ORDER-CLIENT-ID': { text: 'The client id of a live order is taken.', source: 'wire 2.4' },
  'ORDER-LIMITS': {
    text: 'Live orders per market and in total fit the tier of the owner.',
    source: 'wire 6.8, INV-27',
  },
  'ORDER-REDUCE-ONLY': {
    text: 'Reduce-only orders stand on the closing side of a position and together never exceed it.',
    source: 'R-64, INV-19',
  },
  'ORDER-OI-CAP': { text: 'No order lifts the open interest of a market above its cap.', source: 'wire 6.5' },
  'ORDER-SELF-TRADE': {
    text: 'An incoming order that would meet one of its own subaccount is refused.',
    source: 'R-62',
  },
  'ORDER-POST-ONLY': { text: 'A post-only order that would trade at once is refused.', source: 'wire 2.2, 5.1' },
  'ORDER-LIQUIDITY': { text: 'A market order needs something within its band to meet.', source: 'wire 5.1' },
  'ORDER-TRIGGER': { text: 'A conditional order has a trigger price on the grid.', source: 'wire 2.4' },
  'ORDER-CLOSING-SIDE': {
    text: 'A conditional order can only close: it stands on the other side of the position.',
    source: 'wire 2.4',
  },
  'ORDER-TWAP': {
    text: 'A TWAP is worth at least 10,000 at the mark, and its plan is not changed.',
    source: 'TWAP-NOTIONAL-MIN, wire 2.4',
  },
  'ORDER-LIVE': {
    text: 'Only a live order of the same subaccount can be changed or cancelled.',
    source: 'ERR-ORDER-NOT-FOUND, wire 2.5',
  },
  'ORDER-FILLED': {
    text: 'A changed quantity counts the whole order and exceeds what has filled.',
    source: 'wire 2.7',
  },
  'MARKET-KNOWN': { text: 'The market is one of this exchange.', source: 'wire 5.1' },
  'MARKET-OPEN': {
    text: 'A market takes orders while it is open and in its hours; a close-only one only what reduces a position.',
    source: 'wire 5.1',
  },
  'MARKET-FRESH': {
    text: 'While the index of a market is stale it takes only orders that reduce a position.',
    source: 'INV-48',
  },
  'COLLATERAL-FRESH': {
    text: 'From an age on the price of a collateral backs no new order and no exchange.',
    source: 'ERR-COLLATERAL-PRICE-STALE-PLACEORDERS, ERR-COLLATERAL-PRICE-STALE-EXCHANGE, INV-48',
  },
  LEVERAGE: {
    text: 'Leverage is at most that of the first tier, and what stands in the market stays covered.',
    source: 'wire 2.10',
  },
  'MARGIN-COVERED': {
    text: 'What stands in a market stays covered after the change, unearned gains apart.',
    source: 'R-11, INV-38',
  },
  'FUNDS-PART': {
    text: 'An amount leaves only while what stays covers positions and orders without unrealized gains.',
    source: 'TRANSFERCOLLATERAL-ERR-MARGIN, INV-40, INV-47',
  },
  'FUNDS-LIMITS': { text: 'Amounts, names and counts stay within what the action says.', source: 'wire 2.11 to 2.15' },
  VALIDATION: {
    text: 'Requests are validated step by step, and the first step that fails decides.',
    source: 'R-01, wire 0.3',
  },
  'FUNDING-SAMPLE': { text: 'Each second the premium of the mark over the index is sampled.', source: 'wire 6.2' },
  'FUNDING-RATE': {
    text: 'Mean premium, drawn towards the interest of 0.0001 by at most 0.0005, within cap and floor; an eighth of it is charged each hour.',
    source: 'wire 6.2',
  },
  'FUNDING-PAYMENT': {
    text: 'Minus signed size times index times rate, half even to eight decimals: with a positive rate longs pay.',
    source: 'wire 6.2, INV-35, INV-36',
  },
  'LIQUIDATION-TRIGGER': {
    text: 'A margin account is liquidated while its equity is below its maintenance margin, not at equality.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-ORDER': {
    text: 'The least equity for its requirement comes first, then the lower account number, cross before isolated.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-PULL': {
    text: 'All live orders of the margin account are cancelled before any of its positions is closed.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-SECOND-LEVEL': {
    text: 'Below a share of its maintenance margin a margin account is not closed on the book but taken over.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-SLICE': {
    text: 'A large position goes to the book by a share of it at a time, rounded up to the lot; others go whole.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-FILL': {
    text: 'A fill takes the fewest lots that make the margin account healthy again, else all that is offered.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-FEE': {
    text: 'The clearance fee is a share of the notional, half even, and no more than the equity that is left.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-TAKEOVER': {
    text: 'The vault takes over what leaves it enough for all its positions then, and never less than nothing.',
    source: 'wire 6.4, INV-42',
  },
  'LIQUIDATION-END': {
    text: 'A liquidation ends when the margin account is healthy, closed, taken over or deleveraged.',
    source: 'wire 6.4, INV-46',
  },
  'ADL-PRICE': {
    text: 'The bankruptcy price is the mark moved in favour of the liquidated side by what it lacks, to the tick.',
    source: 'wire 6.4, INV-43',
  },
  'ADL-VAULT': {
    text: 'The vault is the last to give up positions, and gives them at the mark, so that it never loses by it.',
    source: 'INV-42',
  },
  'ADL-RANK': {
    text: 'Positions of the other side rank by unrealized PnL over cost times leverage, highest first, then by number.',
    source: 'wire 6.4, R-61, INV-43',
  },
  'ADL-QUANTITY': {
    text: 'In order of rank each gives up to its whole position, until the missing quantity is there.',
    source: 'INV-43',
  },
} as const satisfies Record<string, RuleText>;

export type RuleId = keyof typeof RULES;
