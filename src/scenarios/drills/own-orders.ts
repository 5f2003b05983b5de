import { Amount, textOf } from '../amount.ts';
import {
  codesOf,
  type DrillFacts,
  firstOf,
  type Invariant,
  keyOf,
  openingKeys,
  positionAt,
  restartBetween,
  type Violation,
  within,
} from './facts.ts';
import type { OrderRecord, SentOrder, Tape, WireRequest } from './tape.ts';

/** Invariants of what a bot has open and holds, judged in every drill. */
export const ORDERS = {
  'orders-within-intent': {
    title: 'The bot never has more open orders than it says',
    means:
      'Open orders of the account after every event, against `maxOpenOrders`, and their markets against `symbols`.',
    always: true,
    check: ({ tape, statement }) => [
      ...firstOf(
        tape.open.filter(({ count }) => count > statement.maxOpenOrders),
        ({ count }) => `${count} open orders; it says at most ${statement.maxOpenOrders}`,
      ),
      ...firstOf(
        tape.orders.filter(({ symbol }) => !statement.symbols.includes(symbol)),
        ({ symbol }) => `an order in ${symbol}, which it does not trade`,
      ),
    ],
  },
  'exposure-within-limits': {
    title: 'The position stays within the limit of the bot',
    means:
      'The position after every fill, against `maxPosition`, and orders that may open a position, against twice that: no way from one limit to the other is longer.',
    always: true,
    check: exposure,
  },
  'no-double-orders': {
    title: 'The bot never has the same order open twice',
    means:
      'Two live orders of equal market, side, price and quantity, or one beside another of its market and side that is filled in part: in a bot that has none such while nothing goes wrong.',
    always: true,
    check: doubles,
  },
  'keeps-what-was-taken': {
    title: 'The bot keeps the orders of a batch that were taken beside a rejected one',
    means:
      'The next placement on the side of an order that was taken from a batch in which another was rejected, sent while that order was open and before any cancel: in a bot that has one order on a side while nothing goes wrong.',
    always: true,
    check: forgottenSiblings,
  },
  'client-ids-unique': {
    title: 'No two orders share a client id',
    means:
      'Client ids of orders that the exchange took; with `clientIdPrefix` each order must have one that begins so.',
    always: true,
    check: clientIds,
  },
  'no-self-trade': {
    title: 'The bot does not trade with itself',
    means: 'Orders that were refused or cancelled because they would have met an order of the same account.',
    always: true,
    check: ({ tape }) => [
      ...firstOf(
        tape.requests.filter((request) => codesOf(request).includes('SELF_TRADE_PREVENTED')),
        () => 'an order would have met one of its own',
      ),
      ...firstOf(
        tape.orders.filter(({ end }) => end === 'self_trade'),
        ({ endedAt }) => `an order met one of its own at ${endedAt}`,
      ),
    ],
  },
} as const satisfies Readonly<Record<string, Invariant>>;

function exposure({ tape, statement: { maxPosition } }: DrillFacts): readonly Violation[] {
  const limitOf = (symbol: string): string => maxPosition[symbol] ?? '0';
  return [
    ...firstOf(
      tape.fills.filter(({ symbol, position }) => new Amount(position).abs().gt(limitOf(symbol))),
      ({ at, symbol, position }) => {
        const restart = restartBetween(tape, 0, at);
        const held = restart === undefined ? new Amount('0') : positionAt(tape, symbol, restart);
        const before = held.isZero() ? '' : `; it held ${textOf(held)} from before the restart`;
        return `a position of ${position} in ${symbol}; it says at most ${limitOf(symbol)}${before}`;
      },
    ),
    ...firstOf(
      tape.orders.filter(
        ({ isReducing, symbol, quantity }) =>
          !isReducing && new Amount(quantity).gt(new Amount(limitOf(symbol)).times(2)),
      ),
      ({ symbol, quantity }) =>
        `an order of ${quantity} in ${symbol}: no position within ${limitOf(symbol)} needs more than ${textOf(new Amount(limitOf(symbol)).times(2))}`,
    ),
  ];
}

function doubles({ tape, calm }: DrillFacts): readonly Violation[] {
  const since = ({ twinAt, at }: OrderRecord): string =>
    restartBetween(tape, twinAt ?? at, at) === undefined ? '' : ', from before the restart';
  return [
    ...firstOf(calm?.hasTwins === true ? [] : tape.orders.filter(({ twins }) => twins > 0), (order) => {
      const { side, quantity, symbol, price } = order;
      return `${side} ${quantity} ${symbol} at ${price} was placed while the same order was open${since(order)}`;
    }),
    // The calm run itself shows whether a bot quotes so.
    ...firstOf(
      calm?.quotesInLayers === false ? tape.orders.filter(({ isBesidePart }) => isBesidePart) : [],
      ({ side, quantity, symbol }) =>
        `${side} ${quantity} ${symbol} was placed while an order of that side was open that was filled in part`,
    ),
  ];
}

function forgottenSiblings({ tape, calm }: DrillFacts): readonly Violation[] {
  // A bot with several orders on a side may place another.
  if (calm?.quotesInLayers !== false) return [];
  const again = tape.requests.flatMap((batch) => {
    const { orders, items, code, doneNo } = batch;
    if (code !== null || doneNo === null || items.length < orders.length || items.every((item) => item === null))
      return [];
    return orders.flatMap((order, place) => {
      const taken = items[place] === null && !order.isReducing && order.rests && takenOf(tape, batch, order);
      if (!taken) return [];
      const next = tape.requests.find(
        (one) => one.no > doneNo && (one.action.startsWith('cancel') || openingKeys(one).includes(keyOf(order))),
      );
      const isOpen = next && next.orders.length > 0 && (taken.endedAt === null || taken.endedAt > next.at);
      return isOpen ? [{ at: next.at, key: keyOf(order) }] : [];
    });
  });
  return firstOf(
    again,
    ({ key }) => `${key} was placed again while it was open, taken from a batch in which another order was rejected`,
  );
}

/** What became of an order of a placement. One without a client id is found by its side. */
const takenOf = ({ orders }: Tape, { at, doneAt }: WireRequest, sent: SentOrder): OrderRecord | undefined =>
  orders.find((order) =>
    sent.clientId === ''
      ? keyOf(order) === keyOf(sent) && within(order.at, at, (doneAt ?? at) + 1)
      : order.clientId === sent.clientId,
  );

function clientIds({ tape, statement: { clientIdPrefix } }: DrillFacts): readonly Violation[] {
  const seen = new Map<string, number>();
  const twice: Violation[] = [];
  for (const { at, clientId } of tape.orders) {
    if (clientId === '') continue;
    const before = seen.get(clientId);
    if (before !== undefined) {
      const isEarlierRun = restartBetween(tape, before, at) !== undefined;
      twice.push({ at, text: `client id ${clientId} was used before${isEarlierRun ? ' the restart' : ''}` });
    }
    seen.set(clientId, at);
  }
  const conflict = tape.requests.filter((request) => codesOf(request).includes('IDEMPOTENCY_CONFLICT'));
  const bare = tape.requests.filter(
    ({ orders }) => clientIdPrefix !== '' && orders.some(({ clientId }) => !clientId.startsWith(clientIdPrefix)),
  );
  return [
    ...firstOf(twice, ({ text }) => text),
    ...firstOf(conflict, () => 'an order was placed under the client id of one that is open'),
    ...firstOf(bare, () => `an order has no client id that begins with ${clientIdPrefix}`),
  ];
}
