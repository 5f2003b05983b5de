import type { Address } from '../kernel/ids.ts';

/**
 * The EIP-712 types of the contract (wire 1.1 and 1.2, R-11) and the value shapes that travel with them.
 * Field order is part of the hash. The fast encoder in `exchange/signatures/signature.ts` and every client read this table.
 */
export type FieldType =
  | 'uint256'
  | 'string'
  | 'bool'
  | 'address'
  | 'uint256[]'
  | 'string[]'
  | 'Order'
  | 'Order[]'
  | 'ModifyOrderItem[]';

/** True for a number that a `uint256` field can hold. Every reader of a signed number refuses any other. */
export const isUint256 = (value: bigint): boolean => value >= 0n && value < 2n ** 256n;

export interface Field<N extends string = string> {
  readonly name: N;
  readonly type: FieldType;
}

/** The names in a list such as `string symbol,uint256 nonce`. */
type NamesIn<T extends string> = T extends `${infer Head},${infer Rest}`
  ? NamesIn<Head> | NamesIn<Rest>
  : T extends `${string} ${infer Name}`
    ? Name
    : never;

const fields = <const T extends string>(text: T): readonly Field<NamesIn<T>>[] =>
  text.split(',').map((part) => {
    const [type, name] = part.split(' ');
    return { name: name as NamesIn<T>, type: type as FieldType };
  });

/** Structs nested inside a primary type. */
export const NESTED_TYPES: Readonly<Record<'Order' | 'ModifyOrderItem', readonly Field[]>> = {
  Order: fields(
    'string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition',
  ),
  ModifyOrderItem: fields('uint256 orderId,string price,string quantity,string triggerPrice'),
};

/** Primary types. `SubAccountActionNonce` is form B of SubAccountAction: same name in the hash, one field more. */
export const PRIMARY_TYPES = {
  PlaceOrders: fields('uint256 subAccountId,Order[] orders,string grouping,uint256 nonce,uint256 expiresAfter'),
  CancelOrders: fields('uint256 subAccountId,uint256[] orderIds,uint256 nonce,uint256 expiresAfter'),
  CancelOrdersByCloid: fields('uint256 subAccountId,string[] clientOrderIds,uint256 nonce,uint256 expiresAfter'),
  CancelAllOrders: fields('uint256 subAccountId,string[] symbols,uint256 nonce,uint256 expiresAfter'),
  ModifyOrder: fields(
    'uint256 subAccountId,uint256 orderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter',
  ),
  ModifyOrderByCloid: fields(
    'uint256 subAccountId,string clientOrderId,string price,string quantity,string triggerPrice,uint256 nonce,uint256 expiresAfter',
  ),
  ModifyOrderBatch: fields('uint256 subAccountId,ModifyOrderItem[] orders,uint256 nonce,uint256 expiresAfter'),
  PlaceIsolatedOrder: fields(
    'uint256 subAccountId,Order order,string leverage,string isolatedMargin,uint256 nonce,uint256 expiresAfter',
  ),
  UpdateIsolatedMargin: fields(
    'uint256 subAccountId,string symbol,string marginDelta,uint256 nonce,uint256 expiresAfter',
  ),
  ScheduleCancel: fields('uint256 subAccountId,uint256 timeoutSeconds,uint256 nonce,uint256 expiresAfter'),
  UpdateLeverage: fields('uint256 subAccountId,string symbol,string leverage,uint256 nonce,uint256 expiresAfter'),
  WithdrawCollateral: fields(
    'uint256 subAccountId,string symbol,string amount,address destination,uint256 nonce,uint256 expiresAfter',
  ),
  TransferCollateral: fields(
    'string amount,uint256 expiresAfter,uint256 nonce,uint256 subAccountId,string symbol,uint256 to',
  ),
  VoluntaryCollateralExchange: fields(
    'uint256 subAccountId,string sourceAsset,string targetUSDTAmount,uint256 nonce,uint256 expiresAfter',
  ),
  CreateSubaccount: fields('uint256 masterSubAccountId,string name,uint256 nonce,uint256 expiresAfter'),
  UpdateSubAccountName: fields('uint256 subAccountId,string name,uint256 nonce,uint256 expiresAfter'),
  AddDelegatedSigner: fields(
    'address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter,uint256 expiresAt,string[] permissions',
  ),
  RemoveDelegatedSigner: fields('address delegateAddress,uint256 subAccountId,uint256 nonce,uint256 expiresAfter'),
  RemoveAllDelegatedSigners: fields('uint256 subAccountId,uint256 nonce,uint256 expiresAfter'),
  SubAccountAction: fields('uint256 subAccountId,string action,uint256 expiresAfter'),
  SubAccountActionNonce: fields('uint256 subAccountId,string action,uint256 nonce,uint256 expiresAfter'),
  AuthMessage: fields('uint256 subAccountId,uint256 timestamp,string action'),
} as const satisfies Record<string, readonly Field[]>;

