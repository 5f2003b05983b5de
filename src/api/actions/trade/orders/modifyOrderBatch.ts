import { Type } from '@sinclair/typebox';
import { isRefusal, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { defineWrite, EVERY_ROLE } from '../../../action.ts';
import { isObject, type Json, type JsonObject } from '../../../json.ts';
import {
  type Change,
  changeOf,
  type ModifyResult,
  NamedModifyResult,
  modifyFault,
  modifyResultOf,
  readSentModify,
  type SentModify,
  toModifyOrder,
} from '../../../orders/modify.ts';
import { IdText, SubAccountParams } from '../../../primitives.ts';

const ORDERS_MAX = 10;

const ModifyOrderBatchResult = Type.Array(NamedModifyResult);

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
export const modifyOrderBatch = defineWrite<readonly Change[], ModifyResult[]>({
  name: 'modifyOrderBatch',
  summary: 'Change price and/or quantity of several open orders.',
  params: Type.Object({
    ...SubAccountParams,
    orders: Type.Array(
      Type.Object({
        orderId: IdText,
        price: Type.Optional(Type.String({ maxLength: 128 })),
        quantity: Type.Optional(Type.String({ maxLength: 128, description: 'New total quantity' })),
        triggerPrice: Type.Optional(Type.String({ maxLength: 128 })),
      }),
      { minItems: 1, maxItems: ORDERS_MAX },
    ),
  }),
  result: ModifyOrderBatchResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 5,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const items = readItems(params);
    if (isRefusal(items)) return items;
    const orders = items.map(({ id, price, quantity, triggerPrice }) => ({
      orderId: id.venueId,
      price,
      quantity,
      triggerPrice,
    }));
    return { type: 'ModifyOrderBatch', values: { subAccountId, orders, nonce, expiresAfter } };
  },
  parse: (params, context) => {
    const items = readItems(params);
    if (isRefusal(items)) return items;
    for (const [index, item] of items.entries()) {
      const fault = modifyFault(item);
      if (fault !== undefined) return invalid(`order ${index}: ${fault}`);
    }
    return items.map((item) => changeOf(item, context));
  },
  toCommands: (changes, context) => changes.flatMap((change) => toModifyOrder(change, context) ?? []),
  toResult: (changes, outcomes, context) => {
    let next = 0;
    return changes.map((change) => modifyResultOf(change, change.target.ref ? outcomes[next++] : undefined, context));
  },
});

/** Errors: VALIDATION_ERROR for the batch itself and for ids that cannot be signed; INVALID_FORMAT. */
function readItems(params: JsonObject): readonly SentItem[] | Refusal {
  const batch = readBatch(params.orders);
  if (isRefusal(batch)) return batch;
  const items: SentItem[] = [];
  for (const [index, value] of batch.entries()) {
    const item = isObject(value) ? readItem(value) : refuse('INVALID_FORMAT');
    if (!isRefusal(item)) items.push(item);
    else return item.code === 'VALIDATION_ERROR' ? invalid(`order ${index}: ${item.message}`) : item;
  }
  return items;
}

function readItem({ orderId, price, quantity, triggerPrice }: JsonObject): SentItem | Refusal {
  const named = { orderId, price, quantity, triggerPrice };
  const fields = Object.entries(named).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  const sent = readSentModify(Object.fromEntries(fields));
  if (isRefusal(sent)) return sent;
  return 'venueId' in sent.id ? { ...sent, id: sent.id } : refuse('INVALID_FORMAT');
}

function readBatch(orders: Json | undefined): readonly Json[] | Refusal {
  const list = orders ?? [];
  if (!Array.isArray(list)) return refuse('INVALID_FORMAT');
  if (list.length === 0) return invalid('modifyOrderBatch: orders array cannot be empty');
  return list.length > ORDERS_MAX
    ? invalid(`modifyOrderBatch: exceeds maximum batch size of ${ORDERS_MAX}`)
    : (list as readonly Json[]);
}

const invalid = (message: string): Refusal => refuse('VALIDATION_ERROR', message);
