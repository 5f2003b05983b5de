import { listOf, objectOf } from '../bodies.ts';
import { lists, orders, resigned, rows, unsigned } from '../make.ts';
import type { Body, Rewriting, Wrong } from '../wrong.ts';

/** Conditional orders, linked orders and TWAPs, and what is kept of an order's life. */
export const LIFECYCLE: readonly Wrong[] = [
  {
    name: 'triggers-the-wrong-way',
    clause: 'PLACEORDERS-TYPE-TRIGGERSL',
    what: 'A stop waits for the price to rise, a take-profit for it to fall.',
    make: () => ({
      ...orders((order) => {
        if (order.orderType === 'triggerSl') order.orderType = 'triggerTp';
        else if (order.orderType === 'triggerTp') order.orderType = 'triggerSl';
      }),
      ...rows(['getOpenOrders', 'getOrderHistory'], (row) => {
        if (row.type === 'STOP_LOSS') row.type = 'TAKE_PROFIT';
        else if (row.type === 'TAKE_PROFIT') row.type = 'STOP_LOSS';
      }),
    }),
  },
  {
    name: 'triggers-watch-the-mark-alone',
    clause: 'ORDER-FIELD-TRIGGERPRICETYPE',
    what: 'A trigger on the last price watches the mark.',
    make: () =>
      unsigned(['placeOrders'], (params) => {
        for (const item of listOf(params.orders)) if (item.triggerPriceType === 'last') item.triggerPriceType = 'mark';
      }),
  },
  {
    name: 'former-trigger-price-types',
    clause: 'VERSION-TRIGGERPRICETYPE-SHORT',
    what: 'triggerPriceType is spelled mark_price and last_price.',
    make: () =>
      rows(['getOpenOrders', 'getOrderHistory'], (row) => {
        row.triggerPriceType = `${String(row.triggerPriceType)}_price`;
      }),
  },
  {
    name: 'siblings-live-on',
    clause: 'STATE-ORDER-SIBLING-NORMALTPSL',
    what: 'Orders of a group know nothing of one another.',
    make: () =>
      resigned(['placeOrders'], (params) => {
        if (params.grouping === 'normalTpsl') params.grouping = 'na';
      }),
  },
  {
    name: 'siblings-go-unrecorded',
    clause: 'STATE-ORDER-SIBLING-HISTORY',
    what: 'A sibling that is cancelled leaves no row in the history.',
    make: () => lists(['getOrderHistory'], (all) => all.filter((row) => row.cancelReason !== 'SIBLING_TRIGGERED')),
  },
  {
    name: 'linked-orders-as-null',
    clause: 'ORDERREF-LINKED-OMITTED',
    what: 'An order without a take-profit says so with null.',
    make: () =>
      rows(['getOpenOrders', 'getOrderHistory'], (row) => {
        row.takeProfitOrder ??= null;
      }),
  },
  {
    name: 'latest-state-only',
    clause: 'GETORDERHISTORY-ROWS-PER-ORDER',
    what: 'The history keeps one row of an order, its latest.',
    make: () => lists(['getOrderHistory'], latestOfEach),
  },
  {
    name: 'straight-to-cancelled',
    clause: 'STATE-ORDER-CANCELLING-THEN-CANCELLED',
    what: 'The history does not show that an order was being cancelled.',
    make: () => lists(['getOrderHistory'], (all) => all.filter((row) => row.status !== 'cancelling')),
  },
  {
    name: 'equal-times-oldest-first',
    clause: 'GETORDERHISTORY-TIE-ORDER',
    what: 'Rows of one moment come in ascending order.',
    make: () => lists(['getOrderHistory'], tiesReversed),
  },
  {
    name: 'quantity-shrinks',
    clause: 'ORDER-FIELD-QUANTITY',
    what: 'The quantity of an order is what has filled.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        if (row.filledQuantity !== '0') row.quantity = row.filledQuantity;
      }),
  },
  {
    name: 'unfilled-at-zero',
    clause: 'ORDER-FILLEDPRICE-EMPTY',
    what: 'The fill price of an order without fills is 0.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        if (row.filledPrice === '') row.filledPrice = '0';
      }),
  },
  {
    name: 'market-orders-at-zero',
    clause: 'ORDER-PRICE-EMPTY-MARKET',
    what: 'The price of a market order is 0.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        if (row.price === '') row.price = '0';
      }),
  },
  {
    name: 'no-canceller-at-zero',
    clause: 'ORDER-CANCELLEDAT-OMITTED',
    what: 'Records of orders that were not cancelled say so with a time of 0.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        row.cancelledAt ??= 0;
      }),
  },
  {
    name: 'slices-every-minute',
    clause: 'TWAP-INTERVAL-DEFAULT',
    what: 'A TWAP that names no interval trades every 60 s.',
    // No signature covers the timing of a TWAP.
    make: () =>
      twaps((item) => {
        if (item.intervalSeconds === undefined || item.intervalSeconds === 0) item.intervalSeconds = 60;
      }),
  },
  {
    name: 'twap-of-299-seconds',
    clause: 'TWAP-DURATION-MIN',
    what: 'A TWAP of 299 s is taken for one of 300.',
    make: () =>
      twaps((item) => {
        if (item.durationSeconds === 299) item.durationSeconds = 300;
      }),
  },
  {
    name: 'twap-of-any-variance',
    clause: 'TWAP-SIZEVARIANCE-STEP',
    what: 'A size variance between the hundreds is rounded down.',
    make: () =>
      twaps((item) => {
        if (typeof item.sizeVarianceBps === 'number') item.sizeVarianceBps -= item.sizeVarianceBps % 100;
      }),
  },
  {
    name: 'twap-progress-for-ever',
    clause: 'TWAP-DETAILS-ABSENT-HISTORY',
    what: 'The history shows the progress of a TWAP too.',
    make: () =>
      rows(['getOrderHistory'], (row) => {
        if (row.type === 'TWAP') row.twapDetails = { totalTrades: 10 };
      }),
  },
  {
    name: 'twap-fills-uncounted',
    clause: 'TWAP-RECORD-FILLEDQUANTITY',
    what: 'The parent of a TWAP has filled nothing, whatever its chunks have.',
    make: () =>
      rows(['getOpenOrders', 'getOrderHistory'], (row) => {
        if (row.type === 'TWAP') row.filledQuantity = '0';
      }),
  },
];

const twaps = (change: (item: Body) => void): Rewriting =>
  unsigned(['placeOrders'], (params) => {
    if (params.grouping === 'twap') listOf(params.orders).forEach(change);
  });

function latestOfEach(all: Body[]): Body[] {
  const seen = new Set<unknown>();
  return all.filter((row) => {
    const id = objectOf(row.order).venueId;
    const isFirst = !seen.has(id);
    seen.add(id);
    return isFirst;
  });
}

/** Rows stay in the order of their times; those of one time turn round. */
function tiesReversed(all: Body[]): Body[] {
  const groups = new Map<unknown, Body[]>();
  for (const row of all) groups.set(row.updatedTime, [row, ...(groups.get(row.updatedTime) ?? [])]);
  return [...groups.values()].flat();
}