export type PrimaryType = keyof typeof PRIMARY_TYPES;

/** The struct name inside the hash: both forms of SubAccountAction share one. */
export const structNameOf = (type: PrimaryType): string =>
  type === 'SubAccountActionNonce' ? 'SubAccountAction' : type;

/** An order item as it is signed: absent texts are empty, absent flags false, nothing is normalized (wire 1.3). */
export interface SignedOrder {
  readonly symbol: string;
  readonly side: string;
  readonly orderType: string;
  readonly price: string;
  readonly triggerPrice: string;
  readonly quantity: string;
  readonly reduceOnly: boolean;
  readonly isTriggerMarket: boolean;
  readonly clientOrderId: string;
  readonly closePosition: boolean;
}

export interface SignedModify {
  readonly orderId: bigint;
  readonly price: string;
  readonly quantity: string;
  readonly triggerPrice: string;
}

export type FieldValue =
  | bigint
  | string
  | boolean
  | readonly bigint[]
  | readonly string[]
  | SignedOrder
  | readonly SignedOrder[]
  | readonly SignedModify[];

/** A message ready to be hashed: one value for each field of its type. */
export interface TypedMessage {
  readonly type: PrimaryType;
  readonly values: Readonly<Record<string, FieldValue>>;
}

/** What is signed beside the fields of an action; 0n stands for an absent number (wire 1.3). */
export interface SignedFacts {
  readonly subAccountId: bigint;
  readonly nonce: bigint;
  readonly expiresAfter: bigint;
}

/** The fields that an action gives to a message of a type. */
export type OwnFields<T extends PrimaryType> = Exclude<(typeof PRIMARY_TYPES)[T][number]['name'], keyof SignedFacts>;

/** The message of a type: its own fields from `values`, which may hold more, and the facts of the request. */
export function signedMessage<T extends PrimaryType>(
  type: T,
  values: Readonly<Record<OwnFields<T>, FieldValue>>,
  facts: SignedFacts,
): TypedMessage {
  const sent: Readonly<Record<string, FieldValue>> = values;
  const signed: Record<string, FieldValue> = {};
  for (const { name } of PRIMARY_TYPES[type] as readonly Field[]) {
    signed[name] = isFactName(name) ? facts[name] : (sent[name] as FieldValue);
  }
  return { type, values: signed };
}

const isFactName = (name: string): name is keyof SignedFacts =>
  name === 'subAccountId' || name === 'nonce' || name === 'expiresAfter';

/** The four facts a signature is bound to; only the name is configuration. */
export interface SigningDomain {
  readonly name: string;
  readonly version: '1';
  readonly chainId: 1;
  readonly verifyingContract: Address;
}

/** Returns the EIP-712 domain of a deployment with this name. */
export const signingDomain = (serviceName: string): SigningDomain => ({
  name: serviceName,
  version: '1',
  chainId: 1,
  verifyingContract: '0x0000000000000000000000000000000000000000',
});

export const DEFAULT_SERVICE_NAME = 'PerpSim';
