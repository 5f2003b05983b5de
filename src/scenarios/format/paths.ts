import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { driftPpbOf, faded, stepPpb } from '../../exchange/world/figures.ts';
import {
  BILLION,
  DAY_MS,
  decimal,
  flag,
  list,
  MILLION,
  object,
  oneOf,
  PPB_MAX,
  type Reader,
  report,
  text,
  variant,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import type { WorldMarket, WorldProcess, WorldScriptStep } from '../../exchange/world/shape.ts';
import { parseUnits } from '../../kernel/decimal.ts';
import { duration, moment, type Span } from './times.ts';

/** How the index of a market moves, in the figures that traders use: per year, per day, in shares of the price. */
export type PathSpec = StillPath | GbmPath | JumpsPath | OuPath | HawkesPath | StepPath | ImportPath;

interface StillPath {
  readonly kind: 'still';
}

/** Geometric Brownian motion: volatility and drift per year, "0.6" is 60 %. */
interface GbmPath {
  readonly kind: 'gbm';
  readonly volatility: string;
  readonly drift: string;
  /** Time between two prices. */
  readonly step: number;
}

/** The same with jumps, which come at random; `jumpSize` is the standard deviation of one. */
interface JumpsPath extends Omit<GbmPath, 'kind'> {
  readonly kind: 'jumps';
  readonly jumpsPerDay: string;
  readonly jumpSize: string;
}

/** Mean reversion: half of the distance to the level is gone after `halfLife`. */
interface OuPath extends Omit<GbmPath, 'kind'> {
  readonly kind: 'ou';
  readonly halfLife: number;
  /** Left out: the price at the start. The level drifts. */
  readonly level?: string;
}

/** Jumps that come in bursts: each causes `branching` more on average, half of them within `halfLife`. */
interface HawkesPath extends Omit<JumpsPath, 'kind'> {
  readonly kind: 'hawkes';
  readonly branching: string;
  readonly halfLife: number;
}

/** Prices of a file; its first row falls on the start. */
interface ImportPath {
  readonly kind: 'import';
  readonly file: string;
}

/** Prices at times, as written. */
interface StepPath {
  readonly kind: 'step';
  readonly steps: readonly PathStep[];
}

/** One of `price` and `change`, a share of the price before; or only a feed that stops or goes on. */
interface PathStep {
  readonly at: number;
  readonly price?: string;
  readonly change?: string;
  /** The price is reached that much later, by equal moves each second. */
  readonly over?: number;
  readonly frozen?: boolean;
}

/** What a path needs to know of its market. */
export type PathMarket = Pick<WorldMarket, 'initialIndexPrice' | 'priceIncrement'>;

/** A path where names of files start from `folder`. */
export interface PathPlace extends Span {
  readonly folder: string;
}

const SECOND_MS = 1_000;

/** Precise enough for every figure here, and equal on every machine. */
const Exact = Decimal.clone({ precision: 40 });

/** Reads a path and turns it into the process of a world file. */
export function pathReader(span: PathPlace, market: PathMarket): Reader<WorldProcess> {
  const read = pathShape(span);
  return (node, problems) => {
    const path = read(node, problems);
    return path && processOf(path, market, { node, problems, ...span });
  };
}

function pathShape(span: Span): Reader<PathSpec> {
  const share = decimal({ low: '0', high: '10' });
  const kind = <K extends PathSpec['kind']>(name: K): Reader<K> => oneOf([name]);
  const motion = { volatility: share, drift: decimal({ low: '-1000', high: '1000' }), step: duration(100) };
  const jumps = { jumpsPerDay: decimal({ low: '0', high: '86400' }), jumpSize: share };
  const price = decimal({ low: '0', high: '10000000', aboveLow: true });
  const step = object<PathStep>(
    {
      at: moment(span, false),
      price,
      change: decimal({ low: '-1', high: '10', aboveLow: true }),
      over: duration(SECOND_MS),
      frozen: flag,
    },
    { price: undefined, change: undefined, over: undefined, frozen: undefined },
  );
  return variant<PathSpec>({
    still: object<StillPath>({ kind: kind('still') }),
    gbm: object<GbmPath>({ kind: kind('gbm'), ...motion }, { drift: '0', step: SECOND_MS }),
    jumps: object<JumpsPath>({ kind: kind('jumps'), ...motion, ...jumps }, { drift: '0', step: SECOND_MS }),
    ou: object<OuPath>(
      { kind: kind('ou'), ...motion, halfLife: duration(100), level: price },
      { drift: '0', step: SECOND_MS, level: undefined },
    ),
    hawkes: object<HawkesPath>(
      {
        kind: kind('hawkes'),
        ...motion,
        ...jumps,
        branching: decimal({ low: '0', high: '0.99' }),
        halfLife: duration(100),
      },
      { drift: '0', step: SECOND_MS },
    ),
    import: object<ImportPath>({ kind: kind('import'), file: text(/\.csv$/, 'the name of a file ending in .csv') }),
    step: object<StepPath>({ kind: kind('step'), steps: list(step, 1) }),
  });
}

interface Where extends PathPlace {
  readonly node: WorldNode;
  readonly problems: WorldProblem[];
}

function processOf(path: PathSpec, market: PathMarket, where: Where): WorldProcess | undefined {
  switch (path.kind) {
    case 'still':
      return { kind: 'still' };
    case 'step':
      return scriptOf(path, market, where);
    case 'import':
      return importOf(path, where);
    case 'gbm':
      return gbmOf({ ...path, jumpsPerDay: '0', jumpSize: '0' }, where);
    case 'jumps':
      return gbmOf(path, where);
    case 'ou':
      return ouOf(path, market, where);
    case 'hawkes':
      return hawkesOf(path, where);
  }
}

/** What one step of a motion is, in parts per billion of the price. A year has 365 days. */
function motionOf({ volatility, drift, step }: Omit<GbmPath, 'kind'>, where: Where): Motion | undefined {
  const volatilityPpb = stepPpb(Number(volatility), step);
  const driftPpb = driftPpbOf(drift, step);
  if (volatilityPpb > PPB_MAX) return tooFar(where, 'volatility');
  if (Math.abs(driftPpb) > PPB_MAX) return tooFar(where, 'drift');
  return { stepMs: step, volatilityPpb, driftPpb };
}

interface Motion {
  readonly stepMs: number;
  readonly volatilityPpb: number;
  readonly driftPpb: number;
}

/** The chance of a jump is rounded to one per million steps. */
function gbmOf(path: Omit<JumpsPath, 'kind'>, where: Where): WorldProcess | undefined {
  const motion = motionOf(path, where);
  const jumpPpb = jumpPpbOf(path, where);
  const jumpPerMillion = whole(chanceOf(path).times(MILLION));
  if (jumpPerMillion > MILLION) return tooMany(where);
  return motion && jumpPpb !== undefined ? { kind: 'gbm', ...motion, jumpPerMillion, jumpPpb } : undefined;
}

function ouOf({ halfLife, level, ...path }: OuPath, market: PathMarket, where: Where): WorldProcess | undefined {
  const motion = motionOf(path, where);
  const reversionPpb = faded(path.step, halfLife);
  return motion && { kind: 'ou', ...motion, reversionPpb, level: level ?? market.initialIndexPrice };
}

function hawkesOf(path: HawkesPath, where: Where): WorldProcess | undefined {
  const motion = motionOf(path, where);
  const jumpPpb = jumpPpbOf(path, where);
  const intensityPpb = whole(chanceOf(path).times(BILLION));
  const branchingPpb = whole(new Exact(path.branching).times(BILLION));
  if (intensityPpb > BILLION) return tooMany(where);
  if (!motion || jumpPpb === undefined) return undefined;
  return { kind: 'hawkes', ...motion, intensityPpb, branchingPpb, decayPpb: faded(path.step, path.halfLife), jumpPpb };
}

function jumpPpbOf({ jumpSize }: Pick<JumpsPath, 'jumpSize'>, where: Where): number | undefined {
  const jumpPpb = whole(new Exact(jumpSize).times(BILLION));
  return jumpPpb > PPB_MAX ? tooFar(where, 'jumpSize') : jumpPpb;
}

/** Of a jump in one step. */
const chanceOf = ({ jumpsPerDay, step }: Pick<JumpsPath, 'jumpsPerDay' | 'step'>): Decimal =>
  new Exact(jumpsPerDay).times(step).div(DAY_MS);

const tooMany = (where: Where): undefined =>
  fault(where, 'jumpsPerDay', 'asks for more than one jump in each step; lower it or shorten step');

function scriptOf({ steps }: StepPath, market: PathMarket, where: Where): WorldProcess | undefined {
  const script: WorldScriptStep[] = [];
  let price = new Exact(market.initialIndexPrice);
  for (const [index, step] of steps.entries()) {
    const faultAt = (message: string): undefined => fault(where, 'steps', message, index);
    if (step.price !== undefined && step.change !== undefined)
      return faultAt('has a price and a change; leave one out');
    if (step.price === undefined && step.change === undefined && step.frozen === undefined) {
      return faultAt('does nothing; give it a price, a change or frozen');
    }
    if (step.at <= (script.at(-1)?.afterMs ?? 0))
      return faultAt('must be after the start and after the steps before it');
    const to = targetOf(step, price, market);
    const frozen = step.frozen === undefined ? {} : { frozen: step.frozen };
    const moves = step.over === undefined ? 1 : Math.floor(step.over / SECOND_MS);
    for (let move = 1; move <= moves; move += 1) {
      const between = price.plus(to.minus(price).times(move).div(moves));
      const afterMs = step.at + (step.over === undefined ? 0 : move * SECOND_MS);
      script.push({ afterMs, price: onTick(between, market), ...(move === moves && frozen) });
    }
    price = to;
  }
  return { kind: 'script', steps: script };
}

function importOf({ file }: ImportPath, where: Where): WorldProcess | undefined {
  const steps = readPrices(resolve(where.folder, file), file, where.durationMs);
  return typeof steps === 'string' ? fault(where, 'file', steps) : { kind: 'script', steps };
}

function targetOf({ price, change }: PathStep, before: Decimal, market: PathMarket): Decimal {
  if (price !== undefined) return new Exact(price);
  return change === undefined ? before : new Exact(onTick(before.times(new Exact(1).plus(change)), market));
}

const onTick = (price: Decimal, { priceIncrement }: PathMarket): string =>
  Exact.max(price.toNearest(priceIncrement, Decimal.ROUND_HALF_EVEN), priceIncrement).toFixed();

const whole = (figure: Decimal): number => figure.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toNumber();

const tooFar = (where: Where, field: string): undefined =>
  fault(where, field, 'moves the price by more than a tenth in one step; lower it or shorten step');

function fault({ node, problems }: Where, field: string, message: string, index?: number): undefined {
  const member = node.kind === 'map' ? node.entries.get(field) : undefined;
  const item = index !== undefined && member?.kind === 'list' ? member.items[index] : member;
  return report(problems, item ?? node, message);
}

const COLUMNS = ['time', 'price'];

/**
 * Reads the prices of a CSV file with the columns `time` and `price` as steps after the start, on which its first row
 * falls. Says what is wrong with the file, and in which line, instead.
 */
function readPrices(path: string, name: string, durationMs: number): readonly WorldScriptStep[] | string {
  if (!existsSync(path)) return `there is no file ${name}; name one, relative to the scenario`;
  const [head = [], ...rows] = parse(readFileSync(path, 'utf8'), {
    quote: null,
    relaxColumnCount: true,
    skipEmptyLines: true,
    trim: true,
  });
  const [time, price] = COLUMNS.map((column) => head.indexOf(column));
  if (time === undefined || price === undefined || time < 0 || price < 0) {
    return `the first line of ${name} must name the columns time and price`;
  }
  const steps: WorldScriptStep[] = [];
  let start: number | undefined;
  for (const [index, row] of rows.entries()) {
    const at = readStartTime(row[time]);
    const units = parseUnits(row[price] ?? '');
    if (at === undefined) return `line ${index + 2} of ${name}: time must be an ISO time or Unix milliseconds`;
    if (units === undefined || units <= 0n)
      return `line ${index + 2} of ${name}: price must be a decimal number above 0`;
    start ??= at;
    // An index moves after the start at the earliest.
    const afterMs = Math.max(1, at - start);
    if (at - start < (steps.at(-1)?.afterMs ?? 0))
      return `line ${index + 2} of ${name}: time must be after that of the line before`;
    if (afterMs === steps.at(-1)?.afterMs)
      return `line ${index + 2} of ${name}: time must be after that of the line before`;
    if (afterMs < durationMs) steps.push({ afterMs, price: row[price] ?? '' });
  }
  return steps.length > 0 ? steps : `${name} holds no price within the scenario`;
}
