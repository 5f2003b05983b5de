import { readFileSync } from 'node:fs';
import { changed, everyObject, listOf, objectOf, rename } from '../bodies.ts';
import { respondsItself, orders, patched, resigned, responses, unsigned } from '../make.ts';
import type { Body, Rewriting, Wrong } from '../wrong.ts';

const READS = ['getOpenOrders', 'getOrderHistory'];

/** Orders that are taken, kept, modified or cancelled wrongly. */
export const ORDERS: readonly Wrong[] = [
  {
    name: 'post-only-crosses',
    clause: 'PLACEORDERS-ITEM-OTHER',
    what: 'A post-only order trades.',
    // No signature covers it.
    make: () => unsigned(['placeOrders'], ({ orders: items }) => listOf(items).forEach((item) => delete item.postOnly)),
  },
  {
    name: 'immediate-orders-rest',
    clause: 'PLACEORDERS-TYPE-OTHER',
    what: 'What an immediate-or-cancel order cannot take stays on the book.',
    make: () =>
      orders((order) => {
        if (order.orderType === 'limitIoc') order.orderType = 'limitGtc';
      }),
  },
  {
    name: 'reduce-only-opens',
    clause: 'PLACEORDERS-ITEM-REDUCEONLY',
    what: 'A reduce-only order may open a position.',
    make: () =>
      orders((order) => {
        if (order.reduceOnly === true) order.reduceOnly = false;
      }),
  },
  {
    name: 'trades-with-itself',
    clause: 'PLACEORDERS-ITEM-OTHER',
    what: 'An order that meets one of the same subaccount is said to be filled.',
    make: () => otherEntry('SELF_TRADE_PREVENTED', (item) => filledEntry(item)),
  },
  {
    name: 'prices-between-ticks',
    clause: 'PLACEORDERS-ITEM-OTHER',
    what: 'A price off the tick is rounded.',
    make: () =>
      orders((order) => {
        order.price = cut(order.price, decimalsOf(order.symbol)?.price);
      }),
  },
  {
    name: 'quantities-between-lots',
    clause: 'ERR-INVALID-VALUE',
    what: 'A quantity off the lot is rounded.',
    make: () =>
      orders((order) => {
        order.quantity = cut(order.quantity, decimalsOf(order.symbol)?.quantity);
      }),
  },
  {
    name: 'batches-of-21',
    clause: 'PLACEORDERS-PARAM-ORDERS',
    what: 'Of 21 orders in a request the first 20 are taken.',
    make: () =>
      resigned(['placeOrders'], (params) => {
        if (Array.isArray(params.orders)) params.orders = params.orders.slice(0, 20);
      }),
  },
  {
    name: 'no-entry-for-the-rejected',
    clause: 'PLACEORDERS-RESP-STATUSES',
    what: 'A rejected order has no entry in the response.',
    make: () =>
      responses(['placeOrders'], (response) => ({
        statuses: listOf(objectOf(response).statuses).filter((entry) => entry.errorCode === undefined),
      })),
  },
  {
    name: 'cancelled-with-two-l',
    clause: 'PLACEORDERS-STATUS-CANCELED',
    what: 'The entry of a cancelled order is called cancelled.',
    make: () => entries((entry) => rename(entry, 'canceled', 'cancelled')),
  },
  {
    name: 'no-flat-id',
    clause: 'PLACEORDERS-STATUS-ID',
    what: 'An entry carries the order object and no longer the id.',
    make: () => entries((entry) => everyObject(entry, (object) => delete object.id)),
  },
  {
    name: 'venue-id-as-number',
    clause: 'ORDERREF-FIELD-VENUEID',
    what: 'The venue id of an order is a JSON number.',
    make: () => everyOrderOf(['placeOrders', ...READS], (order) => (order.venueId = Number(order.venueId))),
  },
  {
    name: 'no-client-id-is-null',
    clause: 'ORDERREF-CLIENTID-EMPTY',
    what: 'An order without a client id has one of null.',
    make: () =>
      everyOrderOf(['placeOrders', ...READS], (order) => {
        if (order.clientId === '') order.clientId = null;
      }),
  },
  {
    name: 'no-flat-order-id',
    clause: 'ORDERREF-FLAT-PRESENT',
    what: 'Records of orders have no orderId and no id beside the order object.',
    make: () =>
      responses(['modifyOrder', 'cancelOrders', 'placeOrders', ...READS], (response) =>
        everyObject(response, (object) => {
          if (object.order === undefined) return;
          delete object.orderId;
          delete object.id;
        }),
      ),
  },
  {
    name: 'cancels-nothing',
    clause: 'STATE-ORDER-CANCEL-ONE',
    what: 'A cancel is acknowledged, and the order stays.',
    make: () =>
      respondsItself(['cancelOrders'], ({ params }) => ({
        statuses: listOf(params.orderIds).map((id) => ({ canceled: { order: { venueId: id, clientId: '' }, id } })),
      })),
  },
  {
    name: 'cancels-everywhere',
    clause: 'CANCELALLORDERS-LIST',
    what: 'cancelAllOrders of one market takes those of the others along.',
    make: () =>
      resigned(['cancelAllOrders'], (params) => {
        if (Array.isArray(params.symbols) && /^[A-Z]+-[A-Z]+$/.test(String(params.symbols))) params.symbols = ['*'];
      }),
  },
  {
    name: 'wildcard-with-company',
    clause: 'CANCELALLORDERS-ERR-WILDCARD',
    what: 'A wildcard beside a market counts as a wildcard.',
    make: () =>
      resigned(['cancelAllOrders'], (params) => {
        if (Array.isArray(params.symbols) && params.symbols.includes('*')) params.symbols = ['*'];
      }),
  },
  {
    name: 'nothing-to-cancel-is-well',
    clause: 'CANCELALLORDERS-ERR-NONE',
    what: 'cancelAllOrders that finds no order responds with an empty list.',
    make: () => ({
      responded: (reply, call) =>
        call.action === 'cancelAllOrders' && reply.status === 404
          ? changed({ ...reply, status: 200 }, (body) => {
              body.status = 'ok';
              body.response = [];
              delete body.error;
            })
          : reply,
    }),
  },
  {
    name: 'modifies-nothing',
    clause: 'STATE-ORDER-MODIFY-REPLACES',
    what: 'A modify is acknowledged, and the order stays as it was.',
    make: () =>
      respondsItself(['modifyOrder'], ({ params: { orderId, price, quantity } }) => ({
        order: { venueId: orderId, clientId: '' },
        orderId,
        status: 'modified',
        ...(price !== undefined && { price }),
        ...(quantity !== undefined && { quantity }),
        timestamp: 0,
      })),
  },
  {
    name: 'modify-drops-what-is-left-out',
    clause: 'MODIFYORDER-KEEP-OMITTED',
    what: 'A modify of the price sets the quantity to 0.3.',
    make: () =>
      resigned(['modifyOrder'], (params) => {
        if (params.price !== undefined) params.quantity ??= '0.3';
      }),
  },
  {
    name: 'modify-loses-the-place',
    clause: 'STATE-ORDER-MODIFY-QUEUE',
    what: 'An order that becomes smaller goes to the back of the queue.',
    make: () => ({
      asked: async (call, backstage) => {
        const { subAccountId, orderId, price, quantity } = call.params;
        if (call.action !== 'modifyOrder' || price !== undefined || typeof quantity !== 'string') return call;
        await backstage.write(String(subAccountId), 'modifyOrder', { orderId, quantity: '9' });
        return call;
      },
    }),
  },
  {
    name: 'rejected-modify-is-400',
    clause: 'MODIFYORDER-REJECT-HTTP',
    what: 'A modify that the engine rejects fails as a request.',
    make: () => ({
      responded: (reply, call) =>
        call.action === 'modifyOrder' && reply.text.includes('"rejected"') ? { ...reply, status: 400 } : reply,
    }),
  },
  {
    name: 'modify-repeats-everything',
    clause: 'MODIFYORDER-RESP-QUANTITY',
    what: 'The response to a modify shows the quantity although it was not modified.',
    make: () =>
      responses(['modifyOrder'], (response) => {
        objectOf(response).quantity ??= '';
      }),
  },
  {
    name: 'close-position-ignored',
    clause: 'R-111',
    what: 'closePosition is ignored on an order that waits for no trigger.',
    make: () =>
      patched([
        'contract/orders/order-rules.ts',
        '    closePositionFault(item) ??\n',
        '    (item === null ? closePositionFault(item) : null) ??\n',
      ]),
  },
  {
    name: 'close-position-of-a-twap',
    clause: 'R-111',
    what: 'closePosition is ignored on a TWAP.',
    make: () =>
      patched([
        'contract/orders/order-rules.ts',
        'closePosition && FAMILIES.has(orderType)',
        `closePosition && orderType !== 'twap' && FAMILIES.has(orderType)`,
      ]),
  },
];

