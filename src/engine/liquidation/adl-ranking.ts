import { absBig } from '../../kernel/decimal.ts';
import { VAULT_NO } from '../../kernel/ids.ts';
import type { TimeMs, Units } from '../../kernel/units.ts';
import type { Side } from '../command.ts';
import { accountOf } from '../evolve-order.ts';
import { leverageOf, marketOf, unrealizedPnlOf } from '../risk/margin.ts';
import type { Market, Position, State } from '../state.ts';

const MINUTE_MS = 60_000;
/** `adlBucket` of a position that is not ranked yet. */
const UNRANKED = 1;
const BUCKETS = 5;

/** A position with what it is ranked by: profit ratio (unrealized PnL / |cost|) times leverage. */
export interface Ranked {
  readonly position: Position;
  readonly unrealizedPnl: Units;
  readonly cost: Units;
  readonly leverage: number;
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
  if (!isRanked(position, minute)) return UNRANKED;
  const market = marketOf(state, position.symbol);
  const own = rankedOf(state, market, position);
  let place = 0;
  let count = 0;
  for (const other of positionsOn(state, market, position.lots > 0 ? 'buy' : 'sell')) {
    if (!isRanked(other.position, minute)) continue;
    count += 1;
    if (compareRanked(other, own) < 0) place += 1;
  }
  return BUCKETS - Math.floor((BUCKETS * place) / count);
}

const isRanked = ({ openedAt }: Position, minute: TimeMs): boolean => openedAt < minute;

function* positionsOn(state: State, market: Market, side: Side): Iterable<Ranked> {
  for (const account of state.accounts.values()) {
    const position = account.positions.get(market.spec.symbol);
    if (position && position.lots > 0 === (side === 'buy')) yield rankedOf(state, market, position);
  }
}

function rankedOf(state: State, market: Market, position: Position): Ranked {
  return {
    position,
    unrealizedPnl: unrealizedPnlOf(market, position),
    cost: absBig(position.cost),
    leverage: leverageOf(market, accountOf(state, position.account)),
  };
}

/**
 * Highest score first, multiplied out so that nothing is rounded, then by position number. The vault is last of all: what
 * it holds is there for those who cannot pay.
 */
function compareRanked(a: Ranked, b: Ranked): number {
  const vault = Number(a.position.account === VAULT_NO) - Number(b.position.account === VAULT_NO);
  if (vault !== 0) return vault;
  const left = a.unrealizedPnl * BigInt(a.leverage) * b.cost;
  const right = b.unrealizedPnl * BigInt(b.leverage) * a.cost;
  if (left !== right) return left > right ? -1 : 1;
  return a.position.no - b.position.no;
}
