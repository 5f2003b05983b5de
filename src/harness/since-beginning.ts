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
 * scenario began, so that its rows are those of the scenario.
 */
export function sinceBeginning(
  { began }: Target,
  action: string,
  params: Record<string, unknown>,
): Record<string, unknown> {
  if (began === undefined || !BY_TIME.has(action)) return params;
  return BOUNDS.some((bound) => Object.hasOwn(params, bound)) ? params : { ...params, startTime: began };
}
