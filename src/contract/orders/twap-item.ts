import type { Side } from '../../engine/orders/order-terms.ts';
import type { PlaceTwap } from '../../engine/orders/twap-terms.ts';
import { normalizeDecimal } from '../../kernel/decimal.ts';
import type { OrderItem } from './order-item.ts';
import { invalidOrderType } from './order-type-rules.ts';
import type { PlaceRequest } from './place-commands.ts';

/** TWAP terms of a placement (wire 2.4). The notional floor depends on the mark: the engine has that one. */

export const TWAP = 'twap';
/** Groupings that link nothing: each order has a status of its own. The empty text means the same as `na`. */
export const INDEPENDENT: ReadonlySet<string> = new Set(['', 'na']);

const DURATION_MIN_S = 300;
const DURATION_MAX_S = 86_400;
const INTERVALS_S: readonly number[] = [10, 30, 60, 120, 180, 300, 600];
const INTERVAL_DEFAULT_S = 30;
const CHUNKS_MIN = 2;
const VARIANCE_MAX_BPS = 2_000;
const VARIANCE_STEP_BPS = 100;

interface Batch {
  readonly items: readonly OrderItem[];
  readonly grouping: string;
}

/** True for a placement that is treated as a TWAP: one with that grouping, or one of TWAP orders that links nothing. */
export const isTwapBatch = ({ items, grouping }: Batch): boolean =>
  grouping === TWAP || (INDEPENDENT.has(grouping) && items.every(({ orderType }) => orderType === TWAP));

/** What is wrong with a placement that is, or contains, a TWAP; undefined for every other placement too. */
export function twapFault({ items, grouping }: Batch): string | undefined {
  const [item] = items;
  const isTwap = isTwapBatch({ items, grouping });
  if (!item || !(isTwap || items.some(({ orderType }) => orderType === TWAP))) return undefined;
  if (items.length > 1) return 'TWAP request must contain exactly one order';
  // Alone under a grouping that links orders.
  if (!isTwap) return 'invalid grouping';
  return item.orderType === TWAP ? termsFault(item) : `order 0: ${invalidOrderType(item.orderType)}`;
}

function termsFault(item: OrderItem): string | undefined {
  const { durationSeconds } = item;
  if (durationSeconds < DURATION_MIN_S || durationSeconds > DURATION_MAX_S) {
    return `durationSeconds must be between ${DURATION_MIN_S} and ${DURATION_MAX_S}`;
  }
  if (!INTERVALS_S.includes(intervalOf(item))) return `intervalSeconds must be one of ${INTERVALS_S.join(', ')}`;
  if (chunksOf(item) < CHUNKS_MIN) return `TWAP must have at least ${CHUNKS_MIN} chunks`;
  return varianceFault('sizeVarianceBps', item) ?? varianceFault('intervalVarianceBps', item);
}

function varianceFault(field: 'sizeVarianceBps' | 'intervalVarianceBps', item: OrderItem): string | undefined {
  const bps = item[field];
  if (bps >= 0 && bps <= VARIANCE_MAX_BPS && bps % VARIANCE_STEP_BPS === 0) return undefined;
  return `${field} must be a multiple of ${VARIANCE_STEP_BPS} between 0 and ${VARIANCE_MAX_BPS}`;
}

const intervalOf = ({ intervalSeconds }: OrderItem): number =>
  intervalSeconds === 0 ? INTERVAL_DEFAULT_S : intervalSeconds;

const chunksOf = (item: OrderItem): number => Math.floor(item.durationSeconds / intervalOf(item));

/** The command of an item that `twapFault` has nothing against. */
export const toPlaceTwap = (item: OrderItem, request: PlaceRequest): PlaceTwap => ({
  type: 'PlaceTwap',
  account: request.account,
  symbol: item.symbol,
  side: item.side as Side,
  price: normalizeDecimal(item.price) ?? '',
  quantity: normalizeDecimal(item.quantity) ?? '',
  reduceOnly: item.reduceOnly,
  clientId: item.clientOrderId,
  source: request.source,
  chunks: chunksOf(item),
  intervalMs: intervalOf(item) * 1000,
  sizeVarianceBps: item.sizeVarianceBps,
  intervalVarianceBps: item.intervalVarianceBps,
});
