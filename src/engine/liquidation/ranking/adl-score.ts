import type { PositionNo } from '../../../kernel/ids.ts';
import type { Units } from '../../../kernel/units.ts';

/** The figures of the ADL ranking: profit ratio (unrealized PnL / |cost|) times leverage, then the position number. */
export interface Score {
  readonly no: PositionNo;
  readonly unrealizedPnl: Units;
  /** Without its sign. */
  readonly cost: Units;
  readonly leverage: number;
}

/** Orders by highest score first, by cross-multiplication so that nothing is rounded, then by position number. */
export function compareScores(a: Score, b: Score): number {
  const left = a.unrealizedPnl * BigInt(a.leverage) * b.cost;
  const right = b.unrealizedPnl * BigInt(b.leverage) * a.cost;
  if (left !== right) return left > right ? -1 : 1;
  return a.no - b.no;
}
