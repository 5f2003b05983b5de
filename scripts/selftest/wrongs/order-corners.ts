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
          'exchange/history/row-cells.ts',
          "fills ? formatAverage(spec, fills.value, fills.lots) : '',",
          'fills ? formatAverage(spec, globalThis.LAST_FILLS.get(`${row.order} ${fills.lots}`)[0], globalThis.LAST_FILLS.get(`${row.order} ${fills.lots}`)[1]) : "",',
        ],
        ['exchange/history/orders.ts', 'triggerPrice, fills };', 'triggerPrice, fills: withLast(no, order) };'],
        [
          'exchange/history/orders.ts',
          'function resize(',
          `const SEEN = new WeakMap();
// Rows are written and read on one thread, and have no room for it.
globalThis.LAST_FILLS = new Map();
function withLast(no, order) {
  const { fills } = order;
  if (fills === null) return null;
  const before = SEEN.get(order) ?? { value: 0n, lots: 0, last: [fills.value, fills.lots] };
  const last = fills.lots > before.lots ? [fills.value - before.value, fills.lots - before.lots] : before.last;
  SEEN.set(order, { value: fills.value, lots: fills.lots, last });
  globalThis.LAST_FILLS.set(\`\${no} \${fills.lots}\`, last);
  return fills;
}
function resize(`,
        ],
      ),
  },
  {
    name: 'client-ids-without-case',
    clause: 'PLACEORDERS-ITEM-CLIENTID',
    what: 'A client id is refused while an order lives whose id differs in case alone.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
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
        'contract/actions/trade/orders/cancelOrders.ts',
        'targets.flatMap(({ ref }) => (',
        'targets.slice(0, [...targets, { ref: undefined }].findIndex(({ ref }) => !ref)).flatMap(({ ref }) => (',
      ]),
  },
  {
    name: 'expiry-without-a-reason',
    clause: 'ORDER-FIELD-CANCELREASON',
    what: 'The history gives no reason for the end of an order that expired.',
    make: () => patched(['contract/words.ts', "expired: 'EXPIRED',", 'expired: null,']),
  },
  {
    name: 'modified-and-immortal',
    clause: 'PLACEORDERS-TYPE-LIMITGTD',
    what: 'A limitGtd order that was modified does not expire any more.',
    make: () =>
      patched([
        'engine/orders/evolve-order.ts',
        'order.trimmed = event.trimmed;\n  order.updatedAt',
        'order.trimmed = event.trimmed;\n  state.timers.removeOfOrder(order.no);\n  order.updatedAt',
      ]),
  },
  {
    name: 'fires-only-beyond',
    clause: 'PLACEORDERS-TYPE-TRIGGERSL',
    what: 'A conditional order does not fire at its trigger price, only beyond it.',
    make: () =>
      patched([
        'engine/book/books.ts',
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
          'contract/orders/order-record.ts',
          'averagePrice: formatAverage(spec, order.filledValue, order.filled, spec.priceExponent),',
          'averagePrice: firstOf(order.no, formatAverage(spec, order.filledValue, order.filled, spec.priceExponent)),',
        ],
        [
          'contract/orders/order-record.ts',
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
        'engine/orders/cancel-switch.ts',
        `  const orders = [...account.open.values()].flatMap((open) => [...open.orders]).sort((a, b) => a - b);
  const commands = orders.map((order): Command => ({
    type: 'CancelOrder',
    account: no,
    order: { no: order },
    cause: 'scheduled',
  }));`,
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
  {
    name: 'modify-reports-what-is-left',
    clause: 'MODIFYORDER-RESP-CUMQTY',
    what: 'cumQty in the response to a modify is what has not filled yet.',
    make: () =>
      patched([
        'contract/orders/modify.ts',
        '...(filled && filled.filled > 0 ? fillFields(market, filled) : {}),',
        `...(filled && filled.filled > 0
      ? { ...fillFields(market, filled), cumQty: formatLots(market.spec, event.quantity - filled.filled) }
      : {}),`,
      ]),
  },
  {
    name: 'total-size-of-the-order',
    clause: 'PLACEORDERS-STATUS-FILLED',
    what: 'totalSize is the quantity of the order, although only a part has filled.',
    make: () =>
      patched([
        'contract/orders/statuses.ts',
        'const totalSize = formatLots(spec, lots);',
        'const totalSize = formatLots(spec, order.quantity);',
      ]),
  },
  {
    name: 'modified-is-created-anew',
    clause: 'ORDER-FIELD-CREATEDTIME',
    what: 'createdTime of an open order is the moment of its last modify.',
    make: () =>
      patched([
        'engine/orders/evolve-order.ts',
        'order.trimmed = event.trimmed;\n  order.updatedAt',
        `order.trimmed = event.trimmed;
  Object.assign(order, { createdAt: event.at });
  order.updatedAt`,
      ]),
  },
  {
    name: 'fired-and-called-market',
    clause: 'TRADE-FIELD-ORDERTYPE',
    what: 'Trades of a conditional order that has fired are those of a market or a limit order.',
    make: () =>
      patched([
        'exchange/history/order-terms.ts',
        `"orderType":"\${kind}"`,
        `"orderType":"\${kind.replace(/^(?:stop|takeProfit)(Market|Limit)$/, (_, word) => word.toLowerCase())}"`,
      ]),
  },
  {
    name: 'client-ids-of-the-whole-wallet',
    clause: 'PLACEORDERS-ITEM-CLIENTID',
    what: 'A client id is refused while another subaccount of the same owner has an order with it.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
        'refuseTakenClientId(account, order.clientId) ??',
        `[...state.accounts.values()]
      .filter(({ owner }) => owner === account.owner)
      .reduce<Refusal | null>((refusal, own) => refusal ?? refuseTakenClientId(own, order.clientId), null) ??`,
      ]),
  },
  {
    name: 'cancel-all-spares-what-waits',
    clause: 'CANCELALLORDERS-TYPE-TRIGGER',
    what: 'cancelAllOrders leaves conditional orders that wait for their trigger.',
    make: () =>
      patched([
        'contract/actions/trade/orders/cancelAllOrders.ts',
        'return order ? [{',
        'return order && order.trigger === null ? [{',
      ]),
  },
  {
    name: 'modify-batch-stops-at-the-first',
    clause: 'MODIFYORDERBATCH',
    what: 'After a modify of a batch that is rejected, the others are too.',
    make: () =>
      patched([
        'engine/engine.ts',
        '      const outcome = this.#run(command);',
        `      const failed = command.type === 'ModifyOrder' && outcomes.slice(0, index).find(({ refusal }) => refusal !== null);
      const outcome: CommandOutcome = failed ? { refusal: failed.refusal, events: [] } : this.#run(command);`,
      ]),
  },
  {
    name: 'isolated-margin-halved',
    clause: 'UPDATEISOLATEDMARGIN',
    what: 'Isolated margin may be taken out until half of what position and orders require is left.',
    make: () =>
      patched([
        'engine/risk/isolated.ts',
        ': refuseUncovered(state, market, withMargin(account, symbol, held));',
        `: 2n * (held + minBig(0n, unrealizedPnlIn(market, account))) < marketInitialMargin(market, account)
        ? refuse('INSUFFICIENT_MARGIN')
        : null;`,
      ]),
  },
  {
    name: 'leverage-forgets-open-orders',
    clause: 'UPDATELEVERAGE-ERR-MARGIN',
    what: 'A new leverage has to be covered for positions alone, whatever orders are open.',
    make: () =>
      patched([
        'engine/risk/isolated.ts',
        '(grows ? refuseUncovered(state, market, after) : null)',
        '(grows ? refuseUncovered(state, market, { ...after, open: new FewMap() }) : null)',
      ]),
  },
  {
    name: 'owner-never-meets-himself',
    clause: 'R-62',
    what: 'An order is refused that would meet an order of another subaccount of the same owner.',
    make: () =>
      patched([
        'engine/orders/place-order.ts',
        "if (met.meetsOwn) return refuse('SELF_TRADE_PREVENTED');",
        `const own = [...state.accounts.values()].filter(({ owner }) => owner === account.owner);
  const meets = own.some(({ no }) => probe(market, no, { side: order.side, lots: order.quantity, limit }).meetsOwn);
  if (meets) return refuse('SELF_TRADE_PREVENTED');`,
      ]),
  },
];
