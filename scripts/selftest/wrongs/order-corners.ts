import { patched } from '../make.ts';
import type { Wrong } from '../wrong.ts';

/** What becomes of orders in rare places: batches, modifies, triggers, TWAPs, client ids and the dead man's switch. */
export const ORDER_CORNERS: readonly Wrong[] = [
  {
    name: 'filled-price-of-the-last-fill',
    clause: 'ORDER-FIELD-FILLEDPRICE',
    what: 'filledPrice in the history is the price of the latest fill, not the average.',
    make: () =>
      patched(
        [
          'projections/orders.ts',
          "fills ? formatAverage(spec, fills.value, fills.lots) : '',",
          "fills ? formatAverage(spec, ...lastOf(order)) : '',",
        ],
        [
          'projections/orders.ts',
          'function figuresText(',
          `const SEEN = new WeakMap();
function lastOf(order) {
  const { fills } = order;
  const before = SEEN.get(order) ?? { value: 0n, lots: 0, last: [fills.value, fills.lots] };
  const last = fills.lots > before.lots ? [fills.value - before.value, fills.lots - before.lots] : before.last;
  SEEN.set(order, { value: fills.value, lots: fills.lots, last });
  return last;
}
function figuresText(`,
        ],
      ),
  },
  {
    name: 'client-ids-without-case',
    clause: 'PLACEORDERS-ITEM-CLIENTID',
    what: 'A client id is refused while an order lives whose id differs in case alone.',
    make: () =>
      patched([
        'engine/orders/validate.ts',
        "return clientId !== '' && account.clientIds.has(clientId) ?",
        "return clientId !== '' && [...account.clientIds.keys()].some((id) => id.toLowerCase() === clientId.toLowerCase()) ?",
      ]),
  },
  {
    name: 'cancels-stop-at-an-unknown-order',
    clause: 'CANCELORDERS',
    what: 'What follows an unknown order in cancelOrders is not cancelled.',
    make: () =>
      patched([
        'api/actions/trade/orders/cancelOrders.ts',
        'targets.flatMap(({ ref }) => (',
        'targets.slice(0, [...targets, { ref: undefined }].findIndex(({ ref }) => !ref)).flatMap(({ ref }) => (',
      ]),
  },
  {
    name: 'expiry-without-a-reason',
    clause: 'ORDER-FIELD-CANCELREASON',
    what: 'The history gives no reason for the end of an order that expired.',
    make: () => patched(['api/words.ts', "expired: 'EXPIRED',", 'expired: null,']),
  },
  {
    name: 'modified-and-immortal',
    clause: 'PLACEORDERS-TYPE-LIMITGTD',
    what: 'A limitGtd order that was modified does not expire any more.',
    make: () =>
      patched([
        'engine/evolve-order.ts',
        'order.trimmed = event.trimmed;',
        'order.trimmed = event.trimmed;\n  state.timers.removeOfOrder(order.no);',
      ]),
  },
  {
    name: 'fires-only-beyond',
    clause: 'PLACEORDERS-TYPE-TRIGGERSL',
    what: 'A conditional order does not fire at its trigger price, only beyond it.',
    make: () =>
      patched([
        'engine/orders/conditional/trigger-book.ts',
        '(price - watch.price) * this.#direction > 0)',
        '(price - watch.price) * this.#direction >= 0)',
      ]),
  },
  {
    name: 'twap-average-of-the-first-chunk',
    clause: 'TWAPDETAILS-FIELD-AVERAGEPRICE',
    what: 'averagePrice of a TWAP stays what its first chunk has paid.',
    make: () =>
      patched(
        [
          'api/orders/twap-details.ts',
          'averagePrice: formatAverage(spec, order.filledValue, order.filled, spec.priceExponent),',
          'averagePrice: firstOf(order.no, formatAverage(spec, order.filledValue, order.filled, spec.priceExponent)),',
        ],
        [
          'api/orders/twap-details.ts',
          'export const TwapDetails',
          `const FIRST = new Map();
function firstOf(no, average) {
  if (!FIRST.has(no) && average !== '0') FIRST.set(no, average);
  return FIRST.get(no) ?? average;
}
export const TwapDetails`,
        ],
      ),
  },
  {
    name: 'switch-strikes-the-whole-wallet',
    clause: 'SCHEDULECANCEL',
    what: "The dead man's switch of one subaccount cancels the orders of all that its owner has.",
    make: () =>
      patched([
        'engine/orders/schedule-cancel.ts',
        `  const orders = [...account.open.values()].flatMap((open) => [...open.orders]).sort((a, b) => a - b);
  const commands = orders.map(
    (order): Command => ({ type: 'CancelOrder', account: no, order: { no: order }, cause: 'scheduled' }),
  );`,
        `  const commands = [...state.accounts.values()]
    .filter(({ owner }) => owner === account.owner)
    .flatMap((own) =>
      [...own.open.values()]
        .flatMap((open) => [...open.orders])
        .sort((a, b) => a - b)
        .map((order): Command => ({ type: 'CancelOrder', account: own.no, order: { no: order }, cause: 'scheduled' })),
    );`,
      ]),
  },
];
