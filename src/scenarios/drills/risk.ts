import { Amount } from '../amount.ts';
import {
  codesOf,
  type DrillFacts,
  firstOf,
  type Invariant,
  positionAt,
  spansOf,
  type Violation,
  within,
} from './facts.ts';
import { isAccepted, type OrderRecord, type Tape } from './tape.ts';

/** So long a bot may not know yet that its position is gone. */
const UNAWARE_MS = 1_000;

/** Invariants of what a bot risks: its stops, its margin, what it pays for a position, and where it quotes. */
export const RISK = {
  'protects-its-position': {
    title: 'Each position has a stop',
    means:
      'Time with a position and without an open stop on the other side while the program ran, against `stopWithin` of the statement.',
    check: unprotected,
  },
  'stops-on-the-right-side': {
    title: 'No stop fires as soon as it is placed',
    means: 'Stops whose price the mark had already passed when they were placed, more than one.',
    check: ({ tape }) => {
      const wrong = tape.orders.filter(
        ({ stop, side, mark }) =>
          stop !== '' && (side === 'sell' ? new Amount(stop).gte(mark) : new Amount(stop).lte(mark)),
      );
      return firstOf(
        wrong.slice(1),
        ({ side, stop, mark }) => `a ${side} stop at ${stop} was placed with the mark at ${mark}`,
      );
    },
  },
  'only-reduces': {
    title: 'The bot only reduces its position where it may do no more',
    means:
      'Orders that may open a position and were refused during the fault, later than `healWithin` after its beginning.',
    check: (facts) => refusedLater(facts, ({ orders }) => orders.some(({ isReducing }) => !isReducing)),
  },
  'leaves-closed-markets': {
    title: 'The bot sends no orders to a market that takes none',
    means: 'Placements that were refused during the fault, later than `healWithin` after its beginning.',
    check: (facts) => refusedLater(facts, () => true),
  },
  'prices-near-the-market': {
    title: 'No order is priced far from the market',
    means: 'Refusals with PRICE_OUT_OF_BOUNDS, more than three in the drill.',
    check: ({ tape }) => {
      const wild = tape.requests.filter((request) => codesOf(request).includes('PRICE_OUT_OF_BOUNDS'));
      return firstOf(wild.slice(3), () => `${wild.length} requests had prices out of bounds`);
    },
  },
  'prices-near-the-mark': {
    title: 'No order is further from the mark than the bot says',
    means:
      'Distance from the mark of orders that may open a position when the exchange took them, against `maxFromMark` of the statement; more than two.',
    check: ({ tape, statement: { maxFromMark }, from }) => {
      if (maxFromMark === undefined) return [];
      const far = tape.orders.filter(
        ({ at, isReducing, price, mark }) => at >= from && !isReducing && distance(price, mark).gt(maxFromMark),
      );
      return firstOf(far.slice(2), ({ price, mark }) => `an order at ${price} was placed with the mark at ${mark}`);
    },
  },
  'quotes-follow-the-price': {
    title: 'No quote is left behind by the market',
    means:
      'Orders that may open a position and were twice as far from the mark as any in the calm run, and half a percent at least, for longer than `healWithin`.',
    check: leftBehind,
  },
  'adds-nothing-when-short': {
    title: 'The bot opens nothing while its margin is short',
    means:
      'Orders that may open a position, sent when pushes had told the bot for a second that more than half of its account is maintenance margin.',
    check: ({ tape }) => {
      const told = tape.frames.filter(({ marginUse }) => marginUse !== null);
      const isShort = (use: number | null | undefined): boolean => (use ?? 0) > SHORT_PERCENT;
      return firstOf(
        tape.requests.filter(
          ({ no, at, orders }) =>
            orders.some(({ isReducing }) => !isReducing) &&
            isShort(told.filter((one) => one.no < no).at(-1)?.marginUse) &&
            isShort(told.filter((one) => one.at <= at - 1_000).at(-1)?.marginUse),
        ),
        () => 'an order that may open a position was sent while the margin was short',
      );
    },
  },
  'reduces-when-short': {
    title: 'The bot makes its position smaller when its margin is short',
    means: 'The position at the end of the fault, against that at its beginning.',
    check: ({ tape, statement: { symbols }, from, until }) =>
      symbols.flatMap((symbol) => {
        const [before, after] = [from, until].map((at) => positionAt(tape, symbol, at));
        if (!before || !after || before.isZero() || after.abs().lt(before.abs())) return [];
        return [{ at: until, text: `the position in ${symbol} was ${before.toString()} and is ${after.toString()}` }];
      }),
  },
  'adds-nothing-to-the-paying-side': {
    title: 'The bot adds nothing to the side that pays too much funding',
    means:
      'Orders that may open a position on the side that pays, sent when the rate that the bot had been shown for a second was beyond `maxFundingRate` of the statement.',
    check: paysTooMuch,
  },
  'reduces-what-it-has': {
    title: 'The bot does not reduce what it does not have',
    means: `Orders that may only reduce, sent when there had been no position in the market for ${UNAWARE_MS / 1_000} s, more than two.`,
    check: reducesNothing,
  },
} as const satisfies Readonly<Record<string, Invariant>>;

