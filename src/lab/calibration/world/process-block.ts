import type { Estimate } from '../estimate/figure.ts';
import { sureText } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import { type Field, halfLife, lineOf, numberOf, withValue, type Written, written } from './fields.ts';
import { block, type Block, entry, type Line, remark } from './yaml.ts';

/** What a market has in common with others. */
export interface Beta {
  readonly value: number;
  /** Volatility of the factor as it is written; 0 without a factor. */
  readonly factor: number;
  readonly note: string;
}

const DAYS = 365;
/** What world files take for jumps that are not written. */
const JUMPS_PER_DAY = 8;
const JUMP_SIZE = 0.002;
/** Jumps make at most this share of the variance, and the factor at most this share of the rest. */
const JUMP_SHARE = 0.7;
const FACTOR_SHARE = 0.95;

/** `process` of a market: an index with a volatility of its own and a share of the common factor. */
export function processBlock(figures: MarketFigures, beta: Beta): Block {
  const fields = bounded(volatilityFields(figures));
  return block(
    entry('kind', 'stochastic'),
    ...fields.map(lineOf),
    betaLine(fields, beta),
    profileLine(figures.profile),
  );
}

/** What the common factor shares with the market that gives it its scale: all but the jumps. */
export function factorBlock(figures: MarketFigures | undefined, volatility: number, note: string): Block {
  const memory = figures ? volatilityFields(figures).slice(1, 5).map(lineOf) : [];
  const profile = figures ? [profileLine(figures.profile)] : [];
  return block(
    entry('volatility', sureText(volatility), note),
    ...memory,
    entry('jumpsPerDay', '0', 'jumps are counted market by market'),
    ...profile,
  );
}

function volatilityFields({ volatility, memory, jumps }: MarketFigures): Written[] {
  const deviation = (key: string, estimate: Estimate): Field => ({ key, estimate, low: 0, high: 2 });
  const fields: readonly Field[] = [
    { key: 'volatility', estimate: volatility, low: 0.001, high: 10 },
    deviation('fastDeviation', memory.fast.deviation),
    halfLife('fastHalfLifeMs', memory.fast.hours),
    deviation('slowDeviation', memory.slow.deviation),
    halfLife('slowHalfLifeMs', memory.slow.hours),
    { key: 'jumpsPerDay', estimate: jumps.perDay, low: 0, high: 1000 },
    { key: 'jumpSize', estimate: jumps.size, low: 0, high: 0.1 },
    { key: 'branching', estimate: jumps.branching, low: 0, high: 0.95 },
  ];
  return fields.map(written);
}

/** The volatility of a world holds its jumps: they are made smaller where they would be more than most of it. */
function bounded(fields: readonly Written[]): Written[] {
  const volatility = numberOf(fields, 'volatility', 1);
  const perDay = numberOf(fields, 'jumpsPerDay', JUMPS_PER_DAY);
  const size = numberOf(fields, 'jumpSize', JUMP_SIZE);
  if (perDay === 0 || perDay * DAYS * size * size <= JUMP_SHARE * volatility * volatility) return [...fields];
  const most = volatility * Math.sqrt(JUMP_SHARE / (perDay * DAYS));
  return withValue(fields, 'jumpSize', downText(most), `jumps make at most ${JUMP_SHARE * 100} % of the variance`);
}

function betaLine(fields: readonly Written[], { value, factor, note }: Beta): Line {
  const volatility = numberOf(fields, 'volatility', 1);
  const size = numberOf(fields, 'jumpSize', JUMP_SIZE);
  const jumps = numberOf(fields, 'jumpsPerDay', JUMPS_PER_DAY) * DAYS * size * size;
  const left = Math.sqrt(Math.max(0, FACTOR_SHARE * (volatility * volatility - jumps)));
  const most = factor === 0 ? 0 : Math.min(10, left / factor);
  const kept = Math.min(most, Math.abs(value));
  return entry('beta', `${value < 0 && kept >= 0.01 ? '-' : ''}${downText(kept)}`, note);
}

/** Two significant digits, rounded down: a bound must hold for the text as well. */
function downText(value: number): string {
  if (value < 1e-7) return '0';
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return sureText(Math.floor(value / unit + 1e-9) * unit);
}

/** Figures of a profile count by their proportions: a mean hour is 100. */
function profileLine({ hours, weekdays }: MarketFigures['profile']): Line {
  if ('missing' in hours) return remark(`profile: the default stays, ${hours.missing}`);
  const whole = (values: readonly number[]): number[] => values.map((value) => Math.max(1, Math.round(value * 100)));
  const days =
    'missing' in weekdays
      ? entry('weekdays', [100, 100, 100, 100, 100, 100, 100], `not estimated, ${weekdays.missing}`)
      : entry('weekdays', whole(weekdays), 'from Sunday on');
  return entry('profile', block(entry('hours', whole(hours), 'from 00:00 UTC on'), days));
}
