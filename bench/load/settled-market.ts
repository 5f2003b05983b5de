import { formatScaled } from '../../src/kernel/decimal.ts';
import { type BenchEngine, PLAIN, SYMBOL, sideOf } from './bench-engine.ts';
import { median } from '../table/statistics.ts';
import { MID, type StreamCommand } from './stream.ts';

/** Lots of one BTC, and the positions in BTC: up to 3 times what the account has, so that bounds lie at all distances. */
const WHOLE = 100_000;
const LARGEST = 30;
/** Resting orders stand outside the reach of the stream and inside the price band, in ticks from the middle. */
const NEAREST = 1_500;
const SPREAD = 2_500;
const LOTS = 100;

/** Sends requests to an exchange one by one, each with the next number. */
export class Requests {
  readonly #bench: BenchEngine;
  #next = 0;

  constructor(bench: BenchEngine) {
    this.#bench = bench;
  }

  /** Places an order that must be accepted. */
  place(account: number, isBuy: boolean, price: number, lots: number): void {
    const sizes = { side: sideOf(isBuy), price: String(price), quantity: formatScaled(BigInt(lots), 5) } as const;
    const order = { type: 'PlaceOrder', account, symbol: SYMBOL, orderType: 'limitGtc', ...sizes, ...PLAIN } as const;
    if (!this.#bench.run(account, this.#next++, order)) throw new Error(`account ${account} is refused its order`);
  }

  /** Applies commands of the stream. Returns the microseconds of the engine for each; parsing is not counted. */
  stream(commands: readonly StreamCommand[]): number {
    return typicalUs(commands.length, (place, time) => {
      const input = this.#bench.inputOf(commandAt(commands, place), this.#next++);
      time(() => this.#bench.engine.apply(input));
    });
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.#next += ms;
    this.#bench.engine.apply({ kind: 'clock', at: this.#bench.timeOf(this.#next) });
  }
}

/** Gives each account a position, long or short. */
export function openPositions(requests: Requests, accounts: number): void {
  for (let account = 0; account + 1 < accounts; account += 2) {
    const lots = WHOLE * (1 + ((account / 2) % LARGEST));
    requests.place(account, false, MID, lots);
    requests.place(account + 1, true, MID, lots);
  }
}

/** Rests orders that no command of the stream reaches, dealt out to the accounts in turn. */
export function restOrders(requests: Requests, count: number, accounts: number): void {
  for (let order = 0; order < count; order += 1) {
    const isBuy = order % 2 === 0;
    const off = NEAREST + (order % SPREAD);
    requests.place(order % accounts, isBuy, MID + (isBuy ? -off : off), LOTS);
  }
}

function commandAt(commands: readonly StreamCommand[], place: number): StreamCommand {
  const command = commands[place];
  if (!command) throw new RangeError(`the stream has no command ${place}`);
  return command;
}

const GROUPS = 20;

/**
 * Microseconds of what `time` is called with, once in each of many goes: the median of twenty means, so that neither other
 * work on the machine nor one long collection of garbage makes a figure of its own.
 */
export function typicalUs(goes: number, go: (place: number, time: (work: () => void) => void) => void): number {
  const means: number[] = [];
  const size = Math.floor(goes / GROUPS);
  for (let group = 0; group < GROUPS; group += 1) {
    // Nanoseconds: what one go takes may be less than the steps of a coarser clock.
    let spent = 0n;
    const time = (work: () => void): void => {
      const started = process.hrtime.bigint();
      work();
      spent += process.hrtime.bigint() - started;
    };
    for (let place = group * size; place < (group + 1) * size; place += 1) go(place, time);
    means.push(Number(spent) / 1_000 / size);
  }
  return median(means);
}
