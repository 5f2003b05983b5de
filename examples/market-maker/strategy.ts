/** What the bot sees before it quotes. Prices and sizes are in 1e-8. */
export interface View {
  /** 0n when the side is empty, without the bot's own orders. */
  readonly bestBid: bigint;
  readonly bestAsk: bigint;
  readonly mid: bigint;
  readonly tick: bigint;
  /** Signed: short is negative. */
  readonly position: bigint;
}

export interface Quotes {
  readonly bid: bigint;
  readonly ask: bigint;
}

export interface Strategy {
  /** Position at which the bot leans as far as it does. */
  readonly positionMax: bigint;
  /** How far both quotes move against the position, at the most. */
  readonly leanTicksMax: bigint;
}

/**
 * One tick better than the best of others on each side, so that the bot is first in the queue, but never across
 * the middle. A position moves both quotes against it: long sells cheaper and buys lower.
 */
export function quote(view: View, strategy: Strategy): Quotes {
  const { tick, mid } = view;
  const lean = leanTicks(view.position, strategy) * tick;
  const below = down(mid - 1n, tick);
  const above = up(mid + 1n, tick);
  const bid = view.bestBid === 0n ? below : least(view.bestBid + tick, below);
  const ask = view.bestAsk === 0n ? above : most(view.bestAsk - tick, above);
  return { bid: least(bid - lean, below), ask: most(ask - lean, above) };
}

function leanTicks(position: bigint, { positionMax, leanTicksMax }: Strategy): bigint {
  const lean = (position * leanTicksMax) / positionMax;
  return most(-leanTicksMax, least(lean, leanTicksMax));
}

const down = (price: bigint, tick: bigint): bigint => price - (price % tick);
const up = (price: bigint, tick: bigint): bigint => down(price + tick - 1n, tick);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