/** Maintenance margin in percent of the account's value beyond which an account is short. */
const SHORT_PERCENT = 50;

const distance = (price: string, mark: string): Amount => {
  const [one, other] = [new Amount(price), new Amount(mark)];
  // A market order, or a stop, has no price of its own.
  return one.isZero() || other.isZero() ? new Amount('0') : one.div(other).minus('1').abs();
};

function unprotected({
  tape,
  statement: { stopWithin, symbols },
  startTime,
  endTime,
}: DrillFacts): readonly Violation[] {
  if (stopWithin === undefined) return [];
  const changes = [
    ...tape.fills.map(({ at }) => at),
    ...tape.orders.flatMap(({ at, endedAt }) => [at, endedAt ?? endTime]),
    ...tape.process.map(({ at }) => at),
  ];
  const isBare = (symbol: string, at: number): boolean => {
    const position = positionAt(tape, symbol, at);
    if (position.isZero() || !isRunning(tape, at)) return false;
    const side = position.isNegative() ? 'buy' : 'sell';
    return !tape.orders.some(
      (order) => order.symbol === symbol && order.stop !== '' && order.side === side && isOpen(order, at),
    );
  };
  return symbols.flatMap((symbol) =>
    firstOf(
      spansOf(changes, startTime, endTime, (at) => isBare(symbol, at))
        .filter((span) => span.until - span.from > stopWithin)
        .map((span) => ({ at: span.from + stopWithin, ms: span.until - span.from })),
      ({ ms }) => `a position in ${symbol} was without a stop for ${ms} ms; it says at most ${stopWithin}`,
    ),
  );
}

const isOpen = ({ at, endedAt }: OrderRecord, time: number): boolean =>
  at <= time && (endedAt === null || endedAt > time);

/** Whether the program ran and had not been asked to end. */
const isRunning = (tape: Tape, time: number): boolean =>
  tape.process.filter(({ at, what }) => at <= time && what !== 'raced').at(-1)?.what === 'started';

function refusedLater(
  { tape, statement: { healWithin }, from, until }: DrillFacts,
  counts: (request: Tape['requests'][number]) => boolean,
): readonly Violation[] {
  const refused = tape.requests.filter(
    (request) =>
      request.orders.length > 0 &&
      within(request.at, from + healWithin, until) &&
      counts(request) &&
      !isAccepted(request),
  );
  return firstOf(
    refused,
    (request) =>
      `a placement was refused with ${codesOf(request).join(', ') || 'nothing'}, ${request.at - from} ms after the beginning`,
  );
}

