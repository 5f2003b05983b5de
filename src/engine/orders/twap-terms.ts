import type { AccountNo, OrderNo, PositionNo } from '../../kernel/ids.ts';
import type { RandomStream } from '../../kernel/random.ts';
import type { Lots, TimeMs, Units } from '../../kernel/units.ts';
import type { Side } from './order-terms.ts';

/** How a TWAP parent slices itself; fixed when it is accepted (wire 2.4). */
export interface TwapPlan {
  readonly chunks: number;
  /** Size of every chunk but the last, before variance: total over count, rounded down to the lot. */
  readonly chunkLots: Lots;
  readonly intervalMs: TimeMs;
  readonly sizeVarianceBps: number;
  readonly intervalVarianceBps: number;
}

/** The progress of a live parent. */
export interface TwapProgress {
  /** Chunks that have had their turn, whether or not they reached the market. */
  sent: number;
  sentLots: Lots;
  /** Chunks that traded at all, and the number of the latest of them. */
  filledChunks: number;
  lastFilled: number;
  fees: Units;
}

/** Nothing sent, nothing filled. */
export const freshProgress = (): TwapProgress => ({
  sent: 0,
  sentLots: 0,
  filledChunks: 0,
  lastFilled: 0,
  fees: 0n,
});

export type TwapCommand = PlaceTwap | SendTwapChunk | EndTwap;

export interface PlaceTwap {
  readonly type: 'PlaceTwap';
  readonly account: AccountNo;
  readonly symbol: string;
  readonly side: Side;
  /** Worst acceptable price of every chunk; empty for market chunks. */
  readonly price: string;
  readonly quantity: string;
  readonly reduceOnly: boolean;
  readonly clientId: string;
  readonly source: string;
  readonly chunks: number;
  readonly intervalMs: TimeMs;
  readonly sizeVarianceBps: number;
  readonly intervalVarianceBps: number;
}

/** What a chunk timer asks for; no request can. */
export interface SendTwapChunk {
  readonly type: 'SendTwapChunk';
  readonly order: OrderNo;
}
export interface EndTwap {
  readonly type: 'EndTwap';
  readonly order: OrderNo;
}

export type TwapEvent =
  | {
      /** A chunk was due. `child` is null when the chunk was refused: its quantity is dropped. */
      readonly type: 'TwapChunkSent';
      readonly order: OrderNo;
      /** Counts from 1. */
      readonly chunk: number;
      readonly lots: Lots;
      readonly child: OrderNo | null;
      readonly random: RandomStream;
    }
  | {
      /** A child has traded: the parent's totals over all children (INV-24). */
      readonly type: 'TwapFilled';
      readonly order: OrderNo;
      readonly child: OrderNo;
      readonly filled: Lots;
      readonly filledValue: Units;
      readonly fees: Units;
      readonly filledChunks: number;
      /** The position that the child's execution was for. */
      readonly position: PositionNo;
      readonly complete: boolean;
    };
