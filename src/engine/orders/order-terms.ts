import type { AccountNo, OrderNo } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';

export type OrderType = 'limitGtc' | 'limitIoc' | 'limitGtd' | 'limitAlo' | 'market';

/** Decimal texts are normalized (`kernel/decimal.ts`), so that equal orders journal as equal bytes. */
export interface PlaceOrder {
  readonly type: 'PlaceOrder';
  readonly account: AccountNo;
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: OrderType;
  /** Empty for a market order. */
  readonly price: string;
  readonly quantity: string;
  readonly reduceOnly: boolean;
  readonly postOnly: boolean;
  /** Empty when the client gave none. */
  readonly clientId: string;
  /** Set for limitGtd only. */
  readonly expiresAt: TimeMs | null;
  readonly source: string;
}

/** Names one live order of `account`, by venue counter or by client id. */
export type OrderRef = { readonly no: OrderNo } | { readonly clientId: string };

export interface CancelOrder {
  readonly type: 'CancelOrder';
  readonly account: AccountNo;
  readonly order: OrderRef;
  /** Absent for a cancel that a user requested. */
  readonly cause?: 'scheduled';
}

/** Fields left null keep their value. `quantity` is the new total, not the remainder (wire 2.7). */
export interface ModifyOrder {
  readonly type: 'ModifyOrder';
  readonly account: AccountNo;
  readonly order: OrderRef;
  readonly price: string | null;
  readonly quantity: string | null;
  readonly triggerPrice: string | null;
}

export type Side = 'buy' | 'sell';

/** Returns +1 for a buy, -1 for a sell. */
export const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1);

/** Returns the other side. */
export const oppositeOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');
