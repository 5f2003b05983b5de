import { nearestAside } from '../../kernel/nearest.ts';
import { needsOf } from '../../suite/needs.ts';
import type { TransportName } from '../../suite/results/run.ts';
import { FeatureError, type PlannedScenario, planOf } from '../../suite/run/plan.ts';
import { select, SelectionError, type Shard } from '../../suite/run/select.ts';
import type { Profile } from '../../suite/targets/profile.ts';
import { UsageError } from '../usage-error.ts';
import type { ConformanceOptions } from './conformance-run.ts';
import { featureFiles, loadSteps, type OwnFeature, ownFeatures, profileOf, rerunIds } from './files.ts';

/** What is to be run. */
export interface Chosen {
  readonly profile: Profile;
  readonly transport: TransportName;
  readonly plan: readonly PlannedScenario[];
  readonly scenarios: readonly PlannedScenario[];
}

/**
 * Returns the scenarios that features, flags and profile choose together. The steps of the suite are loaded from here on.
 *
 * @param features paths, with or without lines
 * @throws UsageError when they name nothing, or nothing is left
 */
export async function choose(features: readonly string[], flags: ConformFlags, { shard }: Settings): Promise<Chosen> {
  await loadSteps();
  const profile = profileOf(flags.profile ?? 'full');
  const transport = profile.select.transport ?? 'rest';
  const own = ownFeatures(features);
  const plan = planWith(own);
  const { tags, areas, without = [] } = profile.select;
  const offered = plan.filter(
    (scenario) =>
      (!areas || areas.includes(scenario.area) || own.some(({ path }) => path === scenario.uri)) &&
      (without.length === 0 || !needsOf(scenario).some((need) => without.includes(need))),
  );
  try {
    const scenarios = select(offered, {
      paths: features.map((path) => inPackage(path, own)),
      tags: [TRANSPORTS[transport], ...(tags === undefined ? [] : [tags]), ...(flags.tags ?? [])],
      clauses: flags.clause ?? [],
      exclude: flags.exclude ?? [],
      rerun: flags.rerun === undefined ? undefined : rerunIds(flags.rerun),
      shard,
    });
    if (scenarios.length === 0) {
      throw new UsageError(`no scenario matches: --list shows all scenarios${unknownName(flags, offered)}`);
    }
    return { profile, transport, plan, scenarios };
  } catch (error) {
    if (error instanceof SelectionError) throw new UsageError(error.message);
    throw error;
  }
}

/** The scenarios of the package, and of feature files of the user's own. */
function planWith(own: readonly OwnFeature[]): PlannedScenario[] {
  const ofPackage = planOf(featureFiles());
  if (own.length === 0) return ofPackage;
  try {
    return [...ofPackage, ...planOf(new Map(own.map(({ path, text }) => [path, text])))];
  } catch (error) {
    if (error instanceof FeatureError) throw new UsageError(error.message);
    throw error;
  }
}

/** The first tag or clause of the flags that no scenario has, with the nearest one; empty where there is none. */
function unknownName({ tags = [], clause = [] }: ConformFlags, offered: readonly PlannedScenario[]): string {
  const known = [...new Set(offered.flatMap((scenario) => scenario.tags))];
  const named = tags.flatMap((expression) => [...expression.matchAll(/@([^\s()]+)/g)].map(([, tag = '']) => tag));
  const cited = clause.filter((glob) => !glob.includes('*')).map((id) => `clause:${id}`);
  const unknown = [...named, ...cited].find((tag) => !known.includes(tag));
  return unknown === undefined ? '' : nearestAside(unknown, known);
}

/** A path as scenarios are named: from the root of the package. */
function inPackage(path: string, own: readonly OwnFeature[]): string {
  const feature = own.find(({ given }) => path === given || path.startsWith(`${given}:`));
  return feature === undefined ? path : `${feature.path}${path.slice(feature.given.length)}`;
}

/** Scenarios about one way of travelling are not for the other. */
const TRANSPORTS: Readonly<Record<TransportName, string>> = { rest: 'not @ws-only', ws: 'not @rest-only' };

/** Flags as commander collects them: the options of a run in a program, with figures as they were typed, and what only a terminal needs. */
export interface ConformFlags extends Omit<
  ConformanceOptions,
  'features' | 'clauses' | 'budget' | 'workers' | 'signal'
