/** The rules that explanations cite, in the words of this project. A source names the clause, ruling (R), invariant (INV) or section (wire). */

export interface RuleText {
  readonly text: string;
  readonly source: string;
}

export const RULES = {
  'COLLATERAL-VALUE': {
    text: 'The value of a collateral is its quantity times the index of its market; the settlement asset has the price 1.',
    source: 'wire 6.1, 6.3',
  },
  'COLLATERAL-PEG': {
    text: 'The price of a collateral that lost its peg is a share of that index.',
    source: 'wire 6.1',
  },
  'COLLATERAL-HAIRCUT': {
    text: 'Value less the haircut of its band plus the addition of the band, rounded down; a debt has no haircut.',
    source: 'wire 3.7, 6.9',
  },
  'COLLATERAL-BAND': { text: 'A band holds the values from its lower end to below its upper one.', source: 'wire 3.7' },
  'POSITION-PNL': {
    text: 'Unrealized PnL is the value at the mark less the cost of the position.',
    source: 'wire 6.3, INV-30',
  },
  'POSITION-NOTIONAL': { text: 'The notional of a position is its size times the mark.', source: 'wire 6.3' },
  'MARGIN-TIER': {
    text: 'The margin tier is the one whose bounds contain the notional, both bounds included.',
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
    text: 'Open orders reserve margin for the larger of the two position sizes that they could lead to.',
    source: 'wire 6.3, INV-39',
  },
  'MARGIN-ACCOUNT-VALUE': {
    text: 'Account value is all collateral and all unrealized PnL; the adjusted one counts collateral after haircuts.',
    source: 'SUBACCT-MARGIN-ACCOUNTVALUE, SUBACCT-MARGIN-ADJUSTEDACCOUNTVALUE, wire 6.3',
  },
  'MARGIN-TOTALS': { text: 'The requirements of all markets are added.', source: 'wire 6.3' },
  'MARGIN-AVAILABLE': {
    text: 'Available margin is the adjusted value less the initial margin of positions and orders.',
    source: 'SUBACCT-MARGIN-AVAILABLEMARGIN, wire 6.3',
  },
  'MARGIN-WITHDRAWABLE': {
    text: 'Withdrawable is the available margin without unrealized gains, at most the balance of the settlement asset.',
    source: 'SUBACCT-MARGIN-WITHDRAWABLE, wire 6.3, INV-40',
  },
  'MARGIN-DEBT': {
    text: 'Debt is the part of a negative settlement balance that positive unrealized PnL does not cover.',
    source: 'SUBACCT-MARGIN-DEBT, wire 6.3',
  },
  'MARGIN-ISOLATED': {
    text: 'An isolated market has margin of its own, and its requirement is computed separately.',
    source: 'R-11, wire 2.10',
  },
  'MARGIN-LIQUIDATION-PRICE': {
    text: 'At its liquidation price a margin account just covers its maintenance margin, all other prices unchanged; one tick further it is liquidated.',
    source: 'POSITION-FIELD-LIQUIDATIONPRICE, wire 6.3',
  },
  'ORDER-WORST-CASE': {
    text: 'An order that raises the worst case must be covered: initial margin of the worst case, loss against the mark and taker fee.',
    source: 'ERR-INSUFFICIENT-MARGIN, INV-38',
  },
  'ORDER-BAND': {
    text: 'The price of a buy is at most the mark plus the cap, that of a sell at least the mark less the floor, rounded outward to the tick.',
    source: 'wire 6.5, R-97',
  },
  'ORDER-MARKET-BAND': {
    text: 'A market order fills only within the price band of market orders.',
    source: 'wire 6.5',
  },
  'ORDER-GRID': {
    text: 'Prices are whole ticks and quantities whole lots, within the limits of the market.',
    source: 'wire 2.4, 6.5',
  },
  'ORDER-MINIMUM': {
    text: 'An order has the least size of its market and, at the mark, its least notional. One that only reduces has no least notional, and one that closes the position no least size.',
    source: 'wire 6.5, R-90, R-116',
  },
  'ORDER-CLIENT-ID': { text: 'A live order may not use the client id of another live order.', source: 'wire 2.4' },
  'ORDER-LIMITS': {
    text: 'The numbers of live orders per market and in total are within the limits of the fee tier.',
    source: 'wire 6.8, INV-27',
  },
  'ORDER-REDUCE-ONLY': {
    text: 'Reduce-only orders are on the closing side of a position, and together they never exceed it.',
    source: 'R-64, INV-19',
  },
  'ORDER-OI-CAP': { text: 'No order may raise the open interest of a market above its cap.', source: 'wire 6.5' },
  'ORDER-SELF-TRADE': {
    text: 'An incoming order that would match an order of the same subaccount is rejected.',
    source: 'R-62',
  },
  'ORDER-POST-ONLY': { text: 'A post-only order that would trade at once is rejected.', source: 'wire 2.2, 5.1' },
  'ORDER-LIQUIDITY': {
    text: 'A market order needs an order within its price band that it can match.',
    source: 'wire 5.1',
  },
  'ORDER-TRIGGER': { text: 'A conditional order has a trigger price on the grid.', source: 'wire 2.4' },
  'ORDER-FIRING': {
    text: 'A conditional order that may open a position is checked again when it fires. One that is not taken then ends with the code as cancelReason.',
    source: 'wire 2.4, R-110',
  },
  'ORDER-CLOSING-SIDE': {
    text: 'A conditional order that can only close a position has the opposite side of the position.',
    source: 'wire 2.4, R-110',
  },
  'ORDER-TWAP': {
    text: 'The notional of a TWAP at the mark is at least 10,000, and its plan cannot be changed.',
    source: 'TWAP-NOTIONAL-MIN, wire 2.4',
  },
  'ORDER-LIVE': {
    text: 'Only a live order of the same subaccount can be changed or cancelled.',
    source: 'ERR-ORDER-NOT-FOUND, wire 2.5',
  },
  'ORDER-FILLED': {
    text: 'A changed quantity is that of the whole order and must exceed the filled quantity.',
    source: 'wire 2.7',
  },
  'MARKET-KNOWN': { text: 'The market is one of this exchange.', source: 'wire 5.1' },
  'MARKET-OPEN': {
    text: 'A market accepts orders while it is open and within its trading hours; a close-only market accepts only orders that reduce a position.',
    source: 'wire 5.1',
  },
  'MARKET-FRESH': {
    text: 'While the index of a market is stale, the market accepts only orders that reduce a position.',
    source: 'INV-48',
  },
  'COLLATERAL-FRESH': {
    text: 'While the price of a collateral is stale, its holders place no new order and cannot exchange it.',
    source: 'ERR-COLLATERAL-PRICE-STALE-PLACEORDERS, ERR-COLLATERAL-PRICE-STALE-EXCHANGE, INV-48',
  },
  LEVERAGE: {
    text: 'Leverage is at most that of the first tier, and the position and orders of the market must stay covered.',
    source: 'wire 2.10',
  },
  'MARGIN-COVERED': {
    text: 'The position and orders of the market must stay covered after the change, without unrealized gains.',
    source: 'R-11, INV-38',
  },
  'FUNDS-PART': {
    text: 'A withdrawal or transfer must leave enough to cover positions and orders without unrealized gains.',
    source: 'TRANSFERCOLLATERAL-ERR-MARGIN, INV-40, INV-47',
  },
  'FUNDS-LIMITS': {
    text: 'Amounts, names and counts must be within the limits of the action.',
    source: 'wire 2.11 to 2.15',
  },
  VALIDATION: {
    text: 'Requests are validated step by step, and the first step that fails decides the response.',
    source: 'R-01, wire 0.3',
  },
  'FUNDING-SAMPLE': { text: 'Each second the premium of the mark over the index is sampled.', source: 'wire 6.2' },
  'FUNDING-RATE': {
    text: 'The mean premium, moved towards the interest rate of 0.0001 by at most 0.0005, within cap and floor; an eighth of it is charged each hour.',
    source: 'wire 6.2',
  },
  'FUNDING-PAYMENT': {
    text: 'The payment is minus the signed size times index times rate, half even to eight decimals: with a positive rate longs pay.',
    source: 'wire 6.2, INV-35, INV-36',
  },
  'LIQUIDATION-TRIGGER': {
    text: 'A margin account is liquidated while its equity is below its maintenance margin, not at equality.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-ORDER': {
    text: 'The account with the lowest ratio of equity to requirement comes first, then the lower account number, cross before isolated.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-PULL': {
    text: 'All live orders of the margin account are cancelled before any of its positions is closed.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-SECOND-LEVEL': {
    text: 'Below a share of its maintenance margin, a margin account is taken over and not closed on the book.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-SLICE': {
    text: 'A large position is closed on the book in slices, each a share of it rounded up to the lot; a smaller one is closed as a whole.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-FILL': {
    text: 'A fill takes the fewest lots that make the margin account healthy again, or all lots of the resting order.',
    source: 'wire 6.4, INV-41',
  },
  'LIQUIDATION-FEE': {
    text: 'The clearance fee is a share of the notional, half even, and at most the equity that is left.',
    source: 'wire 6.4',
  },
  'LIQUIDATION-TAKEOVER': {
    text: 'The vault takes a margin account over if its own equity then covers all its positions and is not negative.',
    source: 'wire 6.4, INV-42',
  },
  'LIQUIDATION-END': {
    text: 'A liquidation ends when the margin account is healthy, closed, taken over or deleveraged.',
    source: 'wire 6.4, INV-46',
  },
  'ADL-PRICE': {
    text: 'The bankruptcy price is the mark, moved in favour of the liquidated side by its deficit per unit, rounded to the tick.',
    source: 'wire 6.4, INV-43',
  },
  'ADL-VAULT': {
    text: 'The vault is deleveraged last and at the mark, so that deleveraging never costs it anything.',
    source: 'INV-42',
  },
  'ADL-RANK': {
    text: 'Positions of the other side rank by unrealized PnL over cost times leverage, highest first, then by number.',
    source: 'wire 6.4, R-61, INV-43',
  },
  'ADL-QUANTITY': {
    text: 'In order of rank each position is closed, up to its whole size, until the quantity is reached.',
    source: 'INV-43',
  },
} as const satisfies Record<string, RuleText>;

export type RuleId = keyof typeof RULES;
