import { join } from 'node:path';
import { ControlError } from '../../exchange/control-error.ts';
import type { JobAsked, ListedFeature, ListedScenario } from '../../contract/jobs.ts';

/** What the command of a job is made from. Every word of it comes from here or from the lists of the library. */
export interface JobSurroundings {
  /** Read for what needs them alone. */
  readonly scenarios: readonly ListedScenario[];
  readonly features: readonly ListedFeature[];
  /** Where its results go. */
  readonly folder: string;
  /** Of the exchange of this server, such as `http://127.0.0.1:8700`. */
  readonly origin: string;
  /** Runs at a time that leave the server a core. */
  readonly workers: number;
}

/** Where the report of a job is in its folder: one page, or the reports of the suite. */
const PAGE = 'report.html';
const REPORT = 'report';
/** Where the journal of a run of a scenario is in the same folder. */
export const JOURNAL = 'journal.jsonl';
export const REPORT_FILES: readonly string[] = [PAGE, join(REPORT, 'index.html')];

/** A run of a sweep takes seconds, and a reader waits for all of them. */
const MOST_RUNS = 2_000;
const MOST_VALUES = 20;

/**
 * The command that does what was asked, as words that no shell reads.
 *
 * @throws ControlError for what is on no list
 */
export function jobCommand(asked: JobAsked, surroundings: JobSurroundings): readonly string[] {
  return COMMANDS[asked.kind](asked, surroundings);
}

const COMMANDS: Readonly<
  Record<JobAsked['kind'], (asked: JobAsked, surroundings: JobSurroundings) => readonly string[]>
> = {
  scenario: (asked, { scenarios, folder }) => {
    refuseOthers(asked, ['scenario', 'seed', 'set']);
    const { name, numbers } = knownScenario(asked, scenarios);
    const seed = asked.seed === undefined ? [] : ['--seed', asked.seed];
    const set = (asked.set ?? []).flatMap((text) => {
      const { path, values } = readSet(text, numbers);
      if (values.length > 1) throw wrong('set', `${path} takes one number in a run: a sweep takes several`);
      return ['--set', `${path}=${values.join('')}`];
    });
    const files = ['--journal', join(folder, JOURNAL), '--html', join(folder, PAGE)];
    return ['run', name, ...seed, ...set, '--progress-json', ...files];
  },
  sweep: (asked, { scenarios, folder, workers }) => {
    refuseOthers(asked, ['scenario', 'seeds', 'set']);
    const { name, numbers } = knownScenario(asked, scenarios);
    const seeds = asked.seeds ?? 10;
    const set = (asked.set ?? []).map((text) => readSet(text, numbers));
    const runs = set.reduce((product, { values }) => product * values.length, seeds);
    if (runs > MOST_RUNS) throw wrong('seeds', `these are ${runs} runs: ask for at most ${MOST_RUNS}`);
    return [
      ...['sweep', name, '--seeds', `1..${seeds}`, '--out', join(folder, 'sweep'), '--workers', String(workers)],
      ...set.flatMap(({ path, values }) => ['--set', `${path}=${values.join(',')}`]),
      ...['--progress-json', '--html', join(folder, PAGE)],
    ];
  },
  conformance: (asked, { features: all, folder, origin, workers }) => {
    refuseOthers(asked, ['features', 'profile', 'tags', 'clause', 'target', 'serviceName', 'reset']);
    const { features = [], profile = 'full', tags, clause, target = 'fresh', serviceName, reset = false } = asked;
    if (target === 'fresh' && (serviceName !== undefined || reset)) {
      throw wrong(reset ? 'reset' : 'serviceName', 'fresh exchanges take none: leave it out, or name another target');
    }
    for (const path of features) {
      const file = path.replace(/(?::\d{1,6})+$/, '');
      const isKnown = all.some((feature) => feature.path === file || areaOf(feature.path) === path);
      if (!isKnown)
        throw wrong('features', `the suite has no feature ${path}: GET /sim/v1/library/features lists them`);
    }
    return [
      ...['conform', ...features, '--profile', profile],
      // With an equals sign, a text that begins with a hyphen is still the value of its flag.
      ...(tags === undefined ? [] : [`--tags=${tags}`]),
      ...(clause === undefined ? [] : [`--clause=${clause}`]),
      ...(target === 'fresh' ? ['--workers', String(workers)] : [`--target=${addressOf(target, origin)}`]),
      ...(serviceName === undefined ? [] : [`--service-name=${serviceName}`]),
      ...(reset ? ['--reset-target'] : []),
      ...['--progress-json', '--quiet', '--report', join(folder, REPORT)],
    ];
  },
};

function addressOf(target: string, origin: string): string {
  if (target === 'this') return origin;
  if (URL.canParse(target) && /^https?:$/.test(new URL(target).protocol)) return target;
  throw wrong('target', '"fresh", "this" or the URL of a deployment, such as https://api.example.org');
}

/**
 * The variables of a job. Those of the server that stand for its flags are not for the job; keys of a deployment are, and come from the
 * environment alone.
 */
export function jobVariables(
  { kind, target }: JobAsked,
  variables: Readonly<Record<string, string | undefined>>,
  controlToken: string | null,
): Readonly<Record<string, string | undefined>> {
  const own = Object.entries(variables).filter(([name]) => !/^PERPSIM_(?!KEY_)/.test(name));
  const isOwn = kind === 'conformance' && target === 'this' && controlToken !== null;
  return { ...Object.fromEntries(own), ...(isOwn && { PERPSIM_CONTROL_TOKEN: controlToken }) };
}

/** `features/trade` of `features/trade/cancelOrders.feature`. */
const areaOf = (path: string): string => path.split('/').slice(0, 2).join('/');

function refuseOthers(asked: JobAsked, taken: readonly (keyof JobAsked)[]): void {
  const other = Object.keys(asked).find((name) => name !== 'kind' && !taken.some((own) => own === name));
  if (other !== undefined) throw wrong(other, `a ${asked.kind} takes ${taken.join(', ')} and no ${other}`);
}

interface Known {
  readonly name: string;
  readonly numbers: readonly string[];
}

function knownScenario({ scenario }: JobAsked, scenarios: readonly ListedScenario[]): Known {
  const found = scenarios.find(({ name }) => name === scenario);
  if (found) return { name: found.name, numbers: found.numbers.map(({ path }) => path) };
  throw wrong('scenario', `the library has no scenario ${scenario ?? ''}: GET /sim/v1/library/scenarios lists them`);
}

function readSet(text: string, numbers: readonly string[]): { readonly path: string; readonly values: string[] } {
  const [path = '', list = '', ...rest] = text.split('=');
  if (!numbers.includes(path) || rest.length > 0) {
    throw wrong('set', `${path} is no number of this scenario: GET /sim/v1/library/scenarios lists them`);
  }
  const values = list.split(',').map((value) => value.trim());
  const isRight = values.length <= MOST_VALUES && values.every((value) => /^-?\d{1,15}(?:\.\d{1,18})?$/.test(value));
  if (!isRight) throw wrong('set', `${path} takes 1 to ${MOST_VALUES} numbers with commas between, such as 2,4,8`);
  return { path, values };
}

const wrong = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);