/** The largest distance from the mark of an order that may open a position, while it was open. */
export function farthestQuote(tape: Tape): string {
  const found = quoteDistances(tape).map(({ away }) => away);
  return Amount.max('0', ...found).toString();
}

/** Distances of each quote: when it was placed, and with each mark while it was open. */
function quoteDistances(tape: Tape) {
  return tape.orders
    .filter(({ isReducing, price }) => !isReducing && !new Amount(price).isZero())
    .flatMap((order) => [
      { order, at: order.at, away: distance(order.price, order.mark) },
      ...tape.marks
        .filter(({ at, symbol }) => symbol === order.symbol && at > order.at && isOpen(order, at))
        .map(({ at, mark }) => ({ order, at, away: distance(order.price, mark) })),
    ]);
}

const LEAST_DISTANCE = '0.005';

function leftBehind({ tape, calm, statement: { healWithin }, endTime }: DrillFacts): readonly Violation[] {
  if (!calm) return [];
  const limit = Amount.max(LEAST_DISTANCE, new Amount(calm.farthestQuote).times('2'));
  const all = quoteDistances(tape);
  const orders = new Set(all.map(({ order }) => order));
  const left = [...orders].flatMap((order) => {
    const own = all.filter((one) => one.order === order);
    const isFar = (time: number): boolean =>
      own
        .filter(({ at }) => at <= time)
        .at(-1)
        ?.away.gt(limit) === true;
    return spansOf(
      own.map(({ at }) => at),
      order.at,
      order.endedAt ?? endTime,
      isFar,
    )
      .filter((span) => span.until - span.from > healWithin)
      .map((span) => ({ at: span.from + healWithin, order, ms: span.until - span.from }));
  });
  return firstOf(
    left,
    ({ order: { side, price }, ms }) => `the ${side} order at ${price} was left behind for ${ms} ms`,
  );
}

function paysTooMuch({ tape, statement: { maxFundingRate }, from }: DrillFacts): readonly Violation[] {
  if (maxFundingRate === undefined) return [];
  const rates = tape.frames.filter(({ channel, fundingRate }) => channel === 'marketPrices' && fundingRate !== '');
  const isTooMuch = (rate: string | undefined, side: string): boolean =>
    rate !== undefined && new Amount(rate).times(side === 'buy' ? '1' : '-1').gt(maxFundingRate);
  const paying = tape.requests.filter(
    ({ no, at, orders }) =>
      at >= from &&
      orders.some(({ symbol, side, quantity, isReducing }) => {
        if (isReducing) return false;
        const own = rates.filter((one) => one.symbol === symbol);
        const [now, before] = [
          own.filter((one) => one.no < no).at(-1),
          own.filter((one) => one.at <= at - 1_000).at(-1),
        ];
        if (!isTooMuch(now?.fundingRate, side) || !isTooMuch(before?.fundingRate, side)) return false;
        // What only makes the position smaller adds nothing.
        const against = positionAt(tape, symbol, at).times(side === 'buy' ? '-1' : '1');
        return new Amount(quantity).gt(against);
      }),
  );
  return firstOf(
    paying,
    () => `an order on the side that pays was sent though the funding rate is beyond ${maxFundingRate}`,
  );
}

function reducesNothing({ tape }: DrillFacts): readonly Violation[] {
  const isEmpty = (symbol: string, at: number): boolean =>
    positionAt(tape, symbol, at).isZero() &&
    !tape.fills.some((fill) => fill.symbol === symbol && within(fill.at, at - UNAWARE_MS, at + 1));
  const sent = tape.requests.flatMap(({ at, orders }) =>
    orders.filter(({ isReducing, symbol }) => isReducing && isEmpty(symbol, at)).map(({ symbol }) => ({ at, symbol })),
  );
  return firstOf(sent.slice(2), ({ at, symbol }) => {
    const taken = tape.deleveraged.some((one) => one.at < at) ? ', which the exchange had closed' : '';
    return `an order to reduce a position in ${symbol} was sent, and there was none${taken}`;
  });
}
