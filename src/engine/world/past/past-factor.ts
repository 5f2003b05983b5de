import { Draw, type RandomStream, streamOf } from '../../../kernel/random.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { FactorSpec, VolatilityState } from '../dynamics/dynamics-spec.ts';
import { inMinutes } from '../dynamics/minutes.ts';
import { MEAN_VOLATILITY, stepVolatility, type Variances, variances } from '../dynamics/volatility.ts';
import { BackwardHours, type HourAndEdge } from './backward-hours.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** The common factor in one hour, by minutes of the hour. */
export interface FactorHour {
  readonly returnsPpb: readonly number[];
  readonly variances: readonly Variances[];
}

interface Edge {
  readonly random: RandomStream;
  readonly volatility: VolatilityState;
}

/** The common factor before the start, for all markets of an exchange: it ends with the volatility that the present begins with. */
export class PastFactor {
  /** Deviation of the return of a mean minute, in parts per billion. */
  readonly minutePpb: number;
  readonly #spec: FactorSpec;
  readonly #hours: BackwardHours<FactorHour, Edge>;

  constructor(spec: FactorSpec, seed: string, end: TimeMs) {
    this.#spec = inMinutes(spec);
    this.minutePpb = this.#spec.volatilityPpb;
    const edge: Edge = { random: streamOf(seed, 'past factor'), volatility: MEAN_VOLATILITY };
    this.#hours = new BackwardHours(end, edge, (from, openTime) => this.#draw(from, openTime));
  }

  hour(openTime: TimeMs): FactorHour {
    return this.#hours.at(openTime);
  }

  /** All minutes of an hour, also those after the start, so that the hour does not depend on where a market rests. */
  #draw(edge: Edge, openTime: TimeMs): HourAndEdge<FactorHour, Edge> {
    const draw = new Draw(edge.random);
    let { volatility } = edge;
    const returnsPpb = new Array<number>(MINUTES).fill(0);
    const made = new Array<Variances>(MINUTES);
    for (let minute = MINUTES - 1; minute >= 0; minute -= 1) {
      const at = openTime + minute * MINUTE_MS;
      const step = stepVolatility(this.#spec, volatility, at, draw);
      ({ volatility } = step);
      returnsPpb[minute] = step.returnPpb;
      made[minute] = variances(this.#spec, volatility, at);
    }
    return { hour: { returnsPpb, variances: made }, edge: { random: draw.stream(), volatility } };
  }
}
