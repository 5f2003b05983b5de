import { checkPopulation, type PopulatedMarket } from '../../../exchange/world/living-rules.ts';
import { POPULATION_DEFAULTS, type WorldPopulation } from '../../../exchange/world/population.ts';
import { type Estimate, type Figure, isFigure, scaled, sureText } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
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

/** Returns what the common factor shares with the market that gives it its scale: all but the jumps. */
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

/**
 * The mean spread of a population is that of its closest maker and 1.6 ticks more, because quotes are rounded outwards, and
 * it shows 77 % of the depth of its file: measured on populations of the package.
 */
const ROUNDED_TICKS = 1.6;
const DEPTH_SHOWN = 0.77;
/** Below this share of the mean spread nothing is known of the closest maker. */
const CLOSEST_SHARE = 0.25;
const ROUNDS = 60;
const ACCEPTED = 'so that the market accepts the orders';
/** Reach and leverage stay inside what the market allows. */
const BAND_SHARE = 0.9;

/** `liquidity` of a market; amounts in the settlement asset. `market` says what orders it accepts. */
export function liquidityBlock(figures: MarketFigures, openInterest: Estimate, market: PopulatedMarket): Block {
  const { book, flow, price, basis } = figures;
  const fields: readonly Field[] = [
    { key: 'turnover', estimate: flow.turnover, low: 1, high: 1e12 },
    { key: 'depth', estimate: scaled(book.depth, price / DEPTH_SHOWN), low: 1, high: 1e11 },
    {
      key: 'spread',
      estimate: scaled(closestSpread(book.spread, Number(market.priceIncrement) / price), 10_000),
      low: 0.001,
      high: 500,
    },
    { key: 'levels', estimate: book.levels, low: 1, high: 500, isWhole: true },
    { key: 'ordersPerMinute', estimate: scaled(flow.perDay, 1 / 1440), low: 1, high: 600, isWhole: true },
    { key: 'branching', estimate: flow.branching, low: 0, high: 0.9 },
    { key: 'fastBasis', estimate: scaled(basis, 10_000), low: 0, high: 100 },
    { key: 'openInterest', estimate: openInterest, low: 0, high: 20 },
  ];
  const own = [...fields.map(written), ...limited(market)];
  return block(entry('kind', 'population'), ...fitted(own, market).map(lineOf));
}

/** The spread of the closest maker, from the mean spread; both are shares of the price, as is the tick. */
const closestSpread = (spread: Estimate, tick: number): Estimate =>
  isFigure(spread)
    ? { ...spread, value: Math.max(CLOSEST_SHARE * spread.value, spread.value - ROUNDED_TICKS * tick) }
    : spread;

/** Defaults that the market does not allow, made smaller. */
function limited({ priceBands, margin }: PopulatedMarket): Written[] {
  const band = Math.min(Number(priceBands.limitCap), Number(priceBands.limitFloor));
  const most = margin.tiers[0]?.maxLeverage ?? 1;
  const { reach, leverageLow, leverageHigh } = POPULATION_DEFAULTS;
  return [
    ...(Number(reach) < band
      ? []
      : [{ key: 'reach', value: sureText(band * BAND_SHARE), note: 'inside the price band' }]),
    ...(leverageHigh <= most
      ? []
      : [{ key: 'leverageHigh', value: most, note: 'the leverage of the first margin tier' }]),
    ...(leverageLow <= most ? [] : [{ key: 'leverageLow', value: most, note: '' }]),
  ];
}

/** Moves fields until the market accepts all orders that they stand for: it refuses orders that are too small or too large. */
function fitted(fields: Written[], market: PopulatedMarket): Written[] {
  let own = fields;
  for (let round = 0; round < ROUNDS; round += 1) {
    const problem = firstProblem(own, market);
    const change = problem && changeFor(problem, populationOf(own), market);
    if (!change) return own;
    const [key, value] = change;
    own = own.some((field) => field.key === key)
      ? withValue(own, key, value, ACCEPTED)
      : [...own, { key, value, note: ACCEPTED }];
  }
  return own;
}

interface Problem {
  readonly field: string;
  readonly message: string;
}

function firstProblem(fields: readonly Written[], market: PopulatedMarket): Problem | undefined {
  const found: Problem[] = [];
  checkPopulation(populationOf(fields), market, (steps, message) =>
    found.push({ field: String(steps.at(-1)), message }),
  );
  return found[0];
}

