import { big, bool, type Codec, count, int, nullable, oneOf, text } from '../../kernel/codec/codec.ts';
import { type Fields, record, setOf, variants } from '../../kernel/codec/collections.ts';
import type { OrderFacts } from '../event.ts';
import { newOrder } from '../orders/evolve-order.ts';
import type { GroupPlace, OrderGroup, OrderLink, Trigger } from '../orders/conditional-terms.ts';
import type { Order } from '../orders/order.ts';
import type { TwapPlan, TwapProgress } from '../orders/twap-terms.ts';
import { side } from './terms.ts';

/** The neighbours of an order and whether it rests follow from the queues of its market. */
type StoredOrder = Omit<Order, 'previous' | 'next' | 'resting'>;

const trigger = record<Trigger>({
  price: count,
  priceType: oneOf('mark', 'last'),
  direction: oneOf('rising', 'falling'),
});

const link = record<OrderLink>({ no: count, clientId: text });

const groupPlace = variants<'role', GroupPlace>('role', {
  main: record({ takeProfit: nullable(link), stopLoss: nullable(link) }),
  child: record({ group: count, pair: count, main: nullable(count), position: nullable(count) }),
});

const plan = record<TwapPlan>({
  chunks: count,
  chunkLots: count,
  intervalMs: count,
  sizeVarianceBps: count,
  intervalVarianceBps: count,
});

const FACTS: Fields<OrderFacts> = {
  no: count,
  account: count,
  symbol: text,
  clientId: text,
  side,
  orderType: oneOf('limitGtc', 'limitIoc', 'limitGtd', 'limitAlo', 'market', 'triggerSl', 'triggerTp', 'twap'),
  kind: oneOf('limit', 'market', 'twap', 'stopMarket', 'stopLimit', 'takeProfitMarket', 'takeProfitLimit'),
  timeInForce: oneOf('GTC', 'IOC', 'GTD', 'FOK'),
  price: count,
  quantity: count,
  reduceOnly: bool,
  postOnly: bool,
  expiresAt: nullable(int),
  source: text,
  triggeredByLiquidation: bool,
  trigger: nullable(trigger),
  closePosition: bool,
  group: nullable(groupPlace),
  twap: nullable(plan),
  parent: nullable(count),
};

const stored = record<StoredOrder>({
  ...FACTS,
  phase: oneOf('working', 'asleep', 'armed'),
  status: oneOf('placed', 'partially filled', 'modified'),
  trimmed: count,
  filled: count,
  filledValue: big,
  createdAt: int,
  updatedAt: int,
});

/** A decoded order is made like any other, so that all orders share one shape, and rests on no book yet. */
export const order: Codec<Order> = {
  encode: (value) => stored.encode(value),
  decode: (plain) => {
    const facts = stored.decode(plain);
    return Object.assign(newOrder(facts, facts.createdAt), facts);
  },
};

export const orderGroup = record<OrderGroup>({
  no: count,
  main: nullable(count),
  mainLive: bool,
  mainFilled: count,
  position: nullable(count),
  waiting: setOf(count),
  fired: setOf(count),
});

export const twapProgress = record<TwapProgress>({
  sent: count,
  sentLots: count,
  filledChunks: count,
  lastFilled: count,
  fees: big,
});
