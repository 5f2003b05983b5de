import { FewMap, NumberedMap } from '../kernel/tables.ts';
import { big, type Codec, CodecError, text } from '../kernel/codec/codec.ts';
import { sortedMapOf, sortedSetOf } from '../kernel/codec/collections.ts';
import { invariant } from '../kernel/errors.ts';
import { type AccountNo, type Address, parseUint64 } from '../kernel/ids.ts';
import type { TimeMs } from '../kernel/units.ts';
import {
  type Buckets,
  type BucketSize,
  type Charge,
  emptyTable,
  type Entries,
  type FadingTable,
  type LimitLevels,
  type LimitsState,
  type LimitsView,
  type Placement,
  readEntry,
  spend,
  type Spent,
  spentAfter,
  tokensLeft,
  writeEntry,
} from './token-bucket.ts';
import type { ExchangeConfig, LimitsSpec } from './config.ts';
import { tierOfAccount } from './fees/fee-rates.ts';
import type { Account, NonceTable, State, UsedNonces, Wallet } from './state.ts';

/** The table under one key for each wallet and subaccount, which is its form outside the engine. */
export function flatNonces(nonces: NonceTable): Map<string, UsedNonces> {
  const flat = new Map<string, UsedNonces>();
  for (const [account, wallets] of nonces) {
    for (const [wallet, used] of wallets) flat.set(`${wallet}|${account}`, used);
  }
  return flat;
}

function setNonces(nonces: NonceTable, wallet: Address, account: AccountNo, used: UsedNonces): void {
  const wallets = nonces.get(account);
  if (wallets) wallets.set(wallet, used);
  else nonces.set(account, new FewMap<Address, UsedNonces>().set(wallet, used));
}

/**
 * True when the nonce can no longer be used: at or below the last one of this wallet on this subaccount,
 * or, under the `unique` rule, already used there.
 */
export function isNonceUsed(state: State, wallet: Address, account: AccountNo, nonce: bigint): boolean {
  const used = state.nonces.get(account)?.get(wallet);
  if (used === undefined) return false;
  return typeof used === 'bigint' ? nonce <= used : used.has(nonce);
}

/**
 * Returns true when the nonce of a refused request must be remembered: the wallet is known, is a delegate, or has
 * used nonces here before, like a delegate that was removed (SEC-09). Nonces of unknown wallets protect nothing, and
 * keeping them would let anyone fill the table (SEC-31).
 */
export const isNonceKept = (state: State, wallet: Address, account: AccountNo): boolean =>
  state.wallets.has(wallet) || state.delegates.has(wallet) || state.nonces.get(account)?.has(wallet) === true;

/** The largest nonce that a wallet has used on any subaccount; 0 before the first. */
export function lastNonceOf(state: Readonly<State>, wallet: Address): bigint {
  let last = 0n;
  for (const wallets of state.nonces.values()) {
    const used = wallets.get(wallet);
    if (used === undefined) continue;
    for (const nonce of typeof used === 'bigint' ? [used] : used) if (nonce > last) last = nonce;
  }
  return last;
}

/** Remembers a nonce; only `evolve` calls it. */
export function useNonce(state: State, wallet: Address, account: AccountNo, nonce: bigint): void {
  if (state.config.nonceRule === 'increasing') {
    setNonces(state.nonces, wallet, account, nonce);
    return;
  }
  const used = state.nonces.get(account)?.get(wallet);
  if (used instanceof Set) used.add(nonce);
  else setNonces(state.nonces, wallet, account, new Set([nonce]));
}

const used = sortedSetOf(big);

/** The last nonce alone, or, under the `unique` rule, the list of all. */
const lastOrAll: Codec<bigint | Set<bigint>> = {
  encode: (nonce) => (typeof nonce === 'bigint' ? nonce : used.encode(nonce)),
  decode: (plain) => (Array.isArray(plain) ? used.decode(plain) : big.decode(plain)),
};

const flat = sortedMapOf(text, lastOrAll);

