import type { Lots, Ticks } from '../../kernel/units.ts';
import type { LiquiditySpec } from '../config.ts';
import type { Side } from '../orders/order-terms.ts';

export type HistoryLiquidity = Extract<LiquiditySpec, { kind: 'history' }>;
export type QueueModel = HistoryLiquidity['queue'];

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

export type HistoryCommand = SetHistoryDepth | HistoryTrade;

/** Lots of one level or trade: sums of many levels stay safe integers. */
export const HISTORY_LOTS_MAX: Lots = 1_000_000_000_000;
