import { UsageError } from '../usage-error.ts';
import type { Shard } from '../../suite/suite/select.ts';

/** Flags as commander collects them. */
export interface ConformFlags {
  readonly target?: string;
  readonly ws?: string;
  readonly serviceName?: string;
  readonly controlToken?: string;
  readonly control?: boolean;
  readonly resetTarget?: boolean;
  readonly against?: string;
  readonly profile?: string;
  readonly tags?: readonly string[];
  readonly clause?: readonly string[];
  readonly exclude?: readonly string[];
  readonly shard?: string;
  readonly seed?: string;
  readonly budget?: string;
  readonly responseBytes?: string;
  readonly workers?: string;
  readonly rerun?: string;
  readonly knownFailing?: string;
  readonly report?: string;
  readonly trace?: string;
  readonly annotations?: string;
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly failFast?: boolean;
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