export const nonces: Codec<NonceTable> = {
  encode: (table) => flat.encode(flatNonces(table)),
  decode: (plain) => {
    const table: NonceTable = new NumberedMap();
    for (const [key, own] of flat.decode(plain)) {
      const bar = key.lastIndexOf('|');
      const account = Number(parseUint64(key.slice(bar + 1)) ?? Number.NaN);
      if (bar < 0 || !Number.isSafeInteger(account)) throw new CodecError(`[${key}]`, 'takes wallet|account');
      setNonces(table, key.slice(0, bar), account, own);
    }
    return table;
  },
};

/** What the specification states, and nothing that it leaves open. */
export const STANDARD_LIMITS: LimitsSpec = {
  enabled: true,
  ipTokens: 10_000,
  windowMs: 10_000,
  ordersPerSecond: 100,
  tradePerMinute: 0,
  infoPerMinute: 0,
  infoPerSecond: 0,
};

/** Returns limits under which nothing has been spent. */
export const emptyLimits = (now: TimeMs): LimitsState => ({
  ip: emptyTable(now),
  accounts: emptyTable(now),
  placements: emptyTable(now),
  minutes: emptyTable(now),
  seconds: emptyTable(now),
});

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** True when the address can pay `tokens`, and has requests left where they are counted too. */
export function canAddressPay(view: LimitsView, { limits }: ExchangeConfig, charge: Charge, now: TimeMs): boolean {
  if (tokensLeft(view.ip, charge.ip, addressBucket(limits), now) < charge.tokens) return false;
  return requestCounts(limits, charge).every(({ table, key, size }) => tokensLeft(view[table], key, size, now) >= 1);
}

/** True when the subaccount can pay `tokens` and place `orders` more. */
export function canAccountPay(
  view: LimitsView,
  state: Readonly<State>,
  account: Readonly<Account>,
  { tokens, orders }: Pick<Charge, 'tokens' | 'orders'>,
  now: TimeMs,
): boolean {
  if (tokensLeft(view.accounts, account.no, accountBucket(state, account), now) < tokens) return false;
  const { ordersPerSecond } = state.config.limits;
  if (orders === 0 || ordersPerSecond === 0) return true;
  return placedLately(view, account.no, now).reduce((sum, placed) => sum + placed.orders, orders) <= ordersPerSecond;
}

/** The values of `getRateLimits` and of the snapshot of a response; undefined while limits are off. */
export function rateLimitOf(
  view: LimitsView,
  state: Readonly<State>,
  account: Readonly<Account>,
  now: TimeMs,
): { readonly requestsCap: number; readonly remainingTokens: number } | undefined {
  if (!state.config.limits.enabled) return undefined;
  const size = accountBucket(state, account);
  return { requestsCap: size.cap, remainingTokens: tokensLeft(view.accounts, account.no, size, now) };
}

/** Returns what a charge leaves of everything that it is taken from. */
function levelsAfter(view: LimitsView, state: Readonly<State>, charge: Charge, now: TimeMs): LimitLevels {
  const { limits } = state.config;
  const { ip, tokens, orders } = charge;
  const spent = <K>(buckets: Entries<K, Spent>, key: K, size: BucketSize, taken: number) =>
    [[key, spentAfter(buckets, key, size, taken, now)]] as const;
  const counted: Pick<LimitLevels, RequestCount['table']> = Object.fromEntries(
    requestCounts(limits, charge).map(({ table, key, size }) => [table, spent(view[table], key, size, 1)] as const),
  );
  const account = charge.account === null ? undefined : state.accounts.get(charge.account);
  return {
    ip: spent(view.ip, ip, addressBucket(limits), tokens),
    ...counted,
    ...(account && { accounts: spent(view.accounts, account.no, accountBucket(state, account), tokens) }),
    ...(account &&
      orders > 0 && { placements: [[account.no, [...placedLately(view, account.no, now), { at: now, orders }]]] }),
  };
}