function populationOf(fields: readonly Written[]): WorldPopulation {
  const { depth: _depth, position: _position, ...standard } = POPULATION_DEFAULTS;
  const own = fields.flatMap(({ key, value }) => (value === null ? [] : [[key, value]]));
  return { kind: 'population', turnover: '1', ...standard, ...Object.fromEntries(own) } as WorldPopulation;
}

/** The field to move, and its next value; undefined where none helps. */
function changeFor(
  { field, message }: Problem,
  { levels, ordersPerMinute }: WorldPopulation,
  market: PopulatedMarket,
): readonly [key: string, value: string | number] | undefined {
  const isSmall = message.includes('below the smallest order');
  const price = Number(market.initialIndexPrice);
  const smallest = Math.max(Number(market.minOrderSize) * price, Number(market.minNotionalValue));
  if (field === 'position') return ['position', sureText(smallest * 4)];
  if (message.includes('gives positions of')) return ['position', sureText(smallest * 4)];
  if (field === 'openInterest') return undefined;
  if (field === 'levels' || message.includes('near the touch'))
    return levels > 1 ? ['levels', Math.floor(levels * 0.8)] : undefined;
  if (message.includes('deep book'))
    return levels < 500 ? ['levels', Math.min(500, Math.ceil(levels * 1.25))] : undefined;
  if (field !== 'turnover') return undefined;
  if (!isSmall)
    return ordersPerMinute < 600 ? ['ordersPerMinute', Math.min(600, Math.ceil(ordersPerMinute * 1.25))] : undefined;
  return ordersPerMinute > 1
    ? ['ordersPerMinute', Math.floor(ordersPerMinute * 0.8)]
    : ['turnover', sureText(smallest * 1440 * 2)];
}

/** How a figure becomes a field of a world file. */
interface Field {
  readonly key: string;
  readonly estimate: Estimate;
  /** The range that world files take. */
  readonly low: number;
  readonly high: number;
  /** Written as a whole number rather than as decimal text. */
  readonly isWhole?: boolean;
}

/** A field as it is written. Without a value it keeps the default, and the note says why. */
interface Written {
  readonly key: string;
  readonly value: string | number | null;
  readonly note: string;
}

const HOUR_MS = 3_600_000;
const HALF = Math.log(2);

/** The half-life in ms of what has fallen to 1/e after so many hours. */
const halfLife = (key: string, hours: Estimate): Field => ({
  key,
  estimate: scaled(hours, HOUR_MS * HALF),
  low: 1000,
  high: 2_592_000_000,
  isWhole: true,
});

/** The value with the digits that are sure, within the range of the field. */
function written({ key, estimate, low, high, isWhole = false }: Field): Written {
  if (!isFigure(estimate)) return { key, value: null, note: `the default stays, ${estimate.missing}` };
  const kept = Math.min(high, Math.max(low, estimate.value));
  // However unsure, a field has one digit.
  const sure = Number(sureText(kept, Math.min(estimate.error, kept / 2)));
  const bounded = Math.min(high, Math.max(low, isWhole ? Math.round(sure) : sure));
  const cut =
    kept === estimate.value
      ? ''
      : `; a world takes ${low} to ${high}, estimated ${sureText(estimate.value, estimate.error)}`;
  return { key, value: isWhole ? bounded : sureText(bounded), note: `${errorText(estimate)}${cut}` };
}

const errorText = ({ error, from }: Figure): string => (error === 0 ? from : `± ${sureText(error, error)}, ${from}`);

const lineOf = ({ key, value, note }: Written): Line =>
  value === null ? remark(`${key}: ${note}`) : entry(key, value, note === '' ? undefined : note);

/** The number of a field; the default where it keeps that. */
const numberOf = (fields: readonly Written[], key: string, standard: number): number =>
  Number(fields.find((field) => field.key === key)?.value ?? standard);

/** The fields with another value for one of them, and the reason before its note. */
const withValue = (fields: readonly Written[], key: string, value: string | number, reason: string): Written[] =>
  fields.map((field) => (field.key === key ? { key, value, note: noteWith(reason, field) } : field));

function noteWith(reason: string, { value, note }: Written): string {
  if (value === null || note === '' || note === reason) return reason;
  return note.startsWith(`${reason}; `) ? note : `${reason}; ${note}`;
}
