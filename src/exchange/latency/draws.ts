import type { LatencyModel, LatencySpec } from '../../engine/latency/latency-terms.ts';
import { Draw, type RandomStream, streamOf } from '../../kernel/random.ts';
import type { TimeMs } from '../../kernel/units.ts';

export type LatencyKind = keyof LatencyModel;

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
