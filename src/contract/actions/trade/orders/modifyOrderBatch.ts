import { Type, type Static } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse, wrongType } from '../../../../kernel/errors.ts';
import { EVERY_ROLE } from '../../../action.ts';
import type { Json } from '../../../json.ts';
import {
  changeOf,
  NamedModifyResult,
  modifyFault,
  modifyResultOf,
  type SentModify,
  toModifyOrder,
  CHANGE_FIELDS,
  type Change,
} from '../../../orders/modify.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, checked, objectOf, readInside } from '../../../fields/table.ts';
import { id, json } from '../../../fields/fields.ts';
import { parseVenueId } from '../../../orders/order-target.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_ORDER_ID } from '../../../example-values.ts';

const ORDERS_MAX = 10;

const ModifyOrderBatchResult = Type.Array(NamedModifyResult);

/** Another id than the signed one is ignored. */
const ITEM = fieldTable({ orderId: checked(id(), (sent = '') => parseVenueId(sent)), ...CHANGE_FIELDS }).refine(
  ({ orderId: venueId, ...changes }): SentItem => ({ id: { venueId }, ...changes }),
);

/** A modify of a batch names its order by venue id: the signed item has no other. */
type SentItem = SentModify & { readonly id: { readonly venueId: bigint } };

/**
 * Changes up to ten orders of one subaccount, each all or nothing and on its own.
 *
 * Cost:   5 tokens, whatever the size of the batch.
 * Errors: 400 VALIDATION_ERROR with nothing changed when an item is malformed; the engine's refusals are
 *         entries with status `rejected` inside a 200.
 * Source: clause MODIFYORDERBATCH; R-11, wire 2.8. Results are those of modifyOrder, in request order.
 */
export const modifyOrderBatch = defineWrite({
  name: 'modifyOrderBatch',
  summary: 'Change price and/or quantity of several open orders.',
  examples: [{ orders: [{ orderId: EXAMPLE_ORDER_ID, price: '94020' }] }],
  fields: fieldTable({
    orders: checked(json(Type.Array(objectOf(ITEM), { minItems: 1, maxItems: ORDERS_MAX })), readItems),
  }),
  result: ModifyOrderBatchResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: ({ orders }, request) => {
    const signed = orders.map(({ id, ...changes }) => ({ orderId: id.venueId, ...changes }));
    return signedMessage('ModifyOrderBatch', { orders: signed }, request);
  },
  parse: ({ orders: items }, context) => {
    for (const [index, item] of items.entries()) {
      const fault = modifyFault(item);
      if (fault !== undefined) return invalid(`order ${index}: ${fault}`);
    }
    return items.map((item) => changeOf(item, context));
  },
  toCommands: (changes, context) => changes.flatMap((change) => toModifyOrder(change, context) ?? []),
  toResult: (changes, outcomes, context) => {
    let next = 0;
    const resultOf = (change: Change) =>
      modifyResultOf(change, change.target.ref ? outcomes[next++] : undefined, context);
    // A venue id names its order in every result.
    return changes.map(resultOf) as Static<typeof ModifyOrderBatchResult>;
  },
});

/** Errors: VALIDATION_ERROR for the batch itself and for ids that cannot be signed; INVALID_FORMAT. */
function readItems(orders: Json | undefined): readonly SentItem[] | Refusal {
  const batch = readBatch(orders);
  if (isRefusal(batch)) return batch;
  const items: SentItem[] = [];
  for (const [index, value] of batch.entries()) {
    const item = readInside(ITEM, value, `orders[${index}]`);
    if (!isRefusal(item)) items.push(item);
    else return item.code === 'VALIDATION_ERROR' ? invalid(`order ${index}: ${item.message}`) : item;
  }
  return items;
}

function readBatch(orders: Json | undefined): readonly Json[] | Refusal {
  const list = orders ?? [];
  if (!Array.isArray(list)) return wrongType('orders', 'an array');
  if (list.length === 0) return invalid('modifyOrderBatch: orders array cannot be empty');
  return list.length > ORDERS_MAX
    ? invalid(`modifyOrderBatch: exceeds maximum batch size of ${ORDERS_MAX}`)
    : (list as readonly Json[]);
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
