import { absBig } from '../../../kernel/decimal.ts';
import { VAULT_NO } from '../../../kernel/ids.ts';
import type { Side } from '../../orders/side.ts';
import { accountOf } from '../../evolve-order.ts';
import { leverageOf, marketOf, unrealizedPnlOf } from '../../risk/margin.ts';
import type { Market, Position, State } from '../../state.ts';
import { adlIndexOf } from './adl-index.ts';
import { compareScores, type Score } from './adl-score.ts';

const MINUTE_MS = 60_000;
/** `adlBucket` of a position that is not ranked yet. */
const UNRANKED = 1;
const BUCKETS = 5;

/** A position with what it is ranked by. */
export interface Ranked extends Score {
  readonly position: Position;
}

/** Positions of one side of a market (`buy` is long) in the order in which they are deleveraged. */
export function rankedWinners(state: State, market: Market, side: Side): Ranked[] {
  return [...positionsOn(state, market, side)].sort(compareRanked);
}

/**
 * Fifth of the ranking of its side that a position is in: 5 is deleveraged first. One that was opened in the running
 * minute is not ranked, neither for itself nor for others.
 */
export function adlBucketOf(state: State, position: Position): number {
  const minute = Math.floor(state.now / MINUTE_MS) * MINUTE_MS;
  if (position.openedAt >= minute) return UNRANKED;
  const { place, count } = adlIndexOf(state, marketOf(state, position.symbol)).standingOf(state, position, minute);
  return bucketOf(place, count);
}

/** The fifth that a place is in, given the number of places; the first place is 0. */
const bucketOf = (place: number, count: number): number => BUCKETS - Math.floor((BUCKETS * place) / count);

function* positionsOn(state: State, market: Market, side: Side): Iterable<Ranked> {
  for (const account of state.accounts.values()) {
    const position = account.positions.get(market.spec.symbol);
    if (position && position.lots > 0 === (side === 'buy')) yield rankedOf(state, market, position);
  }
}

function rankedOf(state: State, market: Market, position: Position): Ranked {
  return {
    position,
    no: position.no,
    unrealizedPnl: unrealizedPnlOf(market, position),
    cost: absBig(position.cost),
    leverage: leverageOf(market, accountOf(state, position.account)),
  };
}

/** Compares by score. The vault is last, because its positions serve to absorb losses. */
function compareRanked(a: Ranked, b: Ranked): number {
  const vault = Number(a.position.account === VAULT_NO) - Number(b.position.account === VAULT_NO);
  return vault === 0 ? compareScores(a, b) : vault;
}
