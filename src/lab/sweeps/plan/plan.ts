import { fromCwd } from '../../../exchange/host.ts';
import { packageVersion } from '../../../exchange/package-root.ts';
import { digestOf } from '../../../kernel/binary-form.ts';
import { findScenario } from '../../../scenarios/format/library.ts';
import { loadScenario } from '../../../scenarios/format/load.ts';
import { SweepError, type SweepJob, type SweepPlan } from '../sweep.ts';
import { type FileList, scenarioFiles } from './scenario-files.ts';

/** What a plan follows from. */
export interface PlanInputs {
  /** Name of the scenario. */
  readonly scenario: string;
  readonly files: FileList;
  /** Version of this package. */
  readonly packageVersion: string;
  readonly seeds: SweepPlan['seeds'];
  readonly parameters: SweepPlan['parameters'];
}

/**
 * Makes the plan of a sweep. Jobs are ordered by parameters, the first one changing slowest, and then by seed.
 *
 * @throws SweepError for more jobs than a sweep can have
 */
export function makePlan({ scenario, files, packageVersion, seeds, parameters }: PlanInputs): SweepPlan {
  const sets = setsOf(parameters, seeds.length);
  const jobs = sets.flatMap((set) => seeds.map((seed) => ({ seed, set })));
  const source = digestOf({ packageVersion, entry: files.entry, files: files.files });
  return {
    id: digestOf({ format: 'perpsim-sweep', version: 1, scenario, source, seeds, parameters }),
    scenario,
    source,
    seeds,
    parameters,
    jobs: jobs.map((job, index): SweepJob => ({ index, ...job })),
  };
}

/** Every combination of the values of parameters, in the order of the jobs. */
export function setsOf(parameters: SweepPlan['parameters'], seeds: number): SweepJob['set'][] {
  const count = parameters.reduce((product, { values }) => product * values.length, 1);
  if (count * seeds > JOBS_MAX)
    throw new SweepError(`the sweep would have ${count * seeds} runs, at most ${JOBS_MAX} are possible`);
  return parameters.reduce<SweepJob['set'][]>(
    (sets, { path, values }) => sets.flatMap((set) => values.map((value) => ({ ...set, [path]: value }))),
    [{}],
  );
}

/** A text that is equal for equal values, in whatever order the paths were given. */
export const keyOfSet = (set: SweepJob['set']): string =>
  JSON.stringify(Object.entries(set).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** A sweep that can be run. */
export interface Prepared {
  readonly plan: SweepPlan;
  readonly inputs: PlanInputs;
  /** Absolute file of the scenario. */
  readonly scenario: string;
}

/**
 * Finds a scenario and makes the plan of a sweep over it. Every combination of overrides is loaded, so that one that the
 * scenario does not take is refused before the first run.
 *
 * @param out folder of the results
 * @throws SweepError for a sweep that cannot be, ScenarioFileError for a scenario that is wrong
 */
export async function prepareSweep(
  given: string,
  seeds: readonly string[],
  parameters: SweepPlan['parameters'],
  out: string,
): Promise<Prepared> {
  const found = findScenario(given);
  if (typeof found === 'string') throw new SweepError(found);
  for (const set of setsOf(parameters, seeds.length)) loadScenario(found.scenario, { set });
  const values = parameters.flatMap((parameter) => parameter.values);
  const files = await scenarioFiles(found.scenario, values, fromCwd(out));
  const inputs = { scenario: found.name, files, packageVersion: packageVersion(), seeds, parameters };
  return { plan: makePlan(inputs), inputs, scenario: found.scenario };
}

type Parameter = SweepPlan['parameters'][number];

/**
 * Reads each `--set PATH=VALUE,VALUE`. A comma that belongs to a value is written `\,`.
 *
 * @throws SweepError for a text without a path or values, and for a path or a value that comes twice
 */
export function readParameters(texts: readonly string[]): Parameter[] {
  const parameters = texts.map(readParameter);
  const twice = repeated(parameters.map(({ path }) => path));
  if (twice !== undefined)
    throw new SweepError(`--set names ${twice} twice: write its values in one, as in --set '${twice}=2,4,8'`);
  const seed = parameters.find(({ path }) => path === 'seed');
  if (seed) throw new SweepError('--set cannot set the seed: use --seeds');
  return parameters;
}

function readParameter(text: string): Parameter {
  const at = text.indexOf('=');
  const path = text.slice(0, Math.max(at, 0)).trim();
  if (path === '')
    throw new SweepError(`--set must be PATH=VALUE,VALUE, such as strategy.spread=2,4,8 (got "${text}")`);
  const values = splitValues(text.slice(at + 1));
  if (values.includes('')) throw new SweepError(`--set ${path} has an empty value (got "${text}")`);
  const twice = repeated(values);
  if (twice !== undefined) throw new SweepError(`--set ${path} has the value ${twice} twice`);
  return { path, values };
}

const splitValues = (text: string): string[] =>
  text.split(/(?<!\\),/).map((part) => part.replaceAll('\\,', ',').trim());

const repeated = (texts: readonly string[]): string | undefined =>
  texts.find((text, place) => texts.indexOf(text) !== place);

/** Jobs of one sweep at most: plan and rows are kept in memory. */
const JOBS_MAX = 1_000_000;

const RANGE = /^(\d+)\.\.(\d+)$/;
/** What a seed may be, as with `--seed` of other commands, but for the comma that separates them here. */
const SEED = /^[^\s,]{1,64}$/;

/**
 * Reads `--seeds`: `1..1000`, `1,5,9`, or a mixture of both.
 *
 * @throws SweepError for anything else, and for a seed that comes twice
 */
export function readSeeds(text: string): string[] {
  const seeds = text.split(',').flatMap((part) => seedsOf(part, text));
  if (seeds.length > JOBS_MAX) throw tooMany(text);
  const seen = new Set<string>();
  for (const seed of seeds) {
    if (seen.has(seed)) throw wrong(`seed ${seed} comes twice`, text);
    seen.add(seed);
  }
  return seeds;
}

function seedsOf(part: string, text: string): string[] {
  const range = RANGE.exec(part);
  if (!range) {
    if (!SEED.test(part) || part.includes('..')) throw wrong('must be seeds such as 1..1000 or 1,5,9', text);
    return [part];
  }
  const [, first = '', last = ''] = range;
  const low = Number(first);
  const high = Number(last);
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high)) throw wrong('has a number that is too large', text);
  if (low > high) throw wrong(`has a range that ends before it starts: ${part}`, text);
  if (high - low >= JOBS_MAX) throw tooMany(text);
  return Array.from({ length: high - low + 1 }, (_, place) => String(low + place));
}

const tooMany = (text: string): SweepError => wrong(`has more than ${JOBS_MAX} seeds`, text);

const wrong = (what: string, text: string): SweepError => new SweepError(`--seeds ${what} (got "${text}")`);
