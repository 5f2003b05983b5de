import { Amount, textOf } from '../amount.ts';
import {
  codesOf,
  type DrillFacts,
  firstOf,
  type Invariant,
  positionAt,
  restartBetween,
  type Violation,
} from './facts.ts';
import type { OrderRecord } from './tape.ts';

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
