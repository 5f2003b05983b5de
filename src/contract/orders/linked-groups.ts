import type { PlaceGroup } from '../../engine/orders/conditional-terms.ts';
import { itemAt } from '../../kernel/errors.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { OrderItem } from './order-item.ts';
import {
  gtdWindowFault,
  isConditional,
  isPlainType,
  type PlaceRequest,
  toPlaceConditional,
  toPlaceOrder,
} from './order-rules.ts';

/** The groupings that link orders (wire 2.4): what a batch must look like, and the one command it becomes. */

const NORMAL_MAX = 3;
const POSITION_MAX = 2;

export type LinkedGrouping = 'normalTpsl' | 'multipleTpsl' | 'positionTpsl';
const LINKED: ReadonlySet<string> = new Set(['normalTpsl', 'multipleTpsl', 'positionTpsl'] satisfies LinkedGrouping[]);
/** Returns true for a grouping that links the orders of a request. */
export const isLinkedGrouping = (grouping: string): grouping is LinkedGrouping => LINKED.has(grouping);

type Items = readonly OrderItem[];

/** The first thing wrong with a batch of linked orders, or undefined. Each item by itself has been checked. */
export function linkedFault(grouping: LinkedGrouping, items: Items, now: TimeMs): string | undefined {
  return grouping === 'positionTpsl' ? positionFault(items) : (shapeFault(grouping, items) ?? membersFault(items, now));
}

/** The command of a batch that `linkedFault` has nothing against. Statuses are given in the order of its orders. */
export function toPlaceGroup(grouping: LinkedGrouping, items: Items, request: PlaceRequest): PlaceGroup {
  const main = items.find(({ orderType }) => isPlainType(orderType));
  const conditionals = items.filter(({ orderType }) => isConditional(orderType));
  const pairs = grouping === 'normalTpsl' ? [takeProfitFirst(conditionals)] : pairsOf(conditionals);
  return {
    type: 'PlaceGroup',
    account: request.account,
    symbol: itemAt(items, 0).symbol,
    main: main ? toPlaceOrder(main, request) : null,
    pairs: pairs.map((pair) => pair.map((item) => toPlaceConditional(item, request))),
  };
}

function positionFault(items: Items): string | undefined {
  if (items.length > POSITION_MAX) return 'position TP/SL requires 1-2 orders (take profit and/or stop loss)';
  if (!sameSymbol(items)) return 'all orders must be for the same symbol';
  if (!items.every(({ orderType }) => isConditional(orderType))) {
    return 'please provide at least a stop loss or take profit order';
  }
  return pairsOf(items).length > 1 ? 'position TP/SL requires 1-2 orders (take profit and/or stop loss)' : undefined;
}

/** One plain order, and conditionals that form one pair or, where several are allowed, pairs. */
function shapeFault(grouping: LinkedGrouping, items: Items): string | undefined {
  if (grouping === 'normalTpsl' && items.length > NORMAL_MAX) return 'normalTpsl accepts at most 3 orders';
  if (items.length < 2) return 'please provide one main order, a take profit and/or stop loss';
  const mains = items.filter(({ orderType }) => isPlainType(orderType));
  if (mains.length !== 1) return 'please provide one main order';
  const pairs = pairsOf(items.filter(({ orderType }) => isConditional(orderType)));
  const fits = grouping === 'normalTpsl' ? pairs.length === 1 : pairs.length > 0;
  return fits ? undefined : 'please provide a take profit and/or stop loss';
}

function membersFault(items: Items, now: TimeMs): string | undefined {
  if (!sameSymbol(items)) return 'all orders must have the same symbol';
  const main = items.find(({ orderType }) => isPlainType(orderType));
  const window = main && gtdWindowFault(main, now);
  if (window !== undefined) return `Invalid main order: ${window}`;
  // A child on the side of its main order could only add to what that order opens.
  const child = items.find((item) => isConditional(item.orderType) && item.side === main?.side);
  return child && `Invalid ${NAMES.get(child.orderType) ?? ''} order: side must be opposite to the main order`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['triggerTp', 'take profit'],
  ['triggerSl', 'stop loss'],
]);

const sameSymbol = (items: Items): boolean => new Set(items.map(({ symbol }) => symbol)).size === 1;

/** Conditionals in request order, cut into pairs: a type that the pair has already begins the next one. */
function pairsOf(conditionals: Items): OrderItem[][] {
  const pairs: OrderItem[][] = [];
  for (const item of conditionals) {
    const last = pairs.at(-1);
    if (last && last.every(({ orderType }) => orderType !== item.orderType)) last.push(item);
    else pairs.push([item]);
  }
  return pairs;
}

const takeProfitFirst = (pair: Items): Items =>
  [...pair].sort((a, b) => Number(b.orderType === 'triggerTp') - Number(a.orderType === 'triggerTp'));
