import { replyOf, bodyOf, changed, listOf, objectOf, textOf } from '../bodies.ts';
import { envelopes, lists, messageOf, refuses, responses, rows, serves, unsigned } from '../make.ts';
import type { Backstage, Body, Call, Rewriting, Wrong } from '../wrong.ts';

const DAY = 86_400_000;

/** Lists: what they hold, in which order, and how they are cut. The filters of a read are not signed. */
export const LISTS: readonly Wrong[] = [
  {
    name: 'trades-oldest-first',
    clause: 'GETTRADES-ORDERING',
    what: 'getTrades begins with the oldest.',
    make: () => lists(['getTrades'], (rows) => rows.reverse()),
  },
  {
    name: 'transfers-oldest-first',
    clause: 'GETTRANSFERS-ORDERING',
    what: 'getTransfers begins with the oldest.',
    make: () => lists(['getTransfers'], (rows) => rows.reverse()),
  },
  {
    name: 'sort-order-turned',
    clause: 'GETPOSITIONS-PARAM-SORTORDER',
    what: 'getPositions takes asc for desc.',
    make: () =>
      unsigned(['getPositions'], (params) => {
        if (params.sortOrder === 'asc') params.sortOrder = 'desc';
        else if (params.sortOrder === 'desc') params.sortOrder = 'asc';
      }),
  },
  {
    name: 'pages-overlap',
    clause: 'GETTRANSFERS-OFFSET-DEFAULT',
    what: 'Every page but the first begins with the last row of the one before.',
    make: () => shifted('getTransfers', 'offset', -1),
  },
  {
    name: 'page-of-100',
    clause: 'GETBALANCEUPDATES-LIMIT-DEFAULT',
    what: 'getBalanceUpdates returns 100 rows for a request without a limit.',
    make: () =>
      unsigned(['getBalanceUpdates'], (params) => {
        params.limit ??= 100;
      }),
  },
  {
    name: 'page-of-1001',
    clause: 'GETTRANSFERS-ERR-LIMIT-OVER',
    what: 'getTransfers takes a limit of 1001.',
    make: () => atMost('getTransfers', 'limit', 1000),
  },
  {
    name: 'page-of-999-at-most',
    clause: 'GETORDERHISTORY-LIMIT-MAX',
    what: 'getOrderHistory refuses a limit of 1000.',
    make: () =>
      refuses(['getOrderHistory'], ({ params }) => params.limit === 1000, [
        400,
        'VALIDATION_ERROR',
        'limit cannot exceed 999',
      ]),
  },
  {
    name: 'offset-of-10001',
    clause: 'GETPOSITIONHISTORY-OFFSET-OVER',
    what: 'getPositionHistory takes an offset of 10001.',
    make: () => atMost('getPositionHistory', 'offset', 10_000),
  },
  {
    name: 'never-more',
    clause: 'GETTRADES-RESP-HASMORE',
    what: 'getTrades says that nothing is left after any page.',
    make: () =>
      responses(['getTrades'], (response) => {
        objectOf(response).hasMore = false;
      }),
  },
  {
    name: 'total-of-the-page',
    clause: 'GETTRADES-RESP-TOTAL',
    what: 'total counts the rows of the page.',
    make: () =>
      responses(['getTrades'], (response) => {
        const body = objectOf(response);
        body.total = (body.trades as unknown[]).length;
      }),
  },
  {
    name: 'total-where-there-is-none',
    clause: 'GETTRADESFORPOSITION-RESP-NO-TOTAL',
    what: 'getTradesForPosition has a total.',
    make: () =>
      responses(['getTradesForPosition'], (response) => {
        objectOf(response).total = 1;
      }),
  },
  {
    name: 'both-sides',
    clause: 'GETORDERHISTORY-PARAM-SIDE',
    what: 'getOrderHistory passes over the side.',
    make: () => without('getOrderHistory', 'side'),
  },
  {
    name: 'any-status',
    clause: 'STATE-ORDER-FILTER-FILLED',
    what: 'getOrderHistory passes over the status.',
    make: () => without('getOrderHistory', 'status'),
  },
  {
    name: 'any-order',
    clause: 'GETTRADES-PARAM-ORDERID',
    what: 'getTrades passes over the order id.',
    make: () => without('getTrades', 'orderId'),
  },
  {
    name: 'first-of-two-kinds',
    clause: 'GETBALANCEUPDATES-FILTER-COMBINED',
    what: 'Of several kinds of balance updates the first is listed.',
    make: () =>
      unsigned(['getBalanceUpdates'], (params) => {
        if (typeof params.actionFilter === 'string') params.actionFilter = params.actionFilter.replace(/,.*$/, '');
      }),
  },
  {
    name: 'start-excluded',
    clause: 'GETORDERHISTORY-PARAM-STARTTIME',
    what: 'A record exactly at startTime is left out.',
    make: () => shifted('getOrderHistory', 'startTime', 1),
  },
  {
    name: 'end-excluded',
    clause: 'GETTRADES-PARAM-ENDTIME',
    what: 'A record exactly at endTime is left out.',
    make: () => shifted('getTrades', 'endTime', -1),
  },
  {
    name: 'old-names-of-bounds-ignored',
    clause: 'GETPOSITIONS-PARAM-FROMTIME',
    what: 'getPositions passes over fromTime.',
    make: () => without('getPositions', 'fromTime'),
  },
  {
    name: 'a-day-by-default',
    clause: 'GETORDERHISTORY-DEFAULT-BOTH',
    what: 'Without bounds the history is that of the last day.',
    make: () => ({
      asked: (call, backstage) => {
        const { startTime, endTime, fromTime, toTime } = call.params;
        if (
          call.action !== 'getOrderHistory' ||
          [startTime, endTime, fromTime, toTime].some((at) => at !== undefined)
        ) {
          return call;
        }
        return backstage.signedAnew(call, { ...call.params, startTime: backstage.now() - DAY });
      },
    }),
  },
  {
    name: 'seven-days-and-a-bit',
    clause: 'GETORDERHISTORY-RANGE-OVER-7D',
    what: 'A window of seven days and a millisecond is served.',
    make: () => serves(['getOrderHistory'], /^time range cannot exceed/, oneMillisecondShorter),
  },
  {
    name: 'a-year-and-a-bit',
    clause: 'GETBALANCEUPDATES-RANGE-365D',
    what: 'A window of 365 days and a millisecond is served.',
    make: () => serves(['getBalanceUpdates'], /^invalid request parameters$/, oneMillisecondShorter),
  },
  {
    name: 'no-thirty-day-cap',
    clause: 'GETTRADES-CAP-30D',
    what: 'getTrades has no limit on how far back a request may start.',
    make: () =>
      serves(['getTrades'], /30/, (_call, backstage) =>
        replyOf(200, { response: { trades: [], hasMore: false, total: 0 } }, backstage.now()),
      ),
  },
  {
    name: 'symbols-as-they-are-written',
    clause: 'GETPOSITIONS-SYMBOL-CASE',
    what: 'getPositions knows no symbol in lower case.',
    make: () =>
      refuses(['getPositions'], ({ params }) => /[a-z]/.test(textOf(params.symbol)), [
        400,
        'INVALID_FORMAT',
        'market name invalid',
      ]),
  },
  {
    name: 'unknown-market-matches-nothing',
    clause: 'CONV-SYMBOL-UNKNOWN',
    what: 'A filter for a market that does not exist returns an empty list.',
    make: () => ({
      responded: (reply, call, backstage) =>
        call.params.symbol === 'ABC-USDT' && messageOf(reply) === 'market name invalid'
          ? replyOf(200, { response: [] }, backstage.now())
          : reply,
    }),
  },
  {
    name: 'empty-symbol-is-invalid',
    clause: 'CONV-SYMBOL-EMPTY',
    what: 'An empty symbol is called invalid, not empty.',
    make: () =>
      envelopes('*', ({ error }) => {
        if (objectOf(error).message === 'market name empty') objectOf(error).message = 'market name invalid';
      }),
  },
  {
    name: 'funding-among-balance-updates',
    clause: 'GETBALANCEUPDATES-NO-FUNDING',
    what: 'Funding payments are listed as balance updates.',
    make: () => ({
      responded: async (reply, call, backstage) => {
        if (call.action !== 'getBalanceUpdates' || reply.status !== 200) return reply;
        const { subAccountId } = call.params;
        const params: Body = { action: 'getFundingPayments', subAccountId };
        const payments = await backstage.send(await backstage.signedAnew(call, params));
        const { fundingHistory } = objectOf(bodyOf(payments.text).response);
        return changed(reply, ({ response }) =>
          listOf(objectOf(response).balanceUpdates).push(...listOf(fundingHistory)),
        );
      },
    }),
  },
  {
    name: 'winner-is-not-told',
    clause: 'R-117',
    what: 'The history row of the order that reduces a deleveraged winner has no reason.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        if (row.status === 'filled') delete row.cancelReason;
      }),
  },
  {
    name: 'trades-of-a-twap-are-none',
    clause: 'R-118',
    what: 'getTrades with the id of a TWAP lists nothing, because its chunks trade.',
    make: () =>
      responses(['getTrades'], (response, { params }) => {
        const { trades } = objectOf(response);
        const ofIt = (trade: Body): boolean => params.orderId === undefined || trade.orderId === params.orderId;
        const left = listOf(trades).filter(ofIt);
        return { ...objectOf(response), trades: left, total: left.length };
      }),
  },
  {
    name: 'chunks-without-a-parent',
    clause: 'R-118',
    what: 'Records of chunks and of their trades do not name the TWAP.',
    make: () => rows(['getTrades', 'getOrderHistory'], (row) => delete row.parentOrder),
  },
  {
    name: 'parent-without-its-client-id',
    clause: 'R-118',
    what: 'Records of chunks name the TWAP without its client id.',
    make: () =>
      rows(['getTrades', 'getOrderHistory'], (row) => {
        if (row.parentOrder !== undefined) objectOf(row.parentOrder).clientId = '';
      }),
  },
];

/** Drops a filter. */
const without = (action: string, param: string): Rewriting => unsigned([action], (params) => delete params[param]);

/** Moves a number of a request. */
const shifted = (action: string, param: string, by: number): Rewriting =>
  unsigned([action], (params) => {
    if (typeof params[param] === 'number' && params[param] > 0) params[param] += by;
  });

/** Takes a number one above a bound for the bound. */
const atMost = (action: string, param: string, bound: number): Rewriting =>
  unsigned([action], (params) => {
    if (params[param] === bound + 1) params[param] = bound;
  });

function oneMillisecondShorter(call: Call, backstage: Backstage): Promise<Call> {
  const params = { ...call.params };
  const end = params.endTime === undefined ? 'toTime' : 'endTime';
  if (typeof params[end] === 'number') params[end] -= 1;
  return backstage.signedAnew(call, params);
}
