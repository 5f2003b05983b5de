import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** Rules of lists and public data that show with several rows, pages or moments. */
export const LIST_STEPS: readonly Wrong[] = [
  {
    name: 'equal-trades-oldest-first',
    clause: 'GETTRADES-ORDERING',
    what: 'Trades of one moment come in ascending order.',
    make: () =>
      patched([
        'exchange/history/order-records.ts',
        'for (const fill of rows)',
        'for (const fill of rows.toSorted((a, b) => b.at - a.at || a.row - b.row))',
      ]),
  },
  {
    name: 'equal-balance-updates-oldest-first',
    clause: 'GETBALANCEUPDATES-ORDERING',
    what: 'Balance updates of one moment come in ascending order.',
    make: () =>
      patched([
        'exchange/history/funds.ts',
        'updates.places(updates.window(account, from, to));',
        `[...updates.places(updates.window(account, from, to))].sort(
    (a, b) => updates.value(b, 'at') - updates.value(a, 'at') || a - b,
  );`,
      ]),
  },
  {
    name: 'equal-positions-oldest-first',
    clause: 'GETPOSITIONHISTORY',
    what: 'Positions that were closed at one moment come in ascending order.',
    make: () =>
      patched([
        'exchange/history/positions.ts',
        'if (!sort) return closed.page(window, limit, offset).map(closedPosition);',
        `if (!sort) return [...closed.places(window)]
    .sort((a, b) => closed.value(b, 'closedAt') - closed.value(a, 'closedAt') || a - b)
    .slice(offset, offset + (limit ?? Infinity)).map((place) => closedPosition(closed.at(place)));`,
      ]),
  },
  {
    name: 'flip-belongs-to-one-position',
    clause: 'GETTRADESFORPOSITION',
    what: 'A trade through zero is not among the trades of the position that it closed.',
    make: () =>
      patched(
        [
          'exchange/history/order-log.ts',
          'this.#ofPositions.isOf(place, positionNo(positionId))',
          'this.#fills.int(place, FILL.position) === positionNo(positionId)',
        ],
        ['exchange/history/fills-of-positions.ts', 'this.#fillsOfLarge.get(position)?.add(place);', ''],
      ),
  },
  {
    name: 'balance-updates-from-excluded',
    clause: 'GETBALANCEUPDATES-PARAM-STARTTIME',
    what: 'A balance update exactly at the start of the window is left out.',
    make: () =>
      patched([
        'exchange/history/funds.ts',
        'updates.window(account, from, to)',
        'updates.window(account, from + 1, to)',
      ]),
  },
  {
    name: 'transfers-from-excluded',
    clause: 'GETTRANSFERS-PARAM-STARTTIME',
    what: 'A transfer exactly at the start of the window is left out.',
    make: () =>
      patched([
        'exchange/history/funds.ts',
        'transfers.window(account, from, to)',
        'transfers.window(account, from + 1, to)',
      ]),
  },
  {
    name: 'transfers-to-excluded',
    clause: 'GETTRANSFERS-PARAM-ENDTIME',
    what: 'A transfer exactly at the end of the window is left out.',
    make: () =>
      patched([
        'exchange/history/funds.ts',
        'transfers.window(account, from, to)',
        'transfers.window(account, from, to - 1)',
      ]),
  },
  {
    name: 'position-history-from-excluded',
    clause: 'GETPOSITIONHISTORY-PARAM-STARTTIME',
    what: 'A position that was closed exactly at the start of the window is left out.',
    make: () => patched(['exchange/history/positions.ts', '), from, to);', '), from + 1, to);']),
  },
  {
    name: 'position-history-to-excluded',
    clause: 'GETPOSITIONHISTORY-PARAM-ENDTIME',
    what: 'A position that was closed exactly at the end of the window is left out.',
    make: () => patched(['exchange/history/positions.ts', '), from, to);', '), from, to - 1);']),
  },
  {
    name: 'funding-payments-from-excluded',
    clause: 'GETFUNDINGPAYMENTS',
    what: 'A funding payment exactly at the start of the window is left out.',
    takes: 'a funding hour',
    make: () =>
      patched([
        'exchange/history/funding.ts',
        'log.marketNo(symbol)), from, to);',
        'log.marketNo(symbol)), from + 1, to);',
      ]),
  },
  {
    name: 'trades-from-excluded',
    clause: 'GETTRADES-PARAM-STARTTIME',
    what: 'A trade exactly at the start of the window is left out.',
    make: () =>
      patched([
        'exchange/history/order-records.ts',
        'log.tradesThat(query)',
        'log.tradesThat({ ...query, from: query.from + 1 })',
      ]),
  },
  {
    name: 'one-row-too-far',
    clause: 'GETTRADES-RESP-HASMORE',
    what: 'The second page of trades begins one row too late.',
    make: () =>
      patched([
        'exchange/history/order-records.ts',
        'log.tradesThat(query)',
        'log.tradesThat({ ...query, offset: query.offset === 0 ? 0 : query.offset + 1 })',
      ]),
  },
  {
    name: 'candles-of-traded-minutes-alone',
    clause: 'GETCANDLES',
    what: 'A minute without trades has no candle.',
    make: () =>
      patched([
        'exchange/history/candles.ts',
        '      rows.push(this.#rowOf(candle, closeTime));',
        '      if (candle.trades > 0) rows.push(this.#rowOf(candle, closeTime));',
      ]),
  },
  {
    name: 'quiet-candles-open-as-the-last',
    clause: 'GETCANDLES',
    what: 'A candle without trades repeats the open of the one before.',
    make: () =>
      patched(['exchange/history/candles.ts', '      carried = candle.close;', '      carried = candle.open;']),
  },
  {
    name: 'candle-high-of-the-first-trade',
    clause: 'GETCANDLES',
    what: 'The high of a candle is that of its first execution.',
    make: () =>
      patched(['exchange/history/candle.ts', 'candle.high = Math.max(candle.high, later.high);', 'void later.high;']),
  },
  {
    name: 'mids-without-a-side',
    clause: 'GETMIDS',
    what: 'The mid of a market with an empty side is its other side.',
    takes: 'a book with an empty side',
    make: () =>
      patched([
        'engine/prices.ts',
        `  if (bid === 0 || ask === 0) return market.index;
  return divHalf`,
        `  if (bid === 0 || ask === 0) return bid + ask > 0 ? (bid + ask) * market.spec.tickUnits : market.index;
  return divHalf`,
      ]),
  },
  {
    name: 'specs-uncached',
    clause: 'AGG-CONTRACT-SPECS',
    what: 'The contract specs have no Cache-Control.',
    make: () =>
      patched([
        'exchange/reads/aggregator.ts',
        'served(listed(context).map(contractSpecOf), CACHED)',
        'served(listed(context).map(contractSpecOf))',
      ]),
  },
  {
    name: 'last-trade-is-the-last-price',
    clause: 'GETMARKETPRICES',
    what: 'last_price is that of the last execution, wherever the book stands.',
    make: () =>
      patched([
        'engine/prices.ts',
        `  if (bid > 0 && lastTrade < bid) return bid;
  if (ask > 0 && lastTrade > ask) return ask;
`,
        `  void [bid, ask];
`,
      ]),
  },
  {
    name: 'public-sees-ten-of-a-sweep',
    clause: 'PUBTRADE-FIELD-TRADEID',
    what: 'Of the executions of one order the public sees ten.',
    make: () =>
      patched([
        'exchange/history/public-trades.ts',
        '  add({ trade, at, takerSide, price, quantity }: TradedEvent): void {',
        `  #taker = 0;
  #count = 0;

  add({ trade, at, takerSide, price, quantity, taker }: TradedEvent): void {
    this.#count = this.#taker === taker.order ? this.#count + 1 : 1;
    this.#taker = taker.order;
    if (this.#count > 10) return;`,
      ]),
  },
  {
    name: 'history-of-ten-fills',
    clause: 'GETORDERHISTORY-ROWS-PER-ORDER',
    what: 'Of the fills of one order the history keeps ten.',
    make: () =>
      patched(
        [
          'exchange/history/orders.ts',
          `    this.#state(event.at, fill.order, order, fill.complete ? 'filled' : 'partially filled', sink, turn, reason);`,
          `    const count = (this.#fills.get(fill.order) ?? 0) + 1;
    this.#fills.set(fill.order, count);
    if (count <= 10 || fill.complete) this.#state(event.at, fill.order, order, fill.complete ? 'filled' : 'partially filled', sink, turn, reason);`,
        ],
        [
          'exchange/history/orders.ts',
          `  #row = 0;
`,
          `  #row = 0;
  readonly #fills = new Map<OrderNo, number>();
`,
        ],
      ),
  },
  {
    name: 'oldest-of-five-thousand-candles',
    clause: 'R-123',
    what: 'Of more than 5,000 candles getCandles lists the oldest.',
    make: () =>
      patched([
        'exchange/reads/info/getCandles.ts',
        'views.candles({ symbol, ...query }).toReversed()',
        `(query.limit < 5_000
      ? views.candles({ symbol, ...query })
      : views.candles({ symbol, ...query, limit: 0 }).slice(0, 5_000)
    ).toReversed()`,
      ]),
  },
  {
    name: 'a-candle-more-where-it-is-asked-for',
    clause: 'R-123',
    what: 'getCandles lists 5,001 candles for a request with that limit.',
    make: () => patched(['contract/actions/info/getCandles.ts', 'Math.min(limit, CANDLES_MAX)', 'limit']),
  },
  {
    name: 'all-candles-without-a-limit',
    clause: 'R-123',
    what: 'getCandles lists as many candles without a limit as a response has room for.',
    make: () => patched(['contract/actions/info/getCandles.ts', 'limit === 0 ? CANDLES_MAX', 'limit === 0 ? 0']),
  },
  {
    name: 'history-without-a-limit-has-no-end',
    clause: 'R-123',
    what: 'getOrderHistory lists as many records without a limit as a response has room for.',
    make: () =>
      patched([
        'exchange/reads/trade/history/getOrderHistory.ts',
        'limit: size ?? PAGE_MAX',
        'limit: size ?? PAGE_MAX + 1_000',
      ]),
  },
  {
    name: 'winners-of-every-draw',
    clause: 'R-123',
    what: 'getLotteryMyWinningTickets without an epoch goes through all that were drawn.',
    make: () =>
      patched([
        'exchange/reads/trade/lottery/getLotteryMyWinningTickets.ts',
        'drawn.slice(-DRAWN_MAX)',
        'drawn.slice(-DRAWN_MAX - 8)',
      ]),
  },
  {
    name: 'winners-of-the-first-draws',
    clause: 'R-123',
    what: 'getLotteryMyWinningTickets without an epoch goes through the five that were drawn first.',
    make: () =>
      patched([
        'exchange/reads/trade/lottery/getLotteryMyWinningTickets.ts',
        'drawn.slice(-DRAWN_MAX)',
        'drawn.slice(0, DRAWN_MAX)',
      ]),
  },
];
