import type { Field, FieldValue, PrimaryType, SignedModify, SignedOrder, TypedMessage } from '../api/signing.ts';
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
        orders: listOf(params.orders).map((item) => orderOf(item as Params, textOf(params.symbol))),
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
    case 'modifyOrderBatch':
      return message('ModifyOrderBatch', {
        subAccountId,
        orders: listOf(params.orders).map((item) => modifyOf(item as Params)),
        ...tail,
      });
    case 'placeIsolatedOrder':
      return message('PlaceIsolatedOrder', {
        subAccountId,
        order: orderOf((params.order ?? params) as Params, ''),
        leverage: numberTextOf(params.leverage),
        isolatedMargin: textOf(params.isolatedMargin),
        ...tail,
      });
    case 'updateIsolatedMargin':
      return message('UpdateIsolatedMargin', {
        subAccountId,
        symbol: textOf(params.symbol),
        marginDelta: textOf(params.marginDelta),
        ...tail,
      });
    case 'scheduleCancel':
      return message('ScheduleCancel', { subAccountId, timeoutSeconds: idOf(params.timeoutSeconds), ...tail });
    case 'updateLeverage':
      return message('UpdateLeverage', {
        subAccountId,
        symbol: textOf(params.symbol),
        leverage: numberTextOf(params.leverage),
        ...tail,
      });
    case 'addDelegatedSigner':
      return message('AddDelegatedSigner', {
        delegateAddress: addressOf(params.walletAddress),
        subAccountId,
        ...tail,
        expiresAt: idOf(params.expiresAt),
        permissions: listOf(params.permissions).map(textOf),
      });
    case 'removeDelegatedSigner':
      return message('RemoveDelegatedSigner', {
        delegateAddress: addressOf(params.walletAddress),
        subAccountId,
        ...tail,
      });
    case 'removeAllDelegatedSigners':
      return message('RemoveAllDelegatedSigners', { subAccountId, ...tail });
    case 'createSubaccount':
      return message('CreateSubaccount', { masterSubAccountId: subAccountId, name: textOf(params.name), ...tail });
    case 'updateSubAccountName':
      return message('UpdateSubAccountName', { subAccountId, name: textOf(params.name), ...tail });
    case 'transferCollateral': {
      const to = idOf(params.to ?? params.destinationSubAccountId);
      const { amount, symbol } = params;
      return message('TransferCollateral', {
        amount: textOf(amount),
        ...tail,
        subAccountId,
        symbol: textOf(symbol),
        to,
      });
    }
    case 'withdrawCollateral':
    case 'withdraw':
      return message('WithdrawCollateral', {
        subAccountId,
        symbol: textOf(params.symbol),
        amount: textOf(params.amount),
        destination: addressOf(params.destination),
        ...tail,
      });
    case 'voluntaryCollateralExchange':
    case 'voluntaryAutoExchange':
    case 'exchangeCollateral':
      return message('VoluntaryCollateralExchange', {
        subAccountId,
        sourceAsset: textOf(params.sourceAsset ?? params.fromSymbol),
        targetUSDTAmount: textOf(params.targetUSDTAmount ?? params.fromAmount),
        ...tail,
      });
    default:
      return namedDataOf(action, facts);
  }
}

/** The name of an action as it is signed: form B where there is a nonce, else form A (wire 1.2). */
export function namedDataOf(action: string, { subAccountId, nonce, expiresAfter }: SignedFacts): TypedMessage {
  return nonce > 0n
    ? message('SubAccountActionNonce', { subAccountId, action, nonce, expiresAfter })
    : message('SubAccountAction', { subAccountId, action, expiresAfter });
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

/** An order without a symbol is signed with the one beside the orders, as the server reads it. */
const orderOf = (item: Params, symbol: string): SignedOrder => ({
  symbol: textOf(item.symbol) || symbol,
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

const NO_ADDRESS = `0x${'0'.repeat(40)}`;

const modifyOf = (item: Params): SignedModify => ({
  orderId: idOf(item.orderId),
  price: textOf(item.price),
  quantity: textOf(item.quantity),
  triggerPrice: textOf(item.triggerPrice),
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
// A JSON number is signed in decimal (wire 1.3).
const numberTextOf = (value: unknown): string => (typeof value === 'number' ? String(value) : textOf(value));

// An id that is no integer cannot be signed; 0 stands in, and the server says what is wrong with the id.
function idOf(value: unknown): bigint {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : textOf(value);
  return /^[0-9]{1,20}$/.test(text) ? BigInt(text) : 0n;
}

// The same for an address, which libraries refuse to sign in any but a valid casing.
function addressOf(value: unknown): string {
  const text = textOf(value).toLowerCase();
  return /^0x[0-9a-f]{40}$/.test(text) ? text : NO_ADDRESS;
}