> {
  readonly clause?: readonly string[];
  readonly budget?: string;
  readonly workers?: string;
  readonly against?: string;
  readonly responseBytes?: string;
  readonly rerun?: string;
  readonly trace?: string;
  readonly annotations?: string;
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly quiet?: boolean;
  readonly json?: boolean;
  readonly progressJson?: boolean;
}

/** What the flags come to, once all of them have been looked at. */
export interface Settings {
  /** Flags that narrow the choice, as they would be typed again. */
  readonly selection: readonly string[];
  /** Other flags that a scenario needs to run again as it did, as they would be typed. A token stands as a variable. */
  readonly given: readonly string[];
  readonly shard: Shard | null;
  /** Of the order of scenarios; null leaves them as they are written. */
  readonly seed: string | null;
  readonly budget: number | undefined;
  readonly workers: number | undefined;
  /** Which scenarios keep their wire trace. */
  readonly trace: 'failed' | 'all' | 'none';
  /** Whether failures are printed as annotations of a GitHub workflow as well. */
  readonly annotated: boolean;
  /** Folder of the reports. */
  readonly report: string;
}

const MAX_BUDGET = 1_000_000_000;
const MAX_WORKERS = 64;

/**
 * Reads every flag that has a form of its own, so that nothing begins while one of them is wrong.
 *
 * @throws UsageError that names the flag
 */
export function settingsOf(features: readonly string[], flags: ConformFlags): Settings {
  return {
    selection: selectionOf(features, flags),
    given: givenOf(flags),
    shard: readShard(flags.shard),
    seed: readSeed(flags.seed),
    budget: readWhole('--budget', flags.budget, 1, MAX_BUDGET),
    workers: readWhole('--workers', flags.workers, 1, MAX_WORKERS),
    // Responses can only be compared where they were kept.
    trace: flags.against === undefined ? readTrace(flags.trace) : 'all',
    annotated: readAnnotations(flags.annotations),
    report: flags.report ?? 'reports/latest',
  };
}

/** `2/5` as the second of five. */
function readShard(text: string | undefined): Shard | null {
  if (text === undefined) return null;
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index === undefined || Number(index) > Number(of)) {
    throw new UsageError(`--shard must be a part and the number of parts, such as 1/2 (got "${text}")`);
  }
  return { index: Number(index), of: Number(of) };
}

/** A whole number from `least` to `most`; undefined when the flag was not given. */
function readWhole(flag: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${flag} must be a whole number from ${least} to ${most} (got "${text}")`);
}

/** The seed of a random order; null without one. */
function readSeed(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[A-Za-z0-9._-]{1,64}$/.test(text)) return text;
  throw new UsageError(`--seed must be 1 to 64 letters, digits, dots, underscores and hyphens (got "${text}")`);
}

/** Which scenarios keep their wire trace. */
function readTrace(text: string | undefined): 'failed' | 'all' | 'none' {
  if (text === undefined) return 'failed';
  if (text === 'failed' || text === 'all' || text === 'none') return text;
  throw new UsageError(`--trace must be failed, all or none (got "${text}")`);
}

/** Whether failures are printed as annotations; one form is known. */
function readAnnotations(text: string | undefined): boolean {
  if (text === undefined || text === 'github') return text !== undefined;
  throw new UsageError(`--annotations must be github (got "${text}")`);
}

/** Flags beside target and order that change what a scenario does or how its verdict is decided. */
function givenOf({
  profile = 'full',
  control,
  controlToken,
  resetTarget,
  budget,
  knownFailing,
}: ConformFlags): string[] {
  return [
    `--profile ${quoted(profile)}`,
    ...(control === false ? ['--no-control'] : []),
    ...(controlToken === undefined ? [] : ['--control-token "$PERPSIM_CONTROL_TOKEN"']),
    ...(resetTarget === true ? ['--reset-target'] : []),
    ...(budget === undefined ? [] : [`--budget ${quoted(budget)}`]),
    ...(knownFailing === undefined ? [] : [`--known-failing ${quoted(knownFailing)}`]),
  ];
}

/** Flags that narrow the choice, as they would be typed again. */
function selectionOf(features: readonly string[], flags: ConformFlags): string[] {
  const { tags = [], clause = [], exclude = [], rerun } = flags;
  return [
    ...features,
    ...tags.map((text) => `--tags ${quoted(text)}`),
    ...clause.map((text) => `--clause ${quoted(text)}`),
    ...exclude.map((text) => `--exclude ${quoted(text)}`),
    ...(rerun === undefined ? [] : [`--rerun ${quoted(rerun)}`]),
  ];
}

const quoted = (text: string): string => (/^[\w@:./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
