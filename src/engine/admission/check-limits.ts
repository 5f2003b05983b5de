import { invariant } from '../../kernel/assert.ts';
import type { State } from '../state.ts';
import type { Buckets } from './token-bucket.ts';

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