/** Books what was charged. Only `evolve` may. */
export function setLevels({ limits, config }: State, levels: LimitLevels): void {
  const periods = levelPeriods(config.limits);
  const write = <K, V>(
    table: FadingTable<K, V>,
    entries: Iterable<readonly [K, V]> = [],
    periodMs: number,
    atOf: (value: V) => TimeMs,
  ) => {
    for (const [key, value] of entries) writeEntry(table, key, value, atOf(value), periodMs);
  };
  write(limits.ip, levels.ip, periods.ip, spentAt);
  write(limits.accounts, levels.accounts, periods.accounts, spentAt);
  write(limits.placements, levels.placements, periods.placements, placedAt);
  write(limits.minutes, levels.minutes, periods.minutes, spentAt);
  write(limits.seconds, levels.seconds, periods.seconds, spentAt);
}

/** Books a charge. Only `evolve` may. */
export const spendCharge = (state: State, charge: Charge): void =>
  setLevels(state, levelsAfter(state.limits, state, charge, state.now));

/** How long an entry of each table means something after its last charge. */
const levelPeriods = ({ windowMs }: LimitsSpec): Readonly<Record<keyof LimitsState, number>> => ({
  ip: windowMs,
  accounts: windowMs,
  placements: SECOND_MS,
  minutes: MINUTE_MS,
  seconds: SECOND_MS,
});

const spentAt = ({ at }: Spent): TimeMs => at;

const placedAt = (placed: readonly Placement[]): TimeMs => placed.at(-1)?.at ?? 0;

/** A wallet leaves its tier: until now its subaccounts refilled at the old pace. Only `evolve` may. */
export function bringBucketsUpToDate(state: State, wallet: Wallet): void {
  const { accounts } = state.limits;
  for (const no of wallet.accounts) {
    const account = state.accounts.get(no);
    if (account && readEntry(accounts, no)) spend(accounts, no, accountBucket(state, account), 0, state.now);
  }
}

const addressBucket = ({ ipTokens, windowMs }: LimitsSpec): BucketSize => ({ cap: ipTokens, windowMs });

const accountBucket = (state: Readonly<State>, account: Readonly<Account>): BucketSize => ({
  cap: tierOfAccount(state, account).bucketCap,
  windowMs: state.config.limits.windowMs,
});

/** Placements within the last second; at most `ordersPerSecond` of them, for each places one order at least. */
function placedLately({ placements }: LimitsView, account: AccountNo, now: TimeMs): readonly Placement[] {
  const placed = readEntry(placements, account) ?? [];
  return placed.filter(({ at }) => at > now - SECOND_MS);
}

interface RequestCount {
  readonly table: 'minutes' | 'seconds';
  readonly key: string;
  readonly size: BucketSize;
}

/** The figures that count requests whatever they cost, where an operator has set them. */
function requestCounts(limits: LimitsSpec, { surface, ip }: Charge): readonly RequestCount[] {
  const { tradePerMinute, infoPerMinute, infoPerSecond } = limits;
  const perMinute = surface === 'trade' ? tradePerMinute : infoPerMinute;
  const perSecond = surface === 'info' ? infoPerSecond : 0;
  const key = `${surface} ${ip}`;
  const counts: RequestCount[] = [];
  if (perMinute > 0) counts.push({ table: 'minutes', key, size: { cap: perMinute, windowMs: MINUTE_MS } });
  if (perSecond > 0) counts.push({ table: 'seconds', key, size: { cap: perSecond, windowMs: SECOND_MS } });
  return counts;
}

type Table = keyof LimitsState;
type Levels = { readonly [T in Table]: LimitsState[T]['young'] };

/**
 * Charges of requests that are no inputs, since the last input: what their buckets came to, over those of the state.
 * Requests are admitted by both together. The next input takes the levels into the state, so that reads alone write
 * nothing, and a replay still comes to the same refusals.
 */
