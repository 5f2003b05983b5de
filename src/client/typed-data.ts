import type { Field, FieldValue, PrimaryType, SignedOrder, TypedMessage } from '../api/signing.ts';
import { NESTED_TYPES, PRIMARY_TYPES, structNameOf } from '../api/signing.ts';

/** Request fields as a caller gives them. */
export type Params = Readonly<Record<string, unknown>>;

/** What stands beside the params in what is signed. Absent numbers are signed as 0 (wire 1.3). */
export interface SignedFacts {
  readonly subAccountId: bigint;
  readonly nonce: bigint;
  readonly expiresAfter: bigint;
}

/** The message a request of `action` is signed with (wire 1.2, 1.3). Everything without a type of its own signs its name. */
export function typedDataOf(action: string, params: Params, facts: SignedFacts): TypedMessage {
  const { subAccountId, nonce, expiresAfter } = facts;
  const tail = { nonce, expiresAfter };
  switch (action) {
    case 'placeOrders':
      return message('PlaceOrders', {
        subAccountId,
        orders: listOf(params.orders).map((item) => orderOf(item as Params)),
        grouping: textOf(params.grouping),
        ...tail,
      });
    case 'cancelOrders':
      return params.clientOrderIds === undefined
        ? message('CancelOrders', { subAccountId, orderIds: listOf(params.orderIds).map(idOf), ...tail })
        : message('CancelOrdersByCloid', {
            subAccountId,
            clientOrderIds: listOf(params.clientOrderIds).map(textOf),
            ...tail,
          });
    case 'cancelAllOrders':
      return message('CancelAllOrders', { subAccountId, symbols: listOf(params.symbols).map(textOf), ...tail });
    case 'modifyOrder': {
      const changes = {
        price: textOf(params.price),
        quantity: textOf(params.quantity),
        triggerPrice: textOf(params.triggerPrice),
        ...tail,
      };
      return params.clientOrderId === undefined
        ? message('ModifyOrder', { subAccountId, orderId: idOf(params.orderId), ...changes })
        : message('ModifyOrderByCloid', { subAccountId, clientOrderId: textOf(params.clientOrderId), ...changes });
    }
    default:
      return nonce > 0n
        ? message('SubAccountActionNonce', { subAccountId, action, ...tail })
        : message('SubAccountAction', { subAccountId, action, expiresAfter });
  }
}

/** The types of a message in the shape that EIP-712 libraries take: the primary struct and the structs inside it. */
export function typesOf(type: PrimaryType): Record<string, Field[]> {
  const fields: readonly Field[] = PRIMARY_TYPES[type];
  const types: Record<string, Field[]> = { [structNameOf(type)]: [...fields] };
  for (const field of fields) {
    const nested = field.type.replace('[]', '');
    if (nested === 'Order' || nested === 'ModifyOrderItem') types[nested] = [...NESTED_TYPES[nested]];
  }
  return types;
}

const message = (type: PrimaryType, values: Readonly<Record<string, FieldValue>>): TypedMessage => ({ type, values });

const orderOf = (item: Params): SignedOrder => ({
  symbol: textOf(item.symbol),
  side: textOf(item.side),
  orderType: textOf(item.orderType),
  price: textOf(item.price),
  triggerPrice: textOf(item.triggerPrice),
  quantity: textOf(item.quantity),
  reduceOnly: item.reduceOnly === true,
  isTriggerMarket: item.isTriggerMarket === true,
  clientOrderId: textOf(item.clientOrderId),
  closePosition: item.closePosition === true,
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

// An id that is no integer cannot be signed; 0 stands in, and the server says what is wrong with the id.
function idOf(value: unknown): bigint {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : textOf(value);
  return /^[0-9]{1,20}$/.test(text) ? BigInt(text) : 0n;
}
