import type { AccountNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { LimitsSpec } from '../config.ts';
import { tierOfAccount } from '../risk/fees.ts';
import type { Account, State, Wallet } from '../state.ts';
import { emptyTable, readEntry, writeEntry } from './fading-table.ts';
import type { Charge, LimitsState, Placement } from './limit-terms.ts';
import { type Buckets, type BucketSize, spend, tokensLeft } from './token-bucket.ts';

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
export function canAddressPay(state: Readonly<State>, charge: Charge, now: TimeMs): boolean {
  const { limits, config } = state;
  const { ip, tokens } = charge;
  if (tokensLeft(limits.ip, ip, { cap: config.limits.ipTokens, windowMs: config.limits.windowMs }, now) < tokens) {
    return false;
  }
  return requestCounts(state, charge).every(({ buckets, key, size }) => tokensLeft(buckets, key, size, now) >= 1);
}

/** True when the subaccount can pay `tokens` and place `orders` more. */
export function canAccountPay(
  state: Readonly<State>,
  account: Readonly<Account>,
  { tokens, orders }: Pick<Charge, 'tokens' | 'orders'>,
  now: TimeMs,
): boolean {
  if (tokensLeft(state.limits.accounts, account.no, accountBucket(state, account), now) < tokens) return false;
  const { ordersPerSecond } = state.config.limits;
  if (orders === 0 || ordersPerSecond === 0) return true;
  return placedLately(state, account.no, now).reduce((sum, placed) => sum + placed.orders, orders) <= ordersPerSecond;
}

/** The values of `getRateLimits` and of the snapshot of a response; undefined while limits are off. */
export function rateLimitOf(
  state: Readonly<State>,
  account: Readonly<Account>,
  now: TimeMs,
): { readonly requestsCap: number; readonly remainingTokens: number } | undefined {
  if (!state.config.limits.enabled) return undefined;
  const size = accountBucket(state, account);
  return { requestsCap: size.cap, remainingTokens: tokensLeft(state.limits.accounts, account.no, size, now) };
}

/** Books a charge. Only `evolve` may. */
export function spendCharge(state: State, charge: Charge): void {
  const { limits, config, now } = state;
  spend(limits.ip, charge.ip, { cap: config.limits.ipTokens, windowMs: config.limits.windowMs }, charge.tokens, now);
  for (const { buckets, key, size } of requestCounts(state, charge)) spend(buckets, key, size, 1, now);
  const account = charge.account === null ? undefined : state.accounts.get(charge.account);
  if (!account) return;
  spend(limits.accounts, account.no, accountBucket(state, account), charge.tokens, now);
  if (charge.orders === 0) return;
  const placed = [...placedLately(state, account.no, now), { at: now, orders: charge.orders }];
  writeEntry(limits.placements, account.no, placed, now, SECOND_MS);
}

/** A wallet leaves its tier: until now its subaccounts refilled at the old pace. Only `evolve` may. */
export function bringBucketsUpToDate(state: State, wallet: Wallet): void {
  const { accounts } = state.limits;
  for (const no of wallet.accounts) {
    const account = state.accounts.get(no);
    if (account && readEntry(accounts, no)) spend(accounts, no, accountBucket(state, account), 0, state.now);
  }
}

const accountBucket = (state: Readonly<State>, account: Readonly<Account>): BucketSize => ({
  cap: tierOfAccount(state, account).bucketCap,
  windowMs: state.config.limits.windowMs,
});

/** Placements within the last second; at most `ordersPerSecond` of them, for each places one order at least. */
function placedLately(state: Readonly<State>, account: AccountNo, now: TimeMs): readonly Placement[] {
  const placed = readEntry(state.limits.placements, account) ?? [];
  return placed.filter(({ at }) => at > now - SECOND_MS);
}

interface RequestCount {
  readonly buckets: Buckets<string>;
  readonly key: string;
  readonly size: BucketSize;
}

/** The figures that count requests whatever they cost, where an operator has set them. */
function requestCounts({ limits, config }: Readonly<State>, { surface, ip }: Charge): readonly RequestCount[] {
  const { tradePerMinute, infoPerMinute, infoPerSecond } = config.limits;
  const perMinute = surface === 'trade' ? tradePerMinute : infoPerMinute;
  const perSecond = surface === 'info' ? infoPerSecond : 0;
  const key = `${surface} ${ip}`;
  const counts: RequestCount[] = [];
  if (perMinute > 0) counts.push({ buckets: limits.minutes, key, size: { cap: perMinute, windowMs: MINUTE_MS } });
  if (perSecond > 0) counts.push({ buckets: limits.seconds, key, size: { cap: perSecond, windowMs: SECOND_MS } });
  return counts;
}
