import { Decimal } from 'decimal.js';

/** What the bot sees before it quotes. */
export interface View {
  /** Best price of others; undefined when there is none. */
  readonly bestBid: Decimal | undefined;
  readonly bestAsk: Decimal | undefined;
  readonly mid: Decimal;
  readonly tick: Decimal;
  /** Signed: short is negative. */
  readonly position: Decimal;
}

export interface Quotes {
  readonly bid: Decimal;
  readonly ask: Decimal;
}

export interface Strategy {
  /** The position at which both quotes have moved as far as they may. */
  readonly positionMax: Decimal;
  /** How many ticks both quotes move against the position, at most. */
  readonly leanTicksMax: number;
}

/**
 * Quotes one tick better than the best of others on each side, so that the bot is first in the queue, but never across
 * the middle. A position moves both quotes against it: a long position sells cheaper and buys lower.
 */
export function quote(view: View, strategy: Strategy): Quotes {
  const { tick, mid, bestBid, bestAsk } = view;
  const lean = tick.times(leanTicks(view.position, strategy));
  const below = mid.div(tick).ceil().minus(1).times(tick);
  const above = mid.div(tick).floor().plus(1).times(tick);
  const bid = bestBid ? Decimal.min(bestBid.plus(tick), below) : below;
  const ask = bestAsk ? Decimal.max(bestAsk.minus(tick), above) : above;
  return { bid: Decimal.min(bid.minus(lean), below), ask: Decimal.max(ask.minus(lean), above) };
}

function leanTicks(position: Decimal, { positionMax, leanTicksMax }: Strategy): Decimal {
  const lean = position.times(leanTicksMax).div(positionMax).trunc();
  return lean.clamp(-leanTicksMax, leanTicksMax);
}
