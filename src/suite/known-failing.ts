import { parse } from 'yaml';
import { isList, isRecord } from '../kernel/entries.ts';
import type { Run, ScenarioResult } from './results/run.ts';
import { tagExpression } from './run/select.ts';

/**
 * Why a list no longer holds.
 *
 * - `unexpected-pass`: what it excuses works
 * - `expired`: it is past its date, and excuses nothing any more
 * - `stale`: it is about nothing there is
 */
export interface StaleEntry {
  readonly kind: 'unexpected-pass' | 'expired' | 'stale';
  /** The entry, by what it is about: `scenario features/trade/cancelOrders.feature:12`. */
  readonly entry: string;
  readonly text: string;
}

/** What an entry may be about: a scenario of the suite, whether this run chose it or not. */
type Known = Pick<ScenarioResult, 'id' | 'tags'>;

/**
 * The run as a target's list of known failures makes it: an excused failure becomes `expected-failure`, and what passes
 * although the list excuses it `unexpected-pass`. Skipped scenarios and errors of the suite say nothing of the target and
 * stay what they are.
 *
 * @param today `YYYY-MM-DD`; an entry holds through the day it expires
 * @param suite every scenario of the suite. Left out: an entry without a scenario is a finding only where the run was
 *   not narrowed, since it may be about what was not chosen
 */
export function applyKnownFailing(
  run: Run,
  list: readonly KnownFailing[],
  today: string,
  suite?: readonly Known[],
): { readonly run: Run; readonly findings: readonly StaleEntry[] } {
  const findings: StaleEntry[] = [];
  const known = suite ?? (isNarrowed(run) ? undefined : run.scenarios);
  const current = list.filter((entry) => {
    const expired = today > entry.expires;
    if (expired) findings.push({ kind: 'expired', entry: nameOf(entry), text: `held until ${entry.expires}` });
    return !expired;
  });
  const excuses = current.map((entry) => ({ entry, isAbout: matcherOf(entry) }));
  for (const { entry, isAbout } of excuses) {
    if (known && !known.some(isAbout) && !run.scenarios.some(isAbout)) {
      findings.push({ kind: 'stale', entry: nameOf(entry), text: 'no scenario matches it' });
    }
  }
  const scenarios = run.scenarios.map((scenario) => {
    const entry = excuses.find(({ isAbout }) => isAbout(scenario))?.entry;
    if (!entry || (scenario.verdict !== 'failed' && scenario.verdict !== 'passed')) return scenario;
    const reason = `${entry.reason} (${entry.link}, until ${entry.expires})`;
    if (scenario.verdict === 'failed') return { ...scenario, verdict: 'expected-failure' as const, reason };
    findings.push({ kind: 'unexpected-pass', entry: nameOf(entry), text: `${scenario.id} passed` });
    return { ...scenario, verdict: 'unexpected-pass' as const, reason };
  });
  return { run: { ...run, scenarios }, findings };
}

/** A finding as one line. */
export const findingText = ({ kind, entry, text }: StaleEntry): string =>
  `known-failing list, ${kind.replace('-', ' ')}: ${entry}: ${text}`;

const isNarrowed = ({ facts }: Run): boolean =>
  facts.selection.length > 0 || facts.shard !== null || facts.stopped !== null;

function matcherOf({ about }: KnownFailing): (scenario: Known) => boolean {
  if (about.kind === 'scenario') return ({ id }) => id === about.value;
  if (about.kind === 'clause') return ({ tags }) => tags.includes(`clause:${about.value}`);
  const holds = tagExpression(about.value);
  return ({ tags }) => holds(tags);
}

const nameOf = ({ about }: KnownFailing): string => `${about.kind} ${about.value}`;

/** What a target is known to get wrong, for how long that may be so, and where it is being worked on. */
export interface KnownFailing {
  readonly about: { readonly kind: 'scenario' | 'clause' | 'tags'; readonly value: string };
  readonly reason: string;
  readonly link: string;
  /** `YYYY-MM-DD`; the entry holds through this day. */
  readonly expires: string;
}

/** A list that cannot be understood; the text names entry and field. */
export class KnownFailingError extends Error {
  override readonly name = 'KnownFailingError';
}

const SUBJECTS = ['scenario', 'clause', 'tags'] as const;
const FIELDS = ['reason', 'link', 'expires'] as const;

/**
 * The entries of a list in YAML:
 *
 *     - scenario: features/trade/cancelOrders.feature:12   # or clause: ID, or tags: a tag expression
 *       reason: why it fails
 *       link: https://...
 *       expires: 2026-12-31
 *
 * @throws KnownFailingError for anything else
 */
export function readKnownFailing(text: string): KnownFailing[] {
  let list: unknown;
  try {
    list = parse(text, { schema: 'failsafe' });
  } catch (error) {
    throw new KnownFailingError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  // A file of comments alone is a list without entries.
  if (list === null || list === '') return [];
  if (!isList(list)) throw new KnownFailingError('a list of entries is expected');
  return list.map((entry, index) => entryOf(entry, `entry ${index + 1}`));
}

function entryOf(fields: unknown, where: string): KnownFailing {
  if (!isRecord(fields)) {
    throw new KnownFailingError(`${where}: fields are expected, such as scenario, reason, link and expires`);
  }
  const allowed: readonly string[] = [...SUBJECTS, ...FIELDS];
  const unknown = Object.keys(fields).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw new KnownFailingError(`${where}: ${unknown} is none of ${allowed.join(', ')}`);
  const [kind, ...more] = SUBJECTS.filter((subject) => fields[subject] !== undefined);
  if (kind === undefined || more.length > 0) {
    throw new KnownFailingError(`${where}: exactly one of ${SUBJECTS.join(', ')} is expected`);
  }
  const textOf = (field: string): string => {
    const value = fields[field];
    if (value === undefined || value === '') throw new KnownFailingError(`${where}: ${field} is missing`);
    if (typeof value !== 'string') throw new KnownFailingError(`${where}: ${field} must be text`);
    return value;
  };
  const known = { about: { kind, value: textOf(kind) }, reason: textOf('reason'), link: textOf('link') };
  checkSubject(known.about, where);
  const expires = textOf('expires');
  if (!isDate(expires))
    throw new KnownFailingError(`${where}: expires must be a date such as 2026-12-31, not ${expires}`);
  return { ...known, expires };
}

function checkSubject({ kind, value }: KnownFailing['about'], where: string): void {
  if (kind === 'scenario' && !/^features\/.+\.feature:\d+$/.test(value)) {
    throw new KnownFailingError(`${where}: scenario must be an id such as features/trade/cancelOrders.feature:12`);
  }
  if (kind !== 'tags') return;
  try {
    tagExpression(value);
  } catch (error) {
    throw new KnownFailingError(`${where}: tags: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A day that the calendar has. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
