import type { AccountNo, OrderNo, PositionNo } from '../../kernel/ids.ts';
import type { Lots, Ticks } from '../../kernel/units.ts';
import type { PlaceOrder, Side } from './order-terms.ts';

/** Orders that wait for a price, and the groups that link them to a main order or a position (wire 2.4). */

export type ConditionalType = 'triggerSl' | 'triggerTp';
/** Stored kinds of wire 2.3. */
export type ConditionalKind = 'stopMarket' | 'stopLimit' | 'takeProfitMarket' | 'takeProfitLimit';
export type TriggerPriceType = 'mark' | 'last';
/** `rising` fires when its price is at or above the trigger, `falling` when it is at or below. */
export type TriggerDirection = 'rising' | 'falling';

export interface Trigger {
  readonly price: Ticks;
  readonly priceType: TriggerPriceType;
  readonly direction: TriggerDirection;
}

/** Another order as a linked one names it. */
export interface OrderLink {
  readonly no: OrderNo;
  readonly clientId: string;
}

/** The place of an order in a linked group. A group is known by the number of its first order. */
export type GroupPlace =
  /** What is shown as linked: the first take profit and the first stop loss. */
  | { readonly role: 'main'; readonly takeProfit: OrderLink | null; readonly stopLoss: OrderLink | null }
  | {
      readonly role: 'child';
      readonly group: OrderNo;
      /** Counts from 0. Of the orders of a pair at most one fires (INV-22). */
      readonly pair: number;
      /** The order whose fills wake it; null when it covers a position that was there before. */
      readonly main: OrderNo | null;
      /** That position; null while there is a main order to wait for. */
      readonly position: PositionNo | null;
    };

/**
 * `working`: in the market, as every plain order is from the start. `asleep`: a child whose main order has
 * not filled. `armed`: it watches its trigger.
 */
export type OrderPhase = 'working' | 'asleep' | 'armed';

/** What a group knows while some of its conditionals still wait. */
export interface OrderGroup {
  readonly no: OrderNo;
  /** Null for conditionals of a position. */
  readonly main: OrderNo | null;
  mainLive: boolean;
  mainFilled: Lots;
  /** The position its armed conditionals close; null before the first fill of the main order. */
  position: PositionNo | null;
  /** Conditionals that are asleep or armed. */
  readonly waiting: Set<OrderNo>;
  /** Pairs one side of which has fired. */
  readonly fired: Set<number>;
}

export type ConditionalCommand = PlaceConditional | PlaceGroup;

/**
 * A conditional order of its own. Reduce-only, it closes whatever position it finds when it fires; otherwise it may open or
 * enlarge one.
 */
export interface PlaceConditional {
  readonly type: 'PlaceConditional';
  readonly account: AccountNo;
  readonly symbol: string;
  readonly side: Side;
  readonly orderType: ConditionalType;
  /** Limit of the fired order; empty for a market one. */
  readonly price: string;
  readonly triggerPrice: string;
  readonly triggerPriceType: TriggerPriceType;
  /** Not read when `closePosition` is set: the whole position as it is when the order fires. */
  readonly quantity: string;
  /** As signed. An order with `closePosition` or in a group is reduce-only without it. */
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  /** Empty when the client gave none. */
  readonly clientId: string;
  readonly source: string;
}

/** Linked orders of one market, accepted or refused as a whole. */
export interface PlaceGroup {
  readonly type: 'PlaceGroup';
  readonly account: AccountNo;
  readonly symbol: string;
  /** Null: the conditionals attach to the position that is there (positionTpsl). */
  readonly main: PlaceOrder | null;
  /** Each with a take profit, a stop loss, or both, in the order in which they get their numbers. */
  readonly pairs: readonly (readonly PlaceConditional[])[];
}

export type ConditionalEvent =
  /** A child wakes: its main order has a fill, and `position` is what it closes from now on. */
  | { readonly type: 'OrderArmed'; readonly order: OrderNo; readonly position: PositionNo }
  | {
      /** A trigger is due at `price`: the order goes to market with its quantity less what its position cannot take. */
      readonly type: 'OrderTriggered';
      readonly order: OrderNo;
      readonly price: Ticks;
      /** The original one; of an order with `closePosition` the whole position. */
      readonly quantity: Lots;
      readonly trimmed: Lots;
    };
