/**
 * The zero-intelligence model without an exchange: two lists of prices. It tells apart what belongs to the model from what an exchange
 * adds to it. Orders have one size; rates are per second, prices whole ticks.
 */
export interface Rates {
  /** Limit orders on each side, per tick. */
  readonly limit: number;
  /** Market orders of both sides. */
  readonly market: number;
  /** Cancellations of each resting order. */
  readonly cancel: number;
  /** Ticks from the best price of the other side within which limit orders stand. */
  readonly reach: number;
}

const SEED = 7;
/** The first part of a run fills the book. */
const WARM_SHARE = 0.2;

/** Mean spread over time, in ticks, of a run of so many events. */
export function plainSpread({ limit, market, cancel, reach }: Rates, events: number): number {
  const random = randomFrom(SEED);
  const bids = [-1];
  const asks = [1];
  let [area, time] = [0, 0];
  for (let event = 0; event < events; event += 1) {
    const [bid, ask] = [Math.max(...bids), Math.min(...asks)];
    const limits = limit * reach;
    const cancels = cancel * (bids.length + asks.length);
    const all = 2 * limits + market + cancels;
    const wait = -Math.log(1 - random()) / all;
    if (event >= events * WARM_SHARE) {
      area += (ask - bid) * wait;
      time += wait;
    }
    const drawn = random() * all;
    if (drawn < limits) bids.push(ask - 1 - Math.floor(random() * reach));
    else if (drawn < 2 * limits) asks.push(bid + 1 + Math.floor(random() * reach));
    else if (drawn < 2 * limits + market) {
      const [side, best] = random() < 0.5 ? [asks, ask] : [bids, bid];
      remove(side, side.indexOf(best));
    } else {
      const place = Math.floor(random() * (bids.length + asks.length));
      if (place < bids.length) remove(bids, place);
      else remove(asks, place - bids.length);
    }
  }
  return area / time;
}

/** The last order of a side stays, so that there is always a spread. */
function remove(side: number[], place: number): void {
  if (side.length > 1) side.splice(place, 1);
}

/** A small generator of even numbers from 0 to 1: the same on each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
