import { invariant } from '../../../kernel/assert.ts';
import { absBig } from '../../../kernel/decimal.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import type { Lots, TimeMs } from '../../../kernel/units.ts';
import type { Side } from '../../orders/order-terms.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { leverageOf, marketOf, unrealizedPnlOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';
import { adlIndexOf } from './adl-index.ts';
import type { Score } from './adl-score.ts';

const MINUTE_MS = 60_000;
/** `adlBucket` of a position that is not ranked yet. */
const UNRANKED = 1;
const BUCKETS = 5;

/** A position with what it is ranked by. */
export interface Ranked extends Score {
  readonly position: Position;
}

/** Positions that are deleveraged first, and how many there are on their side. */
export interface Winners {
  readonly first: readonly Ranked[];
  readonly count: number;
}

/**
 * Positions of one side of a market (`buy` is long) in the order in which they are deleveraged, until they have so many lots
 * together. Unlike in `adlBucket`, those that were opened in the running minute are among them.
 */
export function rankedWinners(state: State, market: Market, side: Side, lots: Lots): Winners {
  const { accounts, count } = adlIndexOf(state, market).firstOf(state, side === 'buy', lots, minuteOf(state));
  return { first: accounts.map((account) => rankedOf(state, market, account)), count };
}

/**
 * Fifth of the ranking of its side that a position is in: 5 is deleveraged first. One that was opened in the running
 * minute is not ranked, neither for itself nor for others.
 */
export function adlBucketOf(state: State, position: Position): number {
  const minute = minuteOf(state);
  if (position.openedAt >= minute) return UNRANKED;
  const { place, count } = adlIndexOf(state, marketOf(state, position.symbol)).standingOf(state, position, minute);
  return bucketOf(place, count);
}

/** The fifth that a place is in, given the number of places; the first place is 0. */
const bucketOf = (place: number, count: number): number => BUCKETS - Math.floor((BUCKETS * place) / count);

const minuteOf = ({ now }: State): TimeMs => Math.floor(now / MINUTE_MS) * MINUTE_MS;

function rankedOf(state: State, market: Market, no: AccountNo): Ranked {
  const account = accountOf(state, no);
  const position = account.positions.get(market.spec.symbol);
  invariant(position, () => `account ${no} that is ranked has a position`);
  return {
    position,
    no: position.no,
    unrealizedPnl: unrealizedPnlOf(market, position),
    cost: absBig(position.cost),
    leverage: leverageOf(market, account),
  };
}
