import { type Static, Type } from '@sinclair/typebox';
import {
  AddressText,
  AssetText,
  ClientIdText,
  Closed,
  DecimalText,
  ErrorCodeWord,
  HashText,
  IdText,
  NameText,
  Nullable,
  OneOf,
  OptionalDecimalText,
  OrderIdentifier,
  SideWord,
  SymbolText,
  Time,
} from '../primitives.ts';
import { Permissions } from '../records/delegated-signer.ts';
import { AccountPosition, PositionRecord } from '../records/position-record.ts';
import { Collateral, MarginSummary } from '../records/subaccount-record.ts';
import { TradeRecord } from '../records/trade-record.ts';
import { TRIGGER_PRICE_TYPES } from '../words.ts';

/**
 * What `data` of a private push can be (wire 4.8); `eventType` decides. The events of spike protection
 * (wickInsurance...) are not among them: the exchange has no such protection.
 */

const about = { subAccountId: IdText } as const;

export const ORDER_EVENT_TYPES = [
  'orderPlaced',
  'orderModified',
  'orderPartiallyFilled',
  'orderFilled',
  'orderCancelled',
] as const;
export type OrderEventType = (typeof ORDER_EVENT_TYPES)[number];

export const STREAM_ORDER_STATUSES = ['open', 'partially_filled', 'filled', 'cancelled'] as const;
export type StreamOrderStatus = (typeof STREAM_ORDER_STATUSES)[number];

const ORDER_KINDS = [
  'limit',
  'market',
  'stopMarket',
  'stopLimit',
  'takeProfitMarket',
  'takeProfitLimit',
  'twap',
] as const;

const ORDER_FIELDS = {
  ...about,
  symbol: SymbolText,
  timestamp: Time,
  side: SideWord,
  orderType: OneOf(ORDER_KINDS),
  /** Empty for an order without a price. */
  price: OptionalDecimalText,
  quantity: DecimalText,
  filledQuantity: DecimalText,
  remainingQuantity: DecimalText,
  /** Equal to `createdAt`; both spellings are read. */
  created_at: Time,
  createdAt: Time,
  clientOrderId: Type.Optional(NameText),
  triggerPrice: Type.Optional(DecimalText),
  triggerPriceType: Type.Optional(OneOf(TRIGGER_PRICE_TYPES)),
  /** Flags are present where they are set. */
  reduceOnly: Type.Optional(Type.Literal(true)),
  postOnly: Type.Optional(Type.Literal(true)),
  closePosition: Type.Optional(Type.Literal(true)),
  expiresAt: Type.Optional(Time),
} as const;

const OrderEvent = Closed({
  eventType: OneOf(ORDER_EVENT_TYPES),
  order: OrderIdentifier,
  /** Deprecated; use `order.venueId`. */
  orderId: IdText,
  ...ORDER_FIELDS,
  status: OneOf(STREAM_ORDER_STATUSES),
  /** Why it ended unasked; `ADL` also where it filled because its position was deleveraged. */
  cancelReason: Type.Optional(NameText),
  /** The TWAP of which the order is a chunk. */
  parentOrder: Type.Optional(OrderIdentifier),
});
export type OrderEvent = Static<typeof OrderEvent>;

/** An order that the engine would not take never got a venue id. */
const OrderRejected = Closed({
  eventType: Type.Literal('orderRejected'),
  order: Closed({ venueId: Type.Literal(''), clientId: ClientIdText }),
  orderId: Type.Literal(''),
  ...ORDER_FIELDS,
  status: Type.Literal('rejected'),
  errorCode: ErrorCodeWord,
  error: NameText,
});
export type OrderRejected = Static<typeof OrderRejected>;

const TradeEvent = Closed({
  eventType: Type.Literal('trade'),
  ...about,
  ...TradeRecord.properties,
  /** Null when the execution closed it. */
  position: Nullable(PositionRecord),
});
export type TradeEvent = Static<typeof TradeEvent>;

const MarginUpdate = Closed({
  eventType: Type.Literal('marginUpdate'),
  ...about,
  timestamp: Time,
  crossMarginSummary: MarginSummary,
  /** Rows that changed since the last update. */
  collaterals: Type.Array(Collateral),
  positions: Type.Array(AccountPosition),
});

const LiquidationEvent = Closed({
  eventType: Type.Literal('liquidation'),
  ...about,
  timestamp: Time,
  symbol: SymbolText,
  side: SideWord,
  price: DecimalText,
  quantity: DecimalText,
  leverage: Type.Integer({ minimum: 1 }),
  tradeId: IdText,
  reason: OneOf(['MMR_BREACH', 'RMR_BREACH']),
});

const TakeoverEvent = Closed({
  eventType: Type.Literal('subAccountTakeover'),
  ...about,
  timestamp: Time,
  collaterals: Type.Array(Closed({ symbol: AssetText, quantity: DecimalText })),
  positions: Type.Array(Closed({ symbol: SymbolText, side: SideWord, quantity: DecimalText, price: DecimalText })),
});

export type TakeoverEvent = Static<typeof TakeoverEvent>;

const FundingEvent = Closed({
  eventType: Type.Literal('funding'),
  ...about,
  timestamp: Time,
  symbol: SymbolText,
  /** Signed. */
  positionSize: DecimalText,
  fundingRate: DecimalText,
  /** Negative was paid. */
  payment: DecimalText,
  indexPrice: DecimalText,
});

const DepositEvent = Closed({
  eventType: OneOf(['depositReceived', 'depositCredited']),
  ...about,
  collateral: AssetText,
  quantity: DecimalText,
  txHash: HashText,
  timestamp: Time,
});

const WithdrawalEvent = Closed({
  eventType: Type.Literal('withdrawal'),
  ...about,
  requestId: NameText,
  symbol: AssetText,
  amount: DecimalText,
  destination: AddressText,
  fee: DecimalText,
  timestamp: Time,
});

const WithdrawalStatus = Closed({
  eventType: Type.Literal('withdrawalStatus'),
  ...about,
  requestId: NameText,
  status: OneOf(['created', 'completed', 'failed']),
  txHash: Type.Optional(HashText),
  failureReason: Type.Optional(NameText),
  timestamp: Time,
});

const ExchangeEvent = Closed({
  eventType: Type.Literal('collateralExchange'),
  ...about,
  type: OneOf(['auto', 'voluntary']),
  fromCollateral: AssetText,
  toCollateral: AssetText,
  fromQuantity: DecimalText,
  toQuantity: DecimalText,
  fee: DecimalText,
  timestamp: Time,
});

const DelegationAdded = Closed({
  eventType: Type.Literal('delegationAdded'),
  ...about,
  delegateAddress: AddressText,
  permissions: Permissions,
  expiresAt: Type.Optional(Time),
  addedBy: AddressText,
  addedAt: Time,
});

const DelegationRevoked = Closed({
  eventType: Type.Literal('delegationRevoked'),
  ...about,
  delegateAddress: AddressText,
  revokedAt: Time,
});

export const SubAccountEvent = Type.Union([
  OrderEvent,
  OrderRejected,
  TradeEvent,
  MarginUpdate,
  LiquidationEvent,
  TakeoverEvent,
  FundingEvent,
  DepositEvent,
  WithdrawalEvent,
  WithdrawalStatus,
  ExchangeEvent,
  DelegationAdded,
  DelegationRevoked,
]);
export type SubAccountEvent = Static<typeof SubAccountEvent>;
