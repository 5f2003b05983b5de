import { errors, isNotification, onStreams, patched } from '../make.ts';
import type { Rewriting, Wrong } from '../wrong.ts';

/** What the exchange reports wrongly of what it did right: pages, charges, routes, candles, transfers, streams. */
export const REPORTS: readonly Wrong[] = [
  {
    name: 'filtered-after-the-page',
    clause: 'GETOPENORDERS',
    what: 'getOpenOrders cuts the page first, and filters by symbol what is on it.',
    make: () =>
      patched([
        'exchange/reads/trade/orders/getOpenOrders.ts',
        'pageOf(matchingOrders(query, context), query)',
        'pageOf(matchingOrders({ ...query, symbol: undefined }, context), query).filter(({ symbol }) => query.symbol === undefined || symbol === query.symbol)',
      ]),
  },
  {
    name: 'more-after-an-exact-page',
    clause: 'GETTRADESFORPOSITION-RESP-HASMORE',
    what: 'getTradesForPosition says that there is more when the last page is exactly full.',
    make: () =>
      patched([
        'exchange/reads/trade/history/getTradesForPosition.ts',
        'offset + limit < total',
        'offset + limit <= total',
      ]),
  },
  {
    name: 'total-of-all-assets',
    clause: 'GETTRANSFERS-RESP-TOTAL',
    what: 'total of getTransfers counts the transfers of all assets, whichever the request names.',
    make: () => patched(['exchange/history/funds.ts', 'total: all.length };', 'total: window.to - window.from };']),
  },
  {
    name: 'cancels-charged-by-market',
    clause: 'RATE-COST-CANCELALLORDERS',
    what: 'cancelAllOrders takes two tokens for each market that it names.',
    make: () =>
      patched([
        'contract/actions/trade/orders/cancelAllOrders.ts',
        'cost: () => 2,',
        'cost: ({ symbols }) => 2 * Math.max(1, Array.isArray(symbols) ? symbols.length : 1),',
      ]),
  },
  {
    name: 'timeouts-are-final',
    clause: 'ERR-OPERATION-TIMEOUT',
    what: 'An OPERATION_TIMEOUT is marked as not retryable.',
    make: () =>
      errors((error) => {
        if (error.code === 'OPERATION_TIMEOUT') error.retryable = false;
      }),
  },
  {
    name: 'interest-valued-at-the-mark',
    clause: 'CONTRACT-FIELD-OPEN-INTEREST-USD',
    what: 'open_interest_usd is taken at the mark, not at the index.',
    make: () =>
      patched([
        'exchange/reads/aggregator.ts',
        'divHalfEven(BigInt(market.index), 10n',
        'divHalfEven(BigInt(market.mark) * BigInt(market.spec.tickUnits), 10n',
      ]),
  },
  {
    name: 'weeks-begin-on-thursday',
    clause: 'GETCANDLES',
    what: 'Weekly candles are counted from the first day of Unix time, a Thursday.',
    make: () => patched(['exchange/history/candle.ts', 'every(7 * DAY_MS, FIRST_MONDAY)', 'every(7 * DAY_MS)']),
  },
  {
    name: 'transfers-valued-after-the-haircut',
    clause: 'TRANSFER-FIELD-USDTNOTIONAL',
    what: 'usdtNotional of a transfer is its value after the haircut.',
    make: () =>
      patched([
        'engine/accounts/funds.ts',
        'const { value } = valueOfQuantity(state, spec, amount);',
        'const { adjusted: value } = valueOfQuantity(state, spec, amount);',
      ]),
  },
  {
    name: 'leverage-of-all-subaccounts',
    clause: 'UPDATELEVERAGE',
    what: 'A leverage that is set for one subaccount counts for every subaccount of its owner.',
    make: () =>
      patched([
        'engine/risk/isolated.ts',
        'accountOf(state, account).leverage.set(symbol, leverage);',
        `for (const own of state.accounts.values()) {
      if (own.owner === accountOf(state, account).owner) own.leverage.set(symbol, leverage);
    }`,
      ]),
  },
  {
    name: 'sorted-within-the-page',
    clause: 'GETPOSITIONS-PARAM-SORTBY',
    what: 'getPositions cuts the page of open positions first, and sorts what is on it.',
    make: () =>
      patched(
        ['exchange/reads/trade/positions/getPositions.ts', '    .sort((a, b) => compare(query, a, b));', ';'],
        [
          'exchange/reads/trade/positions/getPositions.ts',
          'return pageOf(found, query);',
          'return pageOf(found, query).sort((a, b) => compare(query, a, b));',
        ],
      ),
  },
  {
    name: 'history-by-creation',
    clause: 'GETORDERHISTORY-PARAM-STARTTIME',
    what: 'The window of getOrderHistory applies to when an order was placed, not to its rows.',
    make: () =>
      patched([
        'exchange/history/order-records.ts',
        'for (const state of log.statesThat(query)) {',
        `for (const state of log.statesThat({ ...query, from: 0, to: Number.MAX_SAFE_INTEGER })) {
    const { at } = log.orderOf(state.order);
    if (at < query.from || at > query.to) continue;`,
      ]),
  },
  ...onStreams([
    {
      name: 'funding-in-silence',
      clause: 'WS-EMISSION',
      what: 'No event tells a subaccount that funding was paid.',
      takes: 'a funding hour',
      make: () =>
        patched([
          'exchange/stream/sources/subaccount-updates.ts',
          "case 'FundingPaid': {",
          "case 'FundingPaid': {\n      if (event.lots !== 0) return [];",
        ]),
    },
    {
      name: 'orders-of-the-sibling-too',
      clause: 'WS-SUB-SUBACCOUNTUPDATES',
      what: 'The stream of a subaccount also carries the orders that other subaccounts of its owner place.',
      make: () =>
        patched([
          'exchange/stream/sources/order-news.ts',
          'if (facts.account !== this.#account) return null;',
          'if (accountOf(this.#state, facts.account).owner !== accountOf(this.#state, this.#account).owner) return null;',
        ]),
    },
    {
      name: 'last-fill-in-silence',
      clause: 'WS-EMISSION',
      what: 'The fill that completes an order is summed up, but has no trade event of its own.',
      make: () =>
        patched([
          'exchange/stream/sources/order-news.ts',
          'this.#send(tradeEvent(this.#state, trade, side, order), provenance);',
          'if (!side.complete) this.#send(tradeEvent(this.#state, trade, side, order), provenance);',
        ]),
    },
    {
      name: 'subscribed-twice-told-twice',
      clause: 'WS-SUB-FORMAT',
      what: 'Who subscribes to a stream twice gets everything twice.',
      make: () => toldTwice(),
    },
    {
      name: 'events-with-pnl-after-fees',
      clause: 'WS-EMISSION',
      what: 'realizedPnl of a trade event is what is left of it after the fee.',
      make: () =>
        patched([
          'exchange/stream/sources/order-news.ts',
          'realizedPnl: formatAmount(side.realizedPnl),',
          'realizedPnl: formatAmount(side.realizedPnl - side.fee),',
        ]),
    },
  ]),
];

/** Sends each notification of a connection again once it has asked for one stream twice. */
function toldTwice(): Rewriting {
  const asked = new Set<string>();
  let isTwice = false;
  return {
    said: (frame) => {
      const wanted = JSON.stringify(frame.params);
      if (frame.method === 'subscribe') {
        isTwice ||= asked.has(wanted);
        asked.add(wanted);
      }
      return [frame];
    },
    received: (frame) => (isTwice && isNotification(frame) ? [frame, frame] : [frame]),
  };
}