export class PendingCharges {
  /** The limits as the next request meets them. */
  readonly view: LimitsView;
  readonly #state: State;
  readonly #levels: Levels = {
    ip: new Map(),
    accounts: new Map(),
    placements: new Map(),
    minutes: new Map(),
    seconds: new Map(),
  };
  #latest: TimeMs = Number.NEGATIVE_INFINITY;

  constructor(state: State) {
    this.#state = state;
    const { limits } = state;
    this.view = {
      ip: layered(this.#levels.ip, limits.ip),
      accounts: layered(this.#levels.accounts, limits.accounts),
      placements: layered(this.#levels.placements, limits.placements),
      minutes: layered(this.#levels.minutes, limits.minutes),
      seconds: layered(this.#levels.seconds, limits.seconds),
    };
  }

  /** Time of the last charge that no input has carried; minus infinity when there is none. */
  get latest(): TimeMs {
    return this.#latest;
  }

  /** Adds a charge. All timers that are due at `now` must have run. */
  add(charge: Charge, now: TimeMs): void {
    const periods = levelPeriods(this.#state.config.limits);
    const after = levelsAfter(this.view, this.#state, charge, now);
    put(this.#levels.ip, after.ip, periods.ip, now, spentAt);
    put(this.#levels.accounts, after.accounts, periods.accounts, now, spentAt);
    put(this.#levels.placements, after.placements, periods.placements, now, placedAt);
    put(this.#levels.minutes, after.minutes, periods.minutes, now, spentAt);
    put(this.#levels.seconds, after.seconds, periods.seconds, now, spentAt);
    this.#latest = now;
  }

  /** Returns the levels for the next input to carry; undefined when nothing was charged. */
  levels(): LimitLevels | undefined {
    if (this.#latest === Number.NEGATIVE_INFINITY) return undefined;
    const charged = Object.entries(this.#levels).filter(([, levels]) => levels.size > 0);
    return Object.fromEntries(charged.map(([table, levels]) => [table, [...levels]]));
  }

  /** Forgets the charges, which an input carries now. */
  clear(): void {
    // Clearing a Map makes it a new table, which the old one refers to: once one is old, those that follow outlive their use.
    if (this.#latest === Number.NEGATIVE_INFINITY) return;
    this.#latest = Number.NEGATIVE_INFINITY;
    for (const levels of Object.values(this.#levels)) levels.clear();
  }
}

/** A table of the state, whose pages turn, with newer entries over it. */
const layered = <K, V>(pending: ReadonlyMap<K, V>, table: FadingTable<K, V>): Entries<K, V> => ({
  pending,
  get young() {
    return table.young;
  },
  get old() {
    return table.old;
  },
});

/** Keeps entries in the order of their times, and forgets those that mean nothing any more (SEC-31). */
function put<K, V>(
  levels: Map<K, V>,
  entries: readonly (readonly [K, V])[] | undefined,
  periodMs: number,
  now: TimeMs,
  timeOf: (value: V) => TimeMs,
): void {
  for (const [key, value] of entries ?? []) {
    levels.delete(key);
    levels.set(key, value);
  }
  for (const [key, value] of levels) {
    if (now - timeOf(value) < periodMs) return;
    levels.delete(key);
  }
}

/** Throws on a bucket that is fuller than full, emptier than empty or ahead of time, and on a second with too many orders. */
export function checkLimits(state: State): void {
  const { limits, config, now } = state;
  checkBuckets(limits.ip, config.limits.ipTokens * config.limits.windowMs, now);
  const most = Math.max(...config.tiers.map(({ bucketCap }) => bucketCap));
  checkBuckets(limits.accounts, most * config.limits.windowMs, now);
  for (const page of [limits.placements.young, limits.placements.old]) {
    for (const [account, placed] of page) {
      const orders = placed.reduce((sum, placement) => sum + placement.orders, 0);
      const within = config.limits.ordersPerSecond === 0 || orders <= config.limits.ordersPerSecond;
      invariant(within, `account ${account} placed ${orders} orders within a second`);
    }
  }
}

function checkBuckets<K>({ young, old, turnedAt }: Buckets<K>, full: number, now: number): void {
  invariant(turnedAt <= now, 'no page was turned in the future');
  for (const page of [young, old]) {
    for (const [key, { parts, at }] of page) {
      invariant(Number.isSafeInteger(parts) && parts >= 0 && parts <= full, `bucket ${String(key)} holds what it can`);
      invariant(at <= now, `bucket ${String(key)} was spent from in the past`);
    }
  }
  for (const key of young.keys()) invariant(!old.has(key), `bucket ${String(key)} is on one page`);
}
