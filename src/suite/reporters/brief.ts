import type { ScenarioResult } from '../results/run.ts';

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
