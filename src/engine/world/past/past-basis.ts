import { fadePpb, mulDiv, squareRoot } from '../../../kernel/fixed-point.ts';
import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { MarketSpec } from '../../config.ts';
import { scaledNormal } from '../returns.ts';
import { BackwardHours, type HourAndEdge } from './backward-hours.ts';
import { hourlyPremiumPpb } from './past-figures.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const HOUR_MS = 3_600_000;

/** The basis of one hour in parts per billion of the index: at its beginning, at its end and in the mean. */
export interface BasisHour {
  readonly open: number;
  readonly close: number;
  readonly mean: number;
}

interface Edge {
  readonly random: RandomStream;
  readonly slow: number;
}

/** The slow part of the basis before the start. It ends at zero, where the makers of the present begin. */
export class PastBasis {
  readonly #hours: BackwardHours<BasisHour, Edge>;

  constructor(spec: MarketSpec, seed: string, end: TimeMs) {
    const figures = figuresOf(spec);
    const edge: Edge = { random: streamOf(seed, `past basis:${spec.symbol}`), slow: 0 };
    this.#hours = new BackwardHours(end, edge, (from, openTime) =>
      drawn(figures, from, Math.min(HOUR_MS, end - openTime)),
    );
  }

  hour(openTime: TimeMs): BasisHour {
    return this.#hours.at(openTime);
  }
}

interface Figures {
  readonly slowPpb: number;
  readonly slowMs: TimeMs;
  /** Deviation of the mean of everything faster, over an hour. */
  readonly restPpb: number;
}

function figuresOf(spec: MarketSpec): Figures {
  const { liquidity } = spec;
  if (liquidity.kind !== 'population') return { slowPpb: 0, slowMs: HOUR_MS, restPpb: hourlyPremiumPpb(spec) };
  const { slowPpb, slowMs, fastPpb, fastMs } = liquidity.fair;
  // The mean over an hour of a process that forgets in `fastMs` has the share sqrt(2 fastMs / hour) of its deviation.
  const share = Math.min(MILLION, squareRoot(mulDiv(2 * fastMs, MILLION * MILLION, HOUR_MS)));
  return { slowPpb, slowMs, restPpb: mulDiv(fastPpb, share, MILLION) };
}

function drawn({ slowPpb, slowMs, restPpb }: Figures, edge: Edge, elapsedMs: TimeMs): HourAndEdge<BasisHour, Edge> {
  const draw = new Draw(edge.random);
  const noise = mulDiv(slowPpb, squareRoot((BILLION - fadePpb(2 * elapsedMs, slowMs)) * 1_000), MILLION);
  const open = mulDiv(edge.slow, fadePpb(elapsedMs, slowMs), BILLION) + scaledNormal(noise, draw);
  const mean = Math.trunc((open + edge.slow) / 2) + scaledNormal(restPpb, draw);
  return { hour: { open, close: edge.slow, mean }, edge: { random: draw.stream(), slow: open } };
}
