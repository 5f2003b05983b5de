import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { Capability } from '../deployment.ts';
import type { Cost, Declaration, Leftover, StepArgument, StepClaims } from './declaration.ts';

/** What the requests of steps need, cost and claim. Files of steps declare their sentences with these. */

/** The cost of a step that sends nothing and waits for nothing. */
export const NO_COST: Cost = {
  requests: 0,
  tokens: 0,
  signed: false,
  looked: false,
  comparesFacts: false,
  passMs: 0,
  refillMs: 0,
};

/** Declared by a step that only examines what has come. */
export const EXAMINES = { needs: [], cost: NO_COST, claims: {} } as const satisfies Declaration;

/** The cost of a step that sets something through the control plane. */
export const STEERS = { needs: ['control'], cost: NO_COST, claims: {} } as const satisfies Declaration;

/** What a request that is not in the catalogue costs. */
const OTHER = 1;

/** Average cost of a signed request, over the catalogue. */
export const MEAN_COST = 30;

/** The cost of signed requests of one action. */
export function tradeCost(
  action: string,
  { times = 1, orders = 1, looked = true }: { times?: number; orders?: number; looked?: boolean } = {},
): Cost {
  const params = { orders: Array.from({ length: orders }, () => ({})) };
  const cost = TRADE_ACTIONS.get(action)?.cost(params) ?? OTHER;
  return { ...NO_COST, requests: times, tokens: times * cost, signed: true, looked };
}

/** The cost of public requests of one action. */
export const infoCost = (action: string, times = 1): Cost => ({
  ...NO_COST,
  requests: times,
  tokens: times * (INFO_ACTIONS.get(action)?.cost({}) ?? OTHER),
  looked: true,
});

/** The same with looks at a book in between, which the address alone pays. */
export function withBookLooks(cost: Cost, looks = 1): Cost {
  const { requests, tokens } = infoCost('getOrderbook', looks);
  return { ...cost, requests: cost.requests + requests, tokens: cost.tokens + tokens, publicTokens: tokens };
}

/** The cost of a GET request, by its path without the query. */
export const pathCost = (path: string): Cost => ({
  ...NO_COST,
  requests: 1,
  tokens: AGGREGATOR_ROUTES.find((one) => path.endsWith(one.path))?.cost ?? OTHER,
  looked: true,
});

/** The cost of requests, frames or connections that take one token each. */
export const plainCost = (requests: number, looked = false): Cost => ({
  ...NO_COST,
  requests,
  tokens: requests * OTHER,
  looked,
});

/** Largest number of orders in one placeOrders request. */
export const ORDERS_PER_REQUEST = 20;

/** The cost of placing the orders of a table, in as many requests as they need. */
export function placementCost(table: StepArgument): Cost {
  const orders = ordersBelow(table);
  return { ...tradeCost('placeOrders', { orders }), requests: Math.ceil(orders / ORDERS_PER_REQUEST) };
}

/** Returns the number of orders in a table of orders, whose column `times` says how often each is placed. */
export const ordersBelow = (table: StepArgument): number =>
  Math.max(
    1,
    table.hashes.reduce((sum, { times }) => sum + Number(times ?? 1), 0),
  );

/** Returns the number of orders that a table of params holds, as JSON or path by path. */
export function ordersIn({ cells }: StepArgument): number {
  const text = cells.join('\n');
  return Math.max(1, text.match(/"side":/g)?.length ?? 0, new Set(text.match(/orders\[\d+\]/g)).size);
}

/** An address that is drained pays as much as its bucket holds, and what is refilled meanwhile. */
const ADDRESS_TOKENS = 10_000;
/** Milliseconds until it is full again. */
const WINDOW_MS = 10_000;
/** Tokens of the cheapest request that drains it. */
const DRAINING = 50;

/** The cost of draining the bucket of the address. */
export const DRAIN_COST: Cost = {
  ...NO_COST,
  requests: ADDRESS_TOKENS / DRAINING,
  tokens: ADDRESS_TOKENS,
  refillMs: WINDOW_MS,
};

/** Milliseconds until a bucket is full, on average: one that was used a while ago is half full, the others are full. */
export const UNTIL_FULL_MS = WINDOW_MS / 2;

/** The longest number of repetitions that a page of records holds. */
const PAGE = 100;

/** Returns the needs of a step that repeats something this often. */
export const manyNeeds = (times: number | undefined): Capability[] =>
  times !== undefined && times >= PAGE ? ['many-records'] : [];

/** Actions whose outcome depends on the books or the prices of a market. */
const OF_A_MARKET: ReadonlySet<string> = new Set([
  'placeOrders',
  'placeIsolatedOrder',
  'modifyOrder',
  'modifyOrderBatch',
  'updateLeverage',
  'updateIsolatedMargin',
  'voluntaryCollateralExchange',
  'voluntaryAutoExchange',
  'exchangeCollateral',
]);

/** Those that may place, move or fill an order: all but the one that changes a leverage. */
const OF_ORDERS: readonly string[] = [...OF_A_MARKET].filter((action) => action !== 'updateLeverage');

/** Returns the needs of a signed request: an action that a market decides about needs the market of the features. */
export const tradeNeeds = (action: string): Capability[] => (OF_A_MARKET.has(action) ? ['reference-market'] : []);

/** True when a text, such as a frame, names an action that may place, move or fill an order. */
export const namesOrders = (text: string): boolean => OF_ORDERS.some((action) => text.includes(action));

/** Actions that list the subaccounts of a wallet. */
export const OF_A_FAMILY: ReadonlySet<string> = new Set(['getSubAccounts', 'getSubAccountIds']);

/** What actions leave on a wallet. */
const LEFT: Readonly<Record<string, Leftover>> = {
  updateLeverage: 'figure',
  transferCollateral: 'figure',
  updateSubAccountName: 'figure',
  addDelegatedSigner: 'delegate',
  scheduleCancel: 'scheduled-cancel',
};

/** Returns the claims of a signed request by these wallets. */
export const tradeClaims = (action: string, ...wallets: readonly (string | undefined)[]): StepClaims => ({
  wallets,
  market: OF_ORDERS.includes(action) ? 'sends' : OF_A_MARKET.has(action) ? 'reaches' : undefined,
  listsFamily: OF_A_FAMILY.has(action),
  leaves: LEFT[action],
});
