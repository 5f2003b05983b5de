import { invariant } from '../../kernel/errors.ts';
import { absBig } from '../../kernel/decimal.ts';
import { type AccountNo, type PositionNo, VAULT_NO } from '../../kernel/ids.ts';
import type { Lots, TimeMs, Units } from '../../kernel/units.ts';
import { accountOf } from '../orders/evolve-order.ts';
import type { Side } from '../orders/order-terms.ts';
import { leverageOf, marketOf, notionalOf, unrealizedPnlOf } from '../risk/margin.ts';
import type { Market, Position, State } from '../state.ts';
import { CountedList, type Listed } from './counted-list.ts';

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
  const { place, count } = adlIndexOf(state, marketOf(state, position.symbol)).rankOf(state, position, minute);
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

/** A position as it was when it was ranked. */
interface Entry extends Listed<Entry> {
  readonly no: PositionNo;
  readonly account: AccountNo;
  /** Signed. */
  readonly lots: Lots;
  /** Signed like the lots. */
  readonly signedCost: Units;
  /** Without their signs. */
  readonly cost: Units;
  readonly size: bigint;
  /** Nearly: the exact one is a fraction. */
  readonly lotsPerUnit: number;
  readonly leverage: number;
}

/** The accounts that are first in the ranking of a side, and how many have a position on it. */
export interface FirstRanked {
  readonly accounts: readonly AccountNo[];
  readonly count: number;
}

/** The rank of a position on its side; the first is 0. */
export interface AdlRank {
  readonly place: number;
  readonly count: number;
}

/**
 * The ranked positions of a market, so that asking for a place costs little however many there are.
 * At one leverage a long stands before those that paid more for a lot, a short before those that got less, whatever
 * the mark: so each side keeps one sorted list for each leverage, and a place is a count in each of them. The vault
 * is in none, because it is last of all.
 *
 * An index is no state: it is built on the first query, receives changed positions from `evolve`, and catches up on each query.
 */
export class AdlIndex {
  readonly #market: Market;
  readonly #entries = new Map<AccountNo, Entry>();
  readonly #sides = { long: new Map<number, CountedList<Entry>>(), short: new Map<number, CountedList<Entry>>() };
  readonly #moved: Set<AccountNo>;
  /** Accounts whose positions are not ranked before the next minute. */
  readonly #fresh = new Set<AccountNo>();
  #minute: TimeMs = 0;

  constructor(state: State, market: Market) {
    this.#market = market;
    this.#moved = new Set(state.accounts.keys());
  }

  /** Notes that the position of an account, or its leverage, changed. */
  moved(account: AccountNo): void {
    this.#moved.add(account);
  }

