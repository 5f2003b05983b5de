import type { ScenarioResult, TraceEntry } from '../results/run.ts';
import { FAILED } from './summary.ts';
import { briefOf } from './words.ts';

/** Failures that one mistake of the target explains. */
export interface Cause {
  /** A sentence to forward: `getCandles: openPrice should be a decimal text, is 95000`. The figures are those of the first. */
  readonly text: string;
  /** In the order of the features; the first has the difference and the trace to look at. */
  readonly scenarios: readonly ScenarioResult[];
}

/**
 * Failed scenarios by cause, the cause of most of them first. Two failures have one cause when the same action gave the same field
 * the same kind of wrong value, whatever the ids and figures in it.
 */
export function causesOf(scenarios: readonly ScenarioResult[]): readonly Cause[] {
  const causes = new Map<string, { readonly text: string; readonly scenarios: ScenarioResult[] }>();
  for (const scenario of scenarios) {
    if (!FAILED.includes(scenario.verdict)) continue;
    const text = causeOf(scenario);
    const key = `${scenario.verdict} ${alike(text)}`;
    const known = causes.get(key);
    if (known) known.scenarios.push(scenario);
    else causes.set(key, { text, scenarios: [scenario] });
  }
  return [...causes.values()].toSorted((a, b) => b.scenarios.length - a.scenarios.length);
}

const LONGEST = 240;

/** What an assertion or a check of the contract says in one line: a place, what it should be, and what it is. */
const STATED = /^(?:\w*Error(?: \[\w+\])?: |NotAsSpecified: )?(.* should .*|.* is refused .*|.* is not .*)$/m;

function causeOf(scenario: ScenarioResult): string {
  const { error, name, trace } = scenario;
  const stated = error === null ? undefined : STATED.exec(error)?.[1];
  const what = stated ?? briefOf(scenario) ?? name;
  const action = actionOf(trace);
  return `${action === undefined ? '' : `${action}: `}${what}`.slice(0, LONGEST);
}

/** The action or route of the last request that was answered. */
function actionOf(trace: readonly TraceEntry[]): string | undefined {
  const last = trace.findLast(({ kind }) => kind === 'http' || kind === 'sent');
  if (!last) return undefined;
  return (
    last.signed?.action ??
    /"action":"(\w+)"/.exec(last.request ?? '')?.[1] ??
    (last.kind === 'http' ? last.url.replace(/^.*\/v1/, '').replace(/\?.*$/, '') : undefined)
  );
}

/** A text without what differs between two failures of one cause: figures, ids, places in lists, quoted values. */
const alike = (text: string): string =>
  text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/0x[0-9a-f]+/gi, '…')
    .replaceAll(/-?\d[\d.]*/g, '…');
