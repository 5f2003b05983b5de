import type { CoveredClause } from '../../../suite/coverage/citations.ts';

/** A part of the contract, in the words of a reader who does not know it. */
export interface AreaShare extends Shares {
  readonly name: string;
}

/** Clauses by what a run came to; together they are all there are. */
export interface Shares {
  readonly clauses: number;
  readonly proven: number;
  /** A check that cites it failed. */
  readonly contradicted: number;
  /** Every check that cites it was left out for want of something. */
  readonly unchecked: number;
  /** No check of this run cites it. */
  readonly left: number;
}

export function sharesOf(clauses: readonly Pick<CoveredClause, 'state'>[]): Shares {
  const count = (...states: readonly CoveredClause['state'][]): number =>
    clauses.filter(({ state }) => states.includes(state)).length;
  return {
    clauses: clauses.length,
    proven: count('proven'),
    contradicted: count('broken'),
    unchecked: count('unproven'),
    left: count('open', 'waived'),
  };
}

type Placed = Pick<CoveredClause, 'id' | 'action' | 'surface'>;

/** Areas by the actions that they are made of. */
const BY_ACTION: readonly (readonly [string, RegExp])[] = [
  [
    'Placing, changing and cancelling orders',
    /^(place(Isolated)?Orders?|modifyOrder(Batch)?|cancel(All)?Orders|scheduleCancel)$/,
  ],
  [
    'Positions, leverage, margin and results',
    /^(getPosition|updateIsolatedMargin|updateLeverage|getTradesForPosition|getFundingPayments|getPerformance|getPortfolio)/,
  ],
  ['Lists of orders and trades', /^(getOpenOrders|getOrderHistory|getTrades)$/],
  [
    'Funds: balances, transfers, withdrawals, exchange',
    /^(getBalanceUpdates|getTransfers|transferCollateral|withdrawCollateral|voluntaryCollateralExchange|getWithdrawableAmounts)$/,
  ],
  [
    'Subaccounts and delegated signers',
    /^(getSubAccounts?|getSubAccountIds|createSubaccount|updateSubAccountName|getIsWhitelisted|.*Delegat\w*)$/,
  ],
  ['Fees, limits, referrals and lottery', /^(getFeeRate|getRateLimits|getReferral|getLottery\w*)$/],
];

const PUBLIC = 'Public market data';
const STREAMS = 'Streams';
const LIMITS = 'Rate limits';
const RIGHTS = 'Signatures and rights';
const REST = 'Requests, responses and errors';

/** Promises that belong to no single action, by the first word of their id. */
const BY_ID: readonly (readonly [string, RegExp])[] = [
  [STREAMS, /^WS-/],
  [LIMITS, /^RATE(SNAP)?-/],
  [RIGHTS, /^(AUTH|ROLE)-/],
];

/** Every clause is in one area. */
export function areaOfClause({ id, action, surface }: Placed): string {
  if (action === undefined) return BY_ID.find(([, ids]) => ids.test(id))?.[0] ?? REST;
  const own = BY_ACTION.find(([, actions]) => actions.test(action))?.[0];
  if (own !== undefined) return own;
  return surface.includes('trade') ? REST : PUBLIC;
}

const ORDER = [...BY_ACTION.map(([name]) => name), PUBLIC, STREAMS, RIGHTS, LIMITS, REST];

/** Areas of the whole contract that have clauses, orders first. */
export const areaShares = (clauses: readonly (Placed & Pick<CoveredClause, 'state'>)[]): AreaShare[] =>
  ORDER.map((name) => ({ name, ...sharesOf(clauses.filter((clause) => areaOfClause(clause) === name)) })).filter(
    (area) => area.clauses > 0,
  );
