import { meanOf } from '../../src/lab/market/statistics.ts';

/** Strategies that everybody tries first, as functions of what anybody sees. None may earn after fees beyond chance. */

/** What is seen at one second; the newest last in the lists. */
export interface Seen {
  /** Seconds since the start. */
  readonly second: number;
  /** Mids of the seconds so far. */
  readonly mids: readonly number[];
  /** Distances of the mid from the index so far, as shares. */
  readonly distances: readonly number[];
  /** Bids less asks over their sum, of five levels. */
  readonly imbalance: number;
  /** The estimated rate of the hour; longs pay where it is above 0. */
  readonly fundingRate: number;
  /** Taker orders of the last second: their sizes, above 0 for buys. */
  readonly takers: readonly number[];
  /** Ms until the next full hour, when funding is settled. */
  readonly toHourMs: number;
}

type Direction = -1 | 0 | 1;

/** A strategy that takes. */
interface TakingBot {
  readonly name: string;
  readonly does: string;
  /** The position that it wants now, in units of its size; null leaves it as it is. */
  readonly wants: (seen: Seen) => Direction | null;
}

const BP = 1e-4;
const MOVE_BP = 6;
const LOOK_S = 60;
const BASIS_BP = 3;
const BASIS_MEAN_S = 600;
const IMBALANCE = 0.6;
const IMBALANCE_S = 3;
const HARVEST_MS = 120_000;
const LARGE = 0.2;
const AHEAD_S = 2;

const signOf = (value: number): Direction => (value > 0 ? 1 : value < 0 ? -1 : 0);

/** The sign of a move of a minute that is large enough; null between two minutes, so that a position is held until the next. */
function moveOf({ mids, second }: Seen): Direction | null {
  if (second % LOOK_S !== 0 || mids.length <= LOOK_S) return null;
  const move = (mids.at(-1) ?? 0) / (mids.at(-1 - LOOK_S) ?? 1) - 1;
  return Math.abs(move) < MOVE_BP * BP ? 0 : signOf(move);
}

/** The strategy that makes: `trivial-course.ts` carries it out. */
export const TOUCH = 'naive touch maker';

export const TAKING_BOTS: readonly TakingBot[] = [
  {
    name: 'momentum',
    does: `goes with a move of the last minute of at least ${MOVE_BP} bp, and is flat after a smaller one`,
    wants: moveOf,
  },
  {
    name: 'reversal',
    does: 'goes against such a move',
    wants: (seen) => {
      const move = moveOf(seen);
      return move === null ? null : signOf(-move);
    },
  },
  {
    name: 'index against book',
    does: `buys where the mid is ${BASIS_BP} bp lower against the index than in the mean of ten minutes, sells where it is higher, and leaves once it is back`,
    wants: ({ distances }) => {
      if (distances.length < BASIS_MEAN_S) return null;
      const away = (distances.at(-1) ?? 0) - (meanOf(distances.slice(-BASIS_MEAN_S)) ?? 0);
      if (Math.abs(away) >= BASIS_BP * BP) return signOf(-away);
      return Math.abs(away) < (BASIS_BP * BP) / 10 ? 0 : null;
    },
  },
  {
    name: 'imbalance',
    does: `goes for ${IMBALANCE_S} seconds with a book whose imbalance of five levels is beyond ${IMBALANCE}`,
    wants: ({ imbalance, second }) => {
      if (second % IMBALANCE_S !== 0) return null;
      return Math.abs(imbalance) > IMBALANCE ? signOf(imbalance) : 0;
    },
  },
  {
    name: 'funding harvest',
    does: 'takes the side that receives funding two minutes before the hour, and leaves with the payment',
    wants: ({ toHourMs, fundingRate }) => {
      if (toHourMs > HARVEST_MS) return 0;
      return toHourMs === HARVEST_MS ? signOf(-fundingRate) : null;
    },
  },
  {
    name: 'sandwich',
    does: `sees takers of one side take ${LARGE} BTC more than the other within a second, goes ahead of the next part of the same large order, and leaves within ${AHEAD_S} seconds`,
    wants: ({ takers, second }) => {
      const taken = takers.reduce((sum, size) => sum + size, 0);
      if (Math.abs(taken) >= LARGE) return signOf(taken);
      return second % AHEAD_S === 0 ? 0 : null;
    },
  },
];

/** Every strategy: its name, and what it does in a sentence that its name begins. */
export const STRATEGIES: readonly { readonly name: string; readonly does: string }[] = [
  ...TAKING_BOTS,
  {
    name: TOUCH,
    does: 'keeps an order at both best prices, joins them anew once they have moved, and holds up to twenty orders either way',
  },
];
