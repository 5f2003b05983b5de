import { type Command, type Value } from '../command.ts';
import { conditionalItem, placing, plainItem, twapItem } from './orders.ts';
import type { Plan } from './plan.ts';

/** Requests that are wrong in one way: fields, precision, sizes, bodies. */

/** Values that few fields take. */
const ODD: readonly Value[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  ' ',
  'abc',
  '-1',
  '0',
  '00',
  '1e3',
  '+1',
  '1.',
  '.5',
  '0x10',
  '٣',
  [],
  {},
  [[]],
  'x'.repeat(300),
  '1'.repeat(40),
  '0.123456789012',
  9_007_199_254_740_992,
  'NaN',
];

const ORDER_FIELDS = [
  'symbol',
  'side',
  'orderType',
  'price',
  'quantity',
  'triggerPrice',
  'triggerPriceType',
  'reduceOnly',
  'isTriggerMarket',
  'postOnly',
  'closePosition',
  'clientOrderId',
  'expiresAt',
  'durationSeconds',
  'intervalSeconds',
  'sizeVarianceBps',
] as const;

/** One field of an order has a value that does not fit it, or fits only another type. */
export function oddOrder(plan: Plan): void {
  const isTwap = plan.percent(15);
  const item: Record<string, Value> = {
    ...(isTwap ? twapItem(plan) : plan.percent(70) ? plainItem(plan) : conditionalItem(plan)),
  };
  const field = plan.percent(70) ? plan.pick(Object.keys(item)) : plan.pick(ORDER_FIELDS);
  item[field] = oddValue(plan, field);
  if (plan.percent(12)) Reflect.deleteProperty(item, plan.pick(Object.keys(item)));
  plan.signed(plan.account(), 'placeOrders', placing([item], isTwap ? 'twap' : plan.pick(['na', 'na', 'na', 'group'])));
}

function oddValue(plan: Plan, field: string): Value {
  const market = plan.market();
  const near: Readonly<Record<string, readonly Value[]>> = {
    symbol: ['NO-USDT', 'btc-usdt', 'BTC-USDT ', 'BTC'],
    side: ['BUY', 'long', 'Buy'],
    orderType: ['limit', 'MARKET', 'limitFok', 'stop', 'twap', 'triggerSl', 'market', 'limitGtd', 'limitAlo'],
    price: [`${market.mark}.5`, String(market.mark + 0.001), String(market.mark * 2), '95000.50', '95000.0', '095000'],
    quantity: ['0.000001', '0.0009', '0.001', '0.00101', '10.00001', '100.00001', '1000', '0.10', '1e1'],
    triggerPrice: ['95000.5', '1', '99999999'],
    triggerPriceType: ['index', 'MARK'],
    clientOrderId: ['bad id!', 'a'.repeat(255), 'a'.repeat(256), 'ok_1', 'é'],
    expiresAt: [1, 99_999_999_999, -5],
    durationSeconds: [299, 300, 86_400, 86_401, 0, -1],
    intervalSeconds: [11, 600, 601, -1],
    sizeVarianceBps: [50, 2_100, -100],
  };
  const values = near[field];
  return values !== undefined && plan.percent(65) ? plan.pick(values) : plan.pick(ODD);
}

/** The numbers at the edges of a batch. */
export function oddBatch(plan: Plan): void {
  const item = plainItem(plan);
  const orders = Array.from({ length: plan.pick([0, 20, 21]) }, () => ({ ...item, quantity: '0.001' }));
  plan.signed(plan.account(), 'placeOrders', placing(orders));
}

/** Any request, with one param that is missing, odd or unknown. */
export function oddParam(plan: Plan, add: (plan: Plan) => void): void {
  add(plan);
  plan.replaceLast((command) => withOddParam(plan, command));
}

function withOddParam(plan: Plan, command: Command): Command {
  if (command.kind !== 'signed' && command.kind !== 'public') return command;
  const names = Object.keys(command.params);
  const params: Record<string, Value> = { ...command.params };
  const how = plan.draw.between(0, 9);
  if (how < 3 && names.length > 0) Reflect.deleteProperty(params, plan.pick(names));
  else if (how < 8 && names.length > 0) params[plan.pick(names)] = plan.pick(ODD);
  else params['extra'] = plan.pick(ODD);
  return { ...command, params };
}

/** Bodies that are none. */
export function oddBody(plan: Plan): void {
  const json = 'application/json';
  const [path, contentType, body] = plan.pick<readonly [string, string, string]>([
    ['/trade', json, '{'],
    ['/trade', json, ''],
    ['/trade', json, '[]'],
    ['/trade', json, 'null'],
    ['/trade', json, '{"params":{}}'],
    ['/trade', json, '{"params":{"action":"getOpenOrders"}}'],
    ['/trade', json, '{"params":{"action":"getOpenOrders","subAccountId":"1"},"signature":null}'],
    ['/trade', json, '{"params":{"action":"placeOrders","action":"getOpenOrders"}}'],
    ['/trade', 'text/plain', '{"params":{"action":"getOpenOrders"}}'],
    ['/info', json, '{"params":{"action":"getNothing"}}'],
    ['/info', json, '{"params":{"action":"getMids","action":"getMids"}}'],
    ['/info', json, '{"params":{"action":1}}'],
    ['/info', json, '{"action":"getMids"}'],
    ['/info', json, '{"params":{"action":"placeOrders"}}'],
    ['/info', 'text/plain', '{"params":{"action":"getMids"}}'],
    ['/info', json, `{"params":{"action":"getMids","note":${'['.repeat(200)}${']'.repeat(200)}}}`],
    ['/nothing', json, '{}'],
  ]);
  if (plan.percent(12)) {
    plan.add({ kind: 'raw', method: plan.pick(['GET', 'PUT', 'DELETE']), path, contentType: '', body: null });
  } else plan.add({ kind: 'raw', method: 'POST', path, contentType, body });
}
