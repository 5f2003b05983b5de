import { itemAt } from '../../../kernel/errors.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import type { Side } from '../../orders/order-terms.ts';
import { type Act, durationMs, type GroupRules, type Look, milliTicks, nextLookMs, takeWithin } from './group.ts';

const MILLION = 1_000_000;
const MINUTE_MS = 60_000;
/** Prices of the last minute that are remembered. */
const SAMPLES = 8;
/** The usual move of a minute, as an average over this time; at the start, and at least, in ppm of the price. */
const DEVIATION_MS = 7_200_000;
const FIRST_PPM = 700;
const LEAST_PPM = 100;
/** Mean absolute to standard deviation of a normal move. */
const TO_DEVIATION_PPM = 1_253_000;
/** Orders of a burst and the time between two, and how long the position is kept. */
const SHOTS_LOW = 3;
const SHOTS_HIGH = 8;
const BETWEEN_LOW_MS = 150;
const BETWEEN_HIGH_MS = 1_500;
const KEEP_MS = 120_000;
const SMALLEST_PPM = 400_000;
const LARGEST_PPM = 1_600_000;
const HUNT_SLIP_PPM = 1_500;
const HOME_SLIP_PPM = 300;

interface Memory {
  /** Mean absolute move of a minute, in thousandths of a tick. */
  readonly usual: number;
  /** Orders of the burst that are still to come, signed by direction. */
  readonly shots: number;
  /** No new hunt before, and no way home. */
  readonly until: TimeMs;
  readonly sampledAt: TimeMs;
  /** Prices about `MINUTE_MS / SAMPLES` apart, the oldest first. */
  readonly prices: readonly number[];
}

/** Follows jumps of the index, to be there when positions are liquidated: a burst in the direction of the jump, then home. */
export const HUNTERS: GroupRules = {
  accounts: () => ['hunter'],
  memory: () => [],
  act,
};

function act(look: Look): Act {
  const { market, spec, memory, draw } = look;
  const seen = observed(look, memory.length === 0 ? null : memoryOf(memory));
  const now = look.state.now;
  if (seen.shots !== 0) return shoot(look, seen);
  const direction = now < seen.until ? 0 : jumpOf(seen, spec.hunters.movePpm);
  if (direction !== 0) return shoot(look, { ...seen, shots: direction * draw.between(SHOTS_LOW, SHOTS_HIGH) });
  const afterMs = nextLookMs(market, spec.hunters.everyMs, draw);
  // The way home draws from a branch, so that what users do changes no later time.
  const home = now < seen.until ? null : homeward({ ...look, draw: draw.branch() });
  return { commands: home ? [home] : [], memory: plain(seen), afterMs };
}

const memoryOf = ([usual = 0, shots = 0, until = 0, sampledAt = 0, ...prices]: readonly number[]): Memory => ({
  usual,
  shots,
  until,
  sampledAt,
  prices,
});

const plain = ({ usual, shots, until, sampledAt, prices }: Memory): number[] => [
  usual,
  shots,
  until,
  sampledAt,
  ...prices,
];

/** Remembers the price if the last one is old enough, and what a minute usually brings. */
function observed({ state: { now }, market }: Look, known: Memory | null): Memory {
  const price = milliTicks(market);
  const least = Math.max(1, Math.floor((price * LEAST_PPM) / MILLION));
  if (!known)
    return { usual: Math.floor((price * FIRST_PPM) / MILLION), shots: 0, until: now, sampledAt: now, prices: [price] };
  const passed = now - known.sampledAt;
  if (passed < MINUTE_MS / SAMPLES) return { ...known, prices: [...known.prices.slice(0, -1), price] };
  const move = Math.abs(price - (known.prices[0] ?? price));
  const usual = known.usual + Math.trunc(((move - known.usual) * Math.min(passed, DEVIATION_MS)) / DEVIATION_MS);
  // After a long sleep nothing of the last minute is known.
  const prices = passed > MINUTE_MS ? [price] : [...known.prices.slice(-SAMPLES), price];
  return { ...known, usual: Math.max(least, usual), sampledAt: now, prices };
}

/** The direction of a jump within the last minute; 0 for none. */
function jumpOf({ usual, prices }: Memory, movePpm: number): -1 | 0 | 1 {
  const move = (prices.at(-1) ?? 0) - (prices[0] ?? 0);
  const deviation = Math.max(1, Math.floor((usual * TO_DEVIATION_PPM) / MILLION));
  if (Math.abs(move) * MILLION < deviation * movePpm) return 0;
  return move > 0 ? 1 : -1;
}

/** One order of the burst. After the last the hunter waits, then goes home. */
function shoot({ state, market, spec, accounts, draw }: Look, seen: Memory): Act {
  const side: Side = seen.shots > 0 ? 'buy' : 'sell';
  const lots = Math.floor((spec.hunters.lots * draw.between(SMALLEST_PPM, LARGEST_PPM)) / MILLION);
  const account = itemAt(accounts, 0);
  const wish = { account, side, lots: Math.max(market.spec.minLots, Math.min(lots, market.spec.maxLimitLots)) };
  const order = takeWithin(market, { ...wish, reduceOnly: false }, HUNT_SLIP_PPM);
  const shots = seen.shots - (seen.shots > 0 ? 1 : -1);
  const afterMs = draw.between(BETWEEN_LOW_MS, BETWEEN_HIGH_MS);
  // After the last order the minute begins anew, so that no jump is hunted twice.
  const over = { ...seen, until: state.now + durationMs(KEEP_MS, draw), prices: seen.prices.slice(-1) };
  return {
    commands: order ? [order] : [],
    memory: plain(shots === 0 ? { ...over, shots } : { ...seen, shots }),
    afterMs,
  };
}

/** A piece of the position is closed, until nothing is left. */
function homeward({ state, market, spec, accounts, draw }: Look): Command | null {
  const account = itemAt(accounts, 0);
  const held = accountOf(state, account).positions.get(market.spec.symbol)?.lots ?? 0;
  if (held === 0) return null;
  const size = Math.abs(held);
  const drawn = Math.floor((spec.hunters.lots * draw.between(SMALLEST_PPM, LARGEST_PPM)) / MILLION);
  const piece = Math.max(market.spec.minLots, drawn);
  const lots = Math.min(market.spec.maxLimitLots, size - piece < market.spec.minLots ? size : piece);
  return takeWithin(market, { account, side: held > 0 ? 'sell' : 'buy', lots, reduceOnly: true }, HOME_SLIP_PPM);
}
