import { mulDiv } from '../../../kernel/fixed-point.ts';
import type { Draw } from '../../../kernel/random.ts';
import type { Lots, Ticks, TimeMs } from '../../../kernel/units.ts';
import { type Side, signOf } from '../../orders/order-terms.ts';
import { remainingOf } from '../../orders/order.ts';
import type { Market, State } from '../../state.ts';
import type { DynamicsState, FactorState } from '../dynamics-spec.ts';
import { returnAhead } from '../dynamics.ts';
import type { PopulationSpec, SignalsSpec } from '../population-spec.ts';
import { isHeld } from '../price-steering.ts';

/** What makes flow and books carry information: known moves of the index, one-sided books, round figures, scheduled hours. */

const MILLION = 1_000_000;

interface Foreseen {
  readonly factor: FactorState | undefined;
  readonly foresightMs: TimeMs;
  readonly at: TimeMs;
  readonly ppb: number;
}

/** The profile of a day is read at the beginning of a minute, so that all who ask within it see the same, whoever asked first. */
const MINUTE_MS = 60_000;

/** What was foreseen from a state of a process, which is never changed: several traders ask between two of its steps. */
const FORESEEN = new WeakMap<DynamicsState, Foreseen>();

/**
 * The return of the index within the foresight of a market, in ppb: what the next steps of its process and of the common factor will draw.
 * Nothing is drawn ahead of its time, so that snapshots, branches and replays need no further state. 0 where something else than a
 * stochastic process decides the index: a script, a pin, a ramp or a stopped feed makes the knowledge void.
 */
export function foreseenPpb(state: State, market: Market, { foresightMs }: SignalsSpec): number {
  const { process } = market.spec;
  const { dynamics, indexRandom } = market;
  if (process.kind !== 'stochastic' || !dynamics || !indexRandom || isHeld(market)) return 0;
  const { factor } = state;
  const at = state.now - (state.now % MINUTE_MS);
  const known = FORESEEN.get(dynamics);
  if (known && known.factor === factor && known.foresightMs === foresightMs && known.at === at) return known.ppb;
  const steps = Math.max(1, Math.floor(foresightMs / process.stepMs));
  const ppb = returnAhead(state, at, process, { dynamics, random: indexRandom }, steps);
  FORESEEN.set(dynamics, { factor, foresightMs, at, ppb });
  return ppb;
}

/** A side that will gain is shown up to this much larger, and the other so much smaller, in ppm. */
const TILT_PPM = 800_000;

/** A size as makers who know the coming move show it: larger on the side that the price will move away from. */
export function tiltedLots({ signals, makers }: PopulationSpec, side: Side, ahead: number, lots: Lots): Lots {
  if (!signals || signals.makersKnowPpm === 0) return lots;
  const tilt = mulDiv(TILT_PPM, ahead, Math.abs(ahead) + 4 * makers.halfSpreadPpb);
  return mulDiv(lots, MILLION + signOf(side) * tilt, MILLION);
}

/** How far from the best price of a side orders count in the imbalance that makers read, and at most so many of them. */
const READ_PPM = 500;
const READ_MOST = 80;

/** Bids less asks over their sum near the best prices, in ppm: 0 where a side is empty. */
export function imbalancePpm(market: Market): number {
  const [bids, asks] = [nearLots(market, 'buy'), nearLots(market, 'sell')];
  return bids === 0 || asks === 0 ? 0 : mulDiv(bids - asks, MILLION, bids + asks);
}

function nearLots({ book }: Market, side: Side): Lots {
  const best = book.best(side);
  const farthest = best - signOf(side) * Math.floor((best * READ_PPM) / MILLION);
  let lots = 0;
  let orders = 0;
  for (let order = book.front(side); order && orders < READ_MOST; order = book.behind(order)) {
    if (signOf(side) * (order.price - farthest) < 0) break;
    lots += remainingOf(order);
    orders += 1;
  }
  return lots;
}

/** A size with one digit other than zero, the nearest to the drawn one. */
export function roundLots(lots: Lots): Lots {
  let power = 1;
  while (power * 10 <= lots) power *= 10;
  return Math.max(1, Math.round(lots / power)) * power;
}

/** Round prices are multiples of so many ticks. */
const ROUND_TICKS = 10;

/** True of a price that people prefer. */
export const isRoundPrice = (price: Ticks): boolean => price % ROUND_TICKS === 0;

/** The next round price away from the other side; the price itself where that would be none. */
export function roundPrice(side: Side, price: Ticks): Ticks {
  const part = price % ROUND_TICKS;
  if (part === 0) return price;
  return side === 'buy' ? (price > ROUND_TICKS ? price - part : price) : price - part + ROUND_TICKS;
}

/** Returns true where somebody prefers round figures this time. Nothing is drawn where a world asks for none. */
export const prefersRound = (signals: SignalsSpec | undefined, draw: Draw): boolean =>
  signals !== undefined && signals.roundPpm > 0 && draw.chance(signals.roundPpm);

const HOUR_MS = 3_600_000;
/** After the hour the book is whole again within a minute. */
const BACK_MS = 60_000;

/** Returns what is left of a size or a count at a moment, when books thin before full hours. */
export function afterThinning(signals: SignalsSpec | undefined, at: TimeMs, whole: number): number {
  if (!signals || signals.thinPpm === 0) return whole;
  const since = at % HOUR_MS;
  const left = HOUR_MS - since;
  const ramp =
    left <= signals.thinMs
      ? mulDiv(MILLION, signals.thinMs - left, signals.thinMs)
      : since < BACK_MS
        ? mulDiv(MILLION, BACK_MS - since, BACK_MS)
        : 0;
  return whole - mulDiv(whole, mulDiv(signals.thinPpm, ramp, MILLION), MILLION);
}
