import type { Lots, Ticks } from '../../kernel/units.ts';
import type { LiquiditySpec } from '../config.ts';
import type { Side } from '../orders/order-terms.ts';

export type HistoryLiquidity = Extract<LiquiditySpec, { kind: 'history' }>;
export type QueueModel = HistoryLiquidity['queue'];
export type QueueWeight = NonNullable<HistoryLiquidity['weight']>;

export const QUEUE_MODELS: readonly QueueModel[] = ['behind', 'proportional', 'probability'];
export const QUEUE_WEIGHTS: readonly QueueWeight[] = ['linear', 'square', 'cube', 'log'];

/** What history offers at one price from now on; 0 lots when the level is gone. */
export interface HistoryLevel {
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

/** Levels of the book that have changed at one moment, or all that it has (`snapshot`). Each level is there once. */
export interface SetHistoryDepth {
  readonly type: 'SetHistoryDepth';
  readonly symbol: string;
  readonly levels: readonly HistoryLevel[];
  readonly snapshot: boolean;
}

/** A trade that took place; `side` is that of its taker. */
export interface HistoryTrade {
  readonly type: 'HistoryTrade';
  readonly symbol: string;
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

/**
 * One message of the life of a recorded order. `add` rests it, `reduce` takes a part of it away and `remove` all of it,
 * `execute` trades with it. Side, price and quantity are those of the order and of the message, also where the order is known.
 */
export interface HistoryOrder {
  readonly type: 'HistoryOrder';
  readonly symbol: string;
  readonly event: HistoryEvent;
  /** Id of the record; empty for an execution of an order that was never shown. */
  readonly id: string;
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
}

export type HistoryEvent = 'add' | 'reduce' | 'remove' | 'execute';

export const HISTORY_EVENTS: readonly HistoryEvent[] = ['add', 'reduce', 'remove', 'execute'];

/** The longest id of a recorded order. */
export const HISTORY_ID_MAX = 64;

export type HistoryCommand = SetHistoryDepth | HistoryTrade | HistoryOrder;

/** Lots of one level or trade: sums of many levels stay safe integers. */
export const HISTORY_LOTS_MAX: Lots = 1_000_000_000_000;
