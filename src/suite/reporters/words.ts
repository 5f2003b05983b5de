import { shellWord } from '../../kernel/shell.ts';
import type { RunFacts, ScenarioResult, Verdict } from '../results/run.ts';
import type { Conclusion } from './summary.ts';

/** The state of a clause, by the scenarios that cite it. */
export const CLAUSE_STATES = ['failed', 'proven', 'skipped', 'waived', 'uncovered'] as const;
export type ClauseState = (typeof CLAUSE_STATES)[number];

/** Labels and signs of verdicts and states. The sign gives the same information as the colour. */
interface Shown {
  readonly label: string;
  readonly mark: string;
}

export const VERDICT_SHOWN: Readonly<Record<Verdict, Shown>> = {
  failed: { label: 'failed', mark: '✕' },
  error: { label: 'suite error', mark: '!' },
  'unexpected-pass': { label: 'unexpected pass', mark: '?' },
  'expected-failure': { label: 'known to fail', mark: '~' },
  skipped: { label: 'skipped', mark: '–' },
  passed: { label: 'passed', mark: '✓' },
};

export const STATE_SHOWN: Readonly<Record<ClauseState, Shown & { readonly means: string }>> = {
  failed: { label: 'failed', mark: '✕', means: 'a scenario that cites it failed' },
  proven: { label: 'proven', mark: '✓', means: 'a scenario that cites it passed, and none failed' },
  skipped: { label: 'skipped', mark: '–', means: 'no scenario that cites it came to a verdict' },
  waived: { label: 'waived', mark: 'w', means: 'no scenario can prove it; the reason is given' },
  uncovered: { label: 'uncovered', mark: '?', means: 'no scenario of this run cites it' },
};

export const CONCLUSION_SHOWN: Readonly<Record<Conclusion, Shown>> = {
  conformant: { label: 'Conformant', mark: '✓' },
  'not-conformant': { label: 'Not conformant', mark: '✕' },
  incomplete: { label: 'Incomplete', mark: '!' },
  'nothing-proven': { label: 'Nothing proven', mark: '–' },
  inconclusive: { label: 'Inconclusive', mark: '?' },
};

/** The command that runs scenarios again where this run ran them, up to their names. */
export function commandOf({ target, seed, given }: RunFacts): string {
  const { kind, restUrl, wsUrl, serviceName } = target;
  const streams = wsUrl === null ? [] : ['--ws', wsUrl];
  const reached = kind === 'in-process' ? [] : ['--target', restUrl, ...streams, '--service-name', serviceName];
  const order = seed === null ? [] : ['--seed', seed];
  return ['npx perpsim conform', ...reached.map(shellWord), ...given, ...order.map(shellWord)].join(' ');
}

/** The one command that reproduces what a scenario did. */
export const reproduce = (command: string, { id }: Pick<ScenarioResult, 'id'>): string => `${command} ${shellWord(id)}`;

/** A line of a summary: what is longer stands whole in the reports. */
const LONGEST = 200;

/** The step that did not hold, and what it found instead of what: `Then the response is ok: status 500, expected 200`. */
export function briefOf({ steps, error }: Pick<ScenarioResult, 'steps' | 'error'>): string | null {
  if (error === null) return null;
  const [first = '', ...others] = error.split('\n');
  const step = steps.find(({ verdict }) => verdict === 'failed')?.text ?? first;
  const found = differenceIn(error) ?? firstWords(others);
  const text = found === '' || found === step ? step : `${step}: ${found}`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}

/** What an assertion says under its message, one line for each value or several for a structure. */
const DIFFERENCE = /^ {4}\+ expected - actual\n\n((?: {4}.*(?:\n|$)|\n)+)/m;

function differenceIn(error: string): string | null {
  const lines = DIFFERENCE.exec(error)?.[1]?.split('\n') ?? [];
  const valueAfter = (sign: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`    ${sign}`))
      ?.slice(5)
      .trim();
  const [actual, expected] = [valueAfter('-'), valueAfter('+')];
  if (actual === undefined && expected === undefined) return null;
  if (actual === undefined) return `expected ${expected}, which is missing`;
  const isStatus = /^\d{3}$/.test(actual) && new RegExp(`^responded ${actual}$`, 'm').test(error);
  const what = isStatus ? `status ${actual}` : actual;
  return expected === undefined ? `${what}, which is not expected` : `${what}, expected ${expected}`;
}

const firstWords = (lines: readonly string[]): string =>
  (lines.find((line) => line.trim() !== '') ?? '').replace(/^\w*Error(?: \[\w+\])?: /, '').trim();
