import {
  type Field,
  type FieldValue,
  NESTED_TYPES,
  PRIMARY_TYPES,
  type PrimaryType,
  type SignedFacts,
  signedMessage,
  structNameOf,
  type TypedMessage,
} from '../contract/signing.ts';

export type { SignedFacts } from '../contract/signing.ts';

/** Request fields as a caller gives them. */
export type Params = Readonly<Record<string, unknown>>;

/** Actions that are signed with a type of their own. */
const TYPE_OF: ReadonlyMap<string, PrimaryType> = new Map([
  ['placeOrders', 'PlaceOrders'],
  ['cancelOrders', 'CancelOrders'],
  ['cancelAllOrders', 'CancelAllOrders'],
  ['modifyOrder', 'ModifyOrder'],
  ['modifyOrderBatch', 'ModifyOrderBatch'],
  ['placeIsolatedOrder', 'PlaceIsolatedOrder'],
  ['updateIsolatedMargin', 'UpdateIsolatedMargin'],
  ['scheduleCancel', 'ScheduleCancel'],
  ['updateLeverage', 'UpdateLeverage'],
  ['addDelegatedSigner', 'AddDelegatedSigner'],
  ['removeDelegatedSigner', 'RemoveDelegatedSigner'],
  ['removeAllDelegatedSigners', 'RemoveAllDelegatedSigners'],
  ['createSubaccount', 'CreateSubaccount'],
  ['updateSubAccountName', 'UpdateSubAccountName'],
  ['transferCollateral', 'TransferCollateral'],
  ['withdrawCollateral', 'WithdrawCollateral'],
  ['withdraw', 'WithdrawCollateral'],
  ['voluntaryCollateralExchange', 'VoluntaryCollateralExchange'],
  ['voluntaryAutoExchange', 'VoluntaryCollateralExchange'],
  ['exchangeCollateral', 'VoluntaryCollateralExchange'],
]);

/** Params that are signed under another name than they are sent under. */
const SENT_AS: ReadonlyMap<string, string> = new Map([
  ['delegateAddress', 'walletAddress'],
  ['to', 'destinationSubAccountId'],
  ['sourceAsset', 'fromSymbol'],
  ['targetUSDTAmount', 'fromAmount'],
]);

/** The message a request of `action` is signed with (wire 1.2, 1.3). Everything without a type of its own signs its name. */
export function typedDataOf(action: string, params: Params, facts: SignedFacts): TypedMessage {
  const type = typeOf(action, params);
  if (type === undefined) return namedDataOf(action, facts);
  const fields: readonly Field[] = PRIMARY_TYPES[type];
  const values = { ...valuesOf(fields, params, params), masterSubAccountId: facts.subAccountId };
  return signedMessage(type, values as Readonly<Record<string, FieldValue>>, facts);
}

/** The name of an action as it is signed: form B where there is a nonce, else form A (wire 1.2). */
export const namedDataOf = (action: string, facts: SignedFacts): TypedMessage =>
  signedMessage(facts.nonce > 0n ? 'SubAccountActionNonce' : 'SubAccountAction', { action }, facts);

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

/** Orders that are named by client ids have types of their own. */
function typeOf(action: string, params: Params): PrimaryType | undefined {
  const type = TYPE_OF.get(action);
  if (type === 'CancelOrders' && params.clientOrderIds !== undefined) return 'CancelOrdersByCloid';
  if (type === 'ModifyOrder' && params.clientOrderId !== undefined) return 'ModifyOrderByCloid';
  return type;
}

/** The fields of a struct from the object that holds them; `request` is the params they are part of. */
const valuesOf = (fields: readonly Field[], source: Params, request: Params): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name, type }) => [
      name,
      valueOf(type, name, source[name] ?? source[SENT_AS.get(name) ?? ''], request),
    ]),
  );

function valueOf(type: Field['type'], name: string, sent: unknown, request: Params): unknown {
  switch (type) {
    case 'uint256':
      return idOf(sent);
    case 'bool':
      return sent === true;
    case 'address':
      return addressOf(sent);
    case 'string':
      // A JSON number is signed in decimal (wire 1.3).
      return name === 'leverage' && typeof sent === 'number' ? String(sent) : textOf(sent);
    case 'uint256[]':
      return listOf(sent).map(idOf);
    case 'string[]':
      return listOf(sent).map(textOf);
    case 'Order':
      // Loose clients send the order beside the other params.
      return valuesOf(NESTED_TYPES.Order, (sent ?? request) as Params, request);
    case 'Order[]':
      return listOf(sent).map((item) => orderOf(item as Params, request));
    case 'ModifyOrderItem[]':
      return listOf(sent).map((item) => valuesOf(NESTED_TYPES.ModifyOrderItem, item as Params, request));
  }
}

/** An order without a symbol is signed with the one beside the orders, as the server reads it. */
const orderOf = (item: Params, request: Params): Record<string, unknown> =>
  valuesOf(NESTED_TYPES.Order, textOf(item.symbol) === '' ? { ...item, symbol: request.symbol } : item, request);

const NO_ADDRESS = `0x${'0'.repeat(40)}`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

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
