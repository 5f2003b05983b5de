import { Type } from '@sinclair/typebox';
import type { AccountNo } from '../kernel/ids.ts';
import { Draw, type RandomStream, streamOf } from '../kernel/random.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { LatencyModel, LatencySpec } from '../engine/command.ts';
import type { State } from '../engine/state.ts';
import { DELAY_MS_MAX, LatencyModelSpec } from '../contract/control-fields.ts';
import { keysOf } from '../kernel/entries.ts';
import { readFields, wrong } from './read-fields.ts';

/** How a request comes: by itself, or over a connection that stays. */
export type Transport = 'rest' | 'ws';

/** Whose latency counts for a request; null where it is that of none. */
export interface Traveller {
  readonly account: AccountNo | null;
  readonly transport: Transport;
  /** It reads and changes nothing. */
  readonly reads: boolean;
}

/**
 * Times at which requests, responses and pushes of an account arrive. Whatever goes the same way keeps its order: a request or
 * response never arrives before an earlier one of its account and transport.
 */
export class Latencies {
  readonly #state: Readonly<State>;
  readonly #draws: LatencyDraws;
  /** Latest arrival by kind, account and transport, while it is still to come. */
  readonly #latest = new Map<string, TimeMs>();
  /** The input after which draws were last made, and how many since. */
  #input = -1;
  #drawn = 0;

  constructor(state: Readonly<State>) {
    this.#state = state;
    this.#draws = new LatencyDraws(state.config.seed);
  }

  /** No account has a latency, and nothing is on its way. */
  get idle(): boolean {
    return this.#state.latencies.size === 0 && this.#latest.size === 0;
  }

  /**
   * Arrival of a request or a response that sets out at `now` and takes `ms` anyway. The response to a read of an account that
   * has a latency of data and none of responses takes as long as a push: asking gives no newer data than following.
   */
  arrival(kind: 'entry' | 'response', { account, transport, reads }: Traveller, now: TimeMs, ms: TimeMs): TimeMs {
    if (account === null) return now + ms;
    const way = wayOf(kind, account, transport);
    const arrives = Math.max(now + ms + this.#draw(kind, account, reads), this.#latest.get(way) ?? now);
    if (arrives > now) this.#latest.set(way, arrives);
    return arrives;
  }

  /**
   * Arrival of a push that was made at `madeAt` on a connection of an account, and which stays behind the responses that
   * are on their way there (wire 4.8). Pushes of one time arrive together.
   */
  pushArrival(account: AccountNo | null, madeAt: TimeMs): TimeMs {
    if (account === null) return madeAt;
    const spec = this.#state.latencies.get(account)?.data;
    const ms = spec ? this.#draws.draw(spec, 'data', account, [madeAt, 0]) : 0;
    return Math.max(madeAt + ms, this.#latest.get(wayOf('response', account, 'ws')) ?? madeAt);
  }

  /** Exchange time has come to `now`: what has arrived holds nothing back any more. */
  timeReached(now: TimeMs): void {
    for (const [way, arrives] of this.#latest) if (arrives <= now) this.#latest.delete(way);
  }

  /** The place of a draw is the last input, so that an exchange that goes on from a snapshot draws as the first one did. */
  #draw(kind: 'entry' | 'response', account: AccountNo, reads: boolean): TimeMs {
    const model = this.#state.latencies.get(account);
    const spec = model?.[kind] ?? (reads && kind === 'response' ? model?.data : null);
    if (!spec) return 0;
    const { inputSeq } = this.#state;
    this.#drawn = inputSeq === this.#input ? this.#drawn + 1 : 0;
    this.#input = inputSeq;
    return this.#draws.draw(spec, kind, account, [inputSeq, this.#drawn]);
  }
}

const wayOf = (kind: LatencyKind, account: AccountNo, transport: Transport): string =>
  `${kind}|${account}|${transport}`;

type LatencyKind = keyof LatencyModel;

/** Outputs that are discarded after a place was mixed into a stream, so that near places differ. */
const WARM_UP_DRAWS = 15;
const WORD = 0x1_0000_0000;
const MILLION = 1_000_000;

/**
 * Draws latencies. Each account and kind has a named stream of the seed, and a draw depends on its place in that
 * stream, not on the draws before it: two connections that get the same push agree, and nothing has to be remembered
 * for a replay or a snapshot.
 */
export class LatencyDraws {
  readonly #seed: string;
  readonly #streams = new Map<string, RandomStream>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** @param place where the draw is made: a time or an input, and which draw it is there */
  draw(spec: LatencySpec, kind: LatencyKind, account: number, place: readonly [number, number]): TimeMs {
    if (spec.kind === 'constant') return spec.ms;
    const draw = drawAt(this.#streamOf(kind, account), place);
    switch (spec.kind) {
      case 'uniform':
        return draw.between(spec.fromMs, spec.toMs);
      case 'normal':
        return Math.max(0, spec.meanMs + Math.round((spec.deviationMs * draw.normalMillionths()) / MILLION));
      case 'exponential':
        return spec.minMs + Math.round(((spec.meanMs - spec.minMs) * exponentialMillionths(draw)) / MILLION);
      case 'samples':
        return spec.ms[draw.between(0, spec.ms.length - 1)] ?? 0;
    }
  }

  #streamOf(kind: LatencyKind, account: number): RandomStream {
    const name = `latency|${kind}|${account}`;
    const known = this.#streams.get(name);
    if (known) return known;
    const stream = streamOf(this.#seed, name);
    this.#streams.set(name, stream);
    return stream;
  }
}

function drawAt([a, b, c, counter]: RandomStream, [place, nth]: readonly [number, number]): Draw {
  const draw = new Draw([(a ^ place) >>> 0, (b ^ Math.floor(place / WORD)) >>> 0, (c ^ nth) >>> 0, counter]);
  for (let count = 0; count < WARM_UP_DRAWS; count += 1) draw.uint32();
  return draw;
}

/**
 * An exponential integer with mean 1,000,000, by von Neumann's comparisons of uniform numbers, which need no logarithm:
 * each run that descends for an even number of steps adds a whole unit.
 */
function exponentialMillionths(draw: Draw): number {
  for (let units = 0; ; units += 1) {
    const first = draw.between(0, MILLION - 1);
    let last = first;
    let steps = 1;
    for (let next = draw.between(0, MILLION - 1); next < last; next = draw.between(0, MILLION - 1)) {
      last = next;
      steps += 1;
    }
    if (steps % 2 === 1) return units * MILLION + first;
  }
}

const MODEL = Type.Unsafe<LatencyModel>(LatencyModelSpec);

/** A model as the control plane takes it: what is left out holds nothing back. Throws ControlError that names the field, which begins with `name`. */
export function readLatencyModel(value: unknown, name = 'model'): LatencyModel {
  const model = readFields(MODEL, value, name);
  for (const part of keysOf(model)) {
    const spec = model[part];
    if (spec?.kind === 'uniform' && spec.toMs < spec.fromMs) {
      throw wrong(`${name}.${part}.toMs`, `a whole number from ${spec.fromMs} to ${DELAY_MS_MAX}`);
    }
    if (spec?.kind === 'exponential' && spec.minMs > spec.meanMs) {
      throw wrong(`${name}.${part}.minMs`, `a whole number from 0 to ${spec.meanMs}`);
    }
  }
  return model;
}
