import type { RandomStream } from '../../kernel/random.ts';
import type { TimeMs } from '../../kernel/units.ts';

/** What was drawn at the end of an epoch. */
export interface LotteryDraw {
  /** Five, ascending. */
  readonly balls: readonly number[];
  readonly bonus: number;
  /** 64 hex digits: the digest of what the draw started from, and of the draw. */
  readonly seedDigest: string;
  readonly drawDigest: string;
}

export interface LotteryState {
  /** What the next draw starts from. */
  random: RandomStream;
  /** By epoch, every one that has ended since the exchange began. */
  readonly draws: Map<number, LotteryDraw>;
}

export interface LotteryDrawnEvent {
  readonly type: 'LotteryDrawn';
  readonly at: TimeMs;
  readonly epoch: number;
  readonly draw: LotteryDraw;
  readonly random: RandomStream;
}
