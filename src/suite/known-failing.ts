import { tagExpression } from './suite/select.ts';
import type { Run, ScenarioResult } from './results/run.ts';
import type { KnownFailing } from './known-failing-list.ts';

/**
 * Why a list no longer holds.
 *
 * - `unexpected-pass`: what it excuses works
 * - `expired`: it is past its date, and excuses nothing any more
 * - `stale`: it is about nothing there is
 */
export interface Finding {
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
): { readonly run: Run; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
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
export const findingText = ({ kind, entry, text }: Finding): string =>
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
