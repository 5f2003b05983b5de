import { meanOf } from '../facts/series.ts';
import type { Observation } from '../observe/observation.ts';
import { BOOK_FACTS } from './book-facts.ts';
import { type Fact, isUnjudged } from './fact.ts';
import { MARKET_FACTS } from './market-facts.ts';
import { TRADES_FACTS } from './trades-facts.ts';

/** Every figure that is judged, in the order of the table. */
export const FACTS: readonly Fact[] = [...TRADES_FACTS, ...BOOK_FACTS, ...MARKET_FACTS];

/** The figures of one exchange by the id of the fact; a text says why there is none. */
export type Figures = Readonly<Record<string, number | string>>;

export type Verdict = 'within' | 'out' | 'not judged';

/** One row of the table. */
export interface Row {
  readonly id: string;
  readonly fact: string;
  readonly figure: string;
  readonly least: number | null;
  readonly most: number | null;
  readonly digits: number;
  /** By seed; null where a seed has none. */
  readonly figures: readonly (number | null)[];
  readonly mean: number | null;
  readonly verdict: Verdict;
  /** Why a seed has no figure. */
  readonly why: string | null;
}

export function figuresOf(observation: Observation): Figures {
  return Object.fromEntries(
    FACTS.map(({ id, of }) => {
      const figure = of(observation);
      return [id, isUnjudged(figure) ? figure.why : figure];
    }),
  );
}

/** Judges the mean over the seeds that have the figure. Where half of them or more have none, it is not judged. */
export function tableOf(seeds: readonly Figures[]): Row[] {
  return FACTS.map(({ of: _, ...fact }) => {
    const figures = seeds.map((figure) => figure[fact.id] ?? 'was not computed');
    const reasons = figures.filter((figure) => typeof figure === 'string');
    const numbers = figures.filter((figure) => typeof figure === 'number');
    const mean = meanOf(numbers);
    const isJudged = mean !== null && numbers.length > reasons.length;
    return {
      ...fact,
      figures: figures.map((figure) => (typeof figure === 'number' ? figure : null)),
      mean,
      verdict: isJudged ? (isWithin(mean, fact) ? 'within' : 'out') : 'not judged',
      why: reasons[0] ?? (isJudged ? null : 'no seed was observed'),
    };
  });
}

const isWithin = (value: number, { least, most }: Pick<Fact, 'least' | 'most'>): boolean =>
  (least === null || value >= least) && (most === null || value <= most);
