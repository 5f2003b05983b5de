import type { Target } from './targets/target.ts';

/** Lists that are asked for by time. */
const BY_TIME: ReadonlySet<string> = new Set([
  'getBalanceUpdates',
  'getFundingPayments',
  'getOrderHistory',
  'getPositionHistory',
  'getPositions',
  'getTrades',
  'getTransfers',
]);
const BOUNDS = ['startTime', 'endTime', 'fromTime', 'toTime'];

/**
 * On a target whose wallets have a past, a list that a scenario asks for without saying when begins where the
 * scenario began, so that its rows are those of the scenario. A table that says there is no bound, `startTime | <absent>`,
 * is taken at its word.
 */
export function sinceBeginning(
  { began }: Target,
  action: string,
  params: Record<string, unknown>,
  rows: readonly (readonly string[])[] = [],
): Record<string, unknown> {
  if (began === undefined || !BY_TIME.has(action)) return params;
  const says = (bound: string): boolean => Object.hasOwn(params, bound) || rows.some(([path]) => path === bound);
  return BOUNDS.some(says) ? params : { ...params, startTime: began };
}