/** Markets of the worlds that are judged; each step of a price or a quantity is a power of ten there. */
const STEPS = new Map(
  (JSON.parse(readFileSync('fixtures/worlds/calm.json', 'utf8')) as { readonly markets: readonly Steps[] }).markets.map(
    (market) => [market.symbol, market],
  ),
);

interface Steps {
  readonly symbol: string;
  readonly priceIncrement: string;
  readonly orderSizeIncrement: string;
}

function decimalsOf(symbol: unknown): { readonly price: number; readonly quantity: number } | undefined {
  const steps = STEPS.get(String(symbol));
  const count = (step: string): number => step.split('.')[1]?.length ?? 0;
  return steps && { price: count(steps.priceIncrement), quantity: count(steps.orderSizeIncrement) };
}

/** A figure without the decimals beyond the step. */
function cut(figure: unknown, decimals: number | undefined): unknown {
  if (typeof figure !== 'string' || decimals === undefined) return figure;
  const [whole = '', rest = ''] = figure.split('.');
  return decimals === 0 ? whole : `${whole}.${rest.slice(0, decimals)}`.replace(/\.$/, '');
}

/** Changes the entries in the response to a placement. */
const entries = (change: (entry: Body) => void): Rewriting =>
  responses(['placeOrders', 'cancelOrders'], (response) => listOf(objectOf(response).statuses).forEach(change));

/** Puts another entry in place of those rejected with a code. */
const otherEntry = (code: string, instead: (item: Body) => Body): Rewriting =>
  responses(['placeOrders'], (response, call) => ({
    statuses: listOf(objectOf(response).statuses).map((entry, index) =>
      entry.errorCode === code ? instead(listOf(call.params.orders)[index] ?? {}) : entry,
    ),
  }));

const filledEntry = ({ quantity, price }: Body): Body => {
  const id = '1948058938469999999';
  return { filled: { order: { venueId: id, clientId: '' }, id, totalSize: quantity, avgPrice: price } };
};

/** Changes every identifier object of an order. */
const everyOrderOf = (actions: readonly string[], change: (order: Body) => void): Rewriting =>
  responses(actions, (response) =>
    everyObject(response, (object) => {
      if (typeof object.venueId === 'string') change(object);
    }),
  );