  /** `minute` is the start of the running one; the position was opened before it. */
  rankOf(state: State, position: Position, minute: TimeMs): AdlRank {
    this.#catchUp(state, minute);
    const lists = position.lots > 0 ? this.#sides.long : this.#sides.short;
    let ranked = 0;
    for (const list of lists.values()) ranked += list.size;
    if (position.account === VAULT_NO) return { place: ranked, count: ranked + 1 };
    const entry = this.#entries.get(position.account) ?? entryOf(state, this.#market, position);
    let score: Score | null = null;
    let place = 0;
    for (const [leverage, list] of lists) {
      // Among positions of its own leverage its place is known.
      if (leverage === entry.leverage) place += list.placeOf(entry);
      else {
        const own = (score ??= this.#scoreOf(entry));
        place += list.countBefore((other) => compareScores(this.#scoreOf(other), own) < 0);
      }
    }
    return { place, count: ranked + this.#vaultOn(state, position.lots > 0, minute) };
  }

  /**
   * The accounts of a side that hold `lots` together, in the order in which they are deleveraged: those whose positions were opened in
   * the running minute among them, and the vault last. No more are looked at than are needed.
   */
  firstOf(state: State, long: boolean, lots: Lots, minute: TimeMs): FirstRanked {
    this.#catchUp(state, minute);
    const lists = long ? this.#sides.long : this.#sides.short;
    const fresh = this.#freshOn(state, long);
    let count = fresh.length;
    for (const list of lists.values()) count += list.size;
    const queues = [fresh.values(), ...[...lists.values()].map((list) => list.items())];
    const accounts: AccountNo[] = [];
    let left = lots;
    for (const { account, size } of merged(queues, (a, b) => compareScores(this.#scoreOf(a), this.#scoreOf(b)))) {
      accounts.push(account);
      left -= Number(size);
      if (left <= 0) break;
    }
    const vault = positionOn(state, this.#market, VAULT_NO, long);
    if (vault && left > 0) accounts.push(VAULT_NO);
    return { accounts, count: count + (vault ? 1 : 0) };
  }

  #freshOn(state: State, long: boolean): Entry[] {
    const entries: Entry[] = [];
    for (const account of this.#fresh) {
      const position = positionOn(state, this.#market, account, long);
      if (position) entries.push(entryOf(state, this.#market, position));
    }
    return entries.sort((a, b) => compareScores(this.#scoreOf(a), this.#scoreOf(b)));
  }

  #catchUp(state: State, minute: TimeMs): void {
    if (minute > this.#minute) {
      for (const account of this.#fresh) this.#moved.add(account);
      this.#fresh.clear();
      this.#minute = minute;
    }
    if (this.#entries.size === 0) this.#fill(state);
    else for (const account of this.#moved) this.#place(state, account);
    this.#moved.clear();
  }

  #fill(state: State): void {
    const parts = new Map<CountedList<Entry>, Entry[]>();
    for (const account of this.#moved) {
      const entry = this.#enter(state, account);
      if (!entry) continue;
      const list = this.#listOf(entry);
      const part = parts.get(list) ?? [];
      part.push(entry);
      parts.set(list, part);
    }
    for (const [list, part] of parts) list.fill(part);
  }

  #place(state: State, account: AccountNo): void {
    const before = this.#entries.get(account);
    if (before) {
      this.#listOf(before).remove(before);
      this.#entries.delete(account);
    }
    const entry = this.#enter(state, account);
    if (entry) this.#listOf(entry).add(entry);
  }

  /**
   * Returns the entry of an account for the ranking; null without a position, or if it was opened in the running
   * minute.
   */
  #enter(state: State, account: AccountNo): Entry | null {
    this.#fresh.delete(account);
    const position = state.accounts.get(account)?.positions.get(this.#market.spec.symbol);
    if (!position || account === VAULT_NO) return null;
    if (position.openedAt >= this.#minute) {
      this.#fresh.add(account);
      return null;
    }
    const entry = entryOf(state, this.#market, position);
    this.#entries.set(account, entry);
    return entry;
  }

  #listOf({ lots, leverage }: Entry): CountedList<Entry> {
    const lists = lots > 0 ? this.#sides.long : this.#sides.short;
    const known = lists.get(leverage);
    if (known) return known;
    const list = new CountedList(lots > 0 ? cheaperFirst : dearerFirst);
    lists.set(leverage, list);
    return list;
  }

  #scoreOf({ no, lots, signedCost, cost, leverage }: Entry): Score {
    return { no, unrealizedPnl: notionalOf(this.#market, lots, this.#market.mark) - signedCost, cost, leverage };
  }

  #vaultOn(state: State, long: boolean, minute: TimeMs): 0 | 1 {
    const held = positionOn(state, this.#market, VAULT_NO, long);
    return held && held.openedAt < minute ? 1 : 0;
  }
}

function positionOn(state: State, { spec }: Market, account: AccountNo, long: boolean): Position | undefined {
  const position = state.accounts.get(account)?.positions.get(spec.symbol);
  return position && position.lots > 0 === long ? position : undefined;
}

function entryOf(state: State, market: Market, { no, account, lots, cost }: Position): Entry {
  const holder = state.accounts.get(account);
  const size = Math.abs(lots);
  return {
    no,
    account,
    lots,
    signedCost: cost,
    cost: absBig(cost),
    size: BigInt(size),
    lotsPerUnit: size / Number(absBig(cost)),
    leverage: holder ? leverageOf(market, holder) : market.spec.defaultLeverage,
    block: null,
  };
}

/** Far above what rounding can do to a quotient of two numbers, and far below any two prices that differ. */
const NEAR = 1e-12;

/** Compares cost per lot; where rounded quotients are too near to tell, by cross-multiplication, so that nothing depends on rounding. */
const byCostPerLot = (a: Entry, b: Entry): number => {
  const gap = b.lotsPerUnit - a.lotsPerUnit;
  if (Math.abs(gap) > NEAR * a.lotsPerUnit) return gap < 0 ? -1 : 1;
  const left = a.cost * b.size;
  const right = b.cost * a.size;
  return left === right ? 0 : left < right ? -1 : 1;
};
const cheaperFirst = (a: Entry, b: Entry): number => byCostPerLot(a, b) || a.no - b.no;
const dearerFirst = (a: Entry, b: Entry): number => byCostPerLot(b, a) || a.no - b.no;

const INDEXES = new WeakMap<Market, AdlIndex>();

/** The index of a market, which is made when it is first asked for. */
function adlIndexOf(state: State, market: Market): AdlIndex {
  const known = INDEXES.get(market);
  if (known) return known;
  const index = new AdlIndex(state, market);
  INDEXES.set(market, index);
  return index;
}

/** `evolve` changed the position of an account, or its leverage. */
export function adlMoved(market: Market, account: AccountNo): void {
  INDEXES.get(market)?.moved(account);
}

interface Head<T> {
  item: T;
  readonly rest: Iterator<T, undefined>;
}

/** The items of several sorted queues in order. The queues are few: the next item is found by looking at the first of each. */
function* merged<T>(
  queues: readonly Iterator<T, undefined>[],
  compare: (a: T, b: T) => number,
): Generator<T, undefined> {
  const heads: Head<T>[] = [];
  for (const rest of queues) {
    const { done, value } = rest.next();
    if (!done) heads.push({ item: value, rest });
  }
  while (heads.length > 0) {
    const best = heads.reduce((least, head) => (compare(head.item, least.item) < 0 ? head : least));
    yield best.item;
    const { done, value } = best.rest.next();
    if (done) heads.splice(heads.indexOf(best), 1);
    else best.item = value;
  }
}

/** The figures of the ADL ranking: profit ratio (unrealized PnL / |cost|) times leverage, then the position number. */
interface Score {
  readonly no: PositionNo;
  readonly unrealizedPnl: Units;
  /** Without its sign. */
  readonly cost: Units;
  readonly leverage: number;
}

/** Orders by highest score first, by cross-multiplication so that nothing is rounded, then by position number. */
function compareScores(a: Score, b: Score): number {
  const left = a.unrealizedPnl * BigInt(a.leverage) * b.cost;
  const right = b.unrealizedPnl * BigInt(b.leverage) * a.cost;
  if (left !== right) return left > right ? -1 : 1;
  return a.no - b.no;
}
