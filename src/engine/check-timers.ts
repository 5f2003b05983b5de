import { invariant } from '../kernel/assert.ts';
import type { State } from './state.ts';

/** Every timer that waits for an order or a scheduled cancel has one to wait for, and each of these has its timer. */
export function checkTimers({ timers, orders, accounts, twaps }: State): void {
  const armed = timers.toCanonical();
  const ofOrders = new Set<number>();
  const ofAccounts = new Map<number, number>();
  for (const { due, job } of armed) {
    if ('order' in job) ofOrders.add(job.order);
    else if (job.kind === 'scheduledCancel') ofAccounts.set(job.account, due);
  }
  for (const no of ofOrders) invariant(orders.has(no), () => `the timer of order ${no} ends with it`);
  for (const { no, expiresAt } of orders.values()) {
    const waits = expiresAt !== null || twaps.has(no);
    invariant(ofOrders.has(no) === waits, () => `order ${no} has a timer while it waits for one`);
  }
  for (const { no, cancelAt } of accounts.values()) {
    invariant((ofAccounts.get(no) ?? null) === cancelAt, () => `the scheduled cancel of account ${no} has its timer`);
  }
}
