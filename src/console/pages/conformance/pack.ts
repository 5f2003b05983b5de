import type { Citation, State } from '../../../suite/coverage/citations.ts';
import type { Coverage } from '../../../suite/coverage/count.ts';
import type { CoveredTransition } from '../../../suite/coverage/citations.ts';
import { CAPABILITIES, type Capability } from '../../../suite/deployment.ts';
import { needsOf } from '../../../suite/needs.ts';
import { commandOf } from '../../../suite/reporters/words.ts';
import type { ClauseState } from '../../../suite/reporters/words.ts';
import type { Run, ScenarioResult, TraceEntry } from '../../../suite/results/run.ts';
import type { PackedScenario, PageClause, PageData, PageTrace, PageTransition, TraceState } from './page-data.ts';

/** At most this many characters of traces, as JSON, are in the page. A run may have kept a hundred times as much. */
const TRACE_BUDGET = 4_000_000;
/** A longer body is cut: it is too long to read in the page, and messages.ndjson of the run has all of it. */
const LONGEST_BODY = 30_000;

/** Packs the run as the page reads it, and the traces that fit the budget. */
export function pack(
  run: Run,
  coverage: ReportCoverage,
  budget = TRACE_BUDGET,
): { readonly data: PageData; readonly traces: readonly PageTrace[] } {
  const { facts, scenarios } = run;
  const texts = new Texts();
  const features = new Map<string, number>();
  for (const { uri } of scenarios) if (!features.has(uri)) features.set(uri, features.size);
  const traces = tracesWithin(scenarios, budget);
  const kept = new Set(traces.map(({ scenario }) => scenario));
  const clauses = pageClauses(coverage, scenarios);
  const packedScenarios = scenarios.map((scenario, index): PackedScenario => {
    const { observed, steps } = scenario;
    return [
      features.get(scenario.uri) ?? 0,
      scenario.line,
      texts.of(scenario.name),
      scenario.verdict,
      scenario.transport,
      scenario.tags.map((tag) => texts.of(tag)),
      needsIn(scenario).map((need) => texts.of(need)),
      steps.flatMap(({ text, line }) => [texts.of(text), line]),
      steps.map(({ verdict }) => verdict.charAt(0)).join(''),
      texts.of(scenario.reason),
      texts.of(scenario.error),
      scenario.durationMs,
      observed.served.map((name) => texts.of(name)),
      observed.refused.map((code) => texts.of(code)),
      observed.tokens,
      traceState(scenario, kept.has(index)),
    ];
  });
  const firsts = new Map(scenarios.map((scenario) => [scenario.uri, scenario]));
  const data = {
    target: facts.target,
    command: commandOf(facts),
    features: [...features.keys()].map((uri) => {
      const { feature, area } = firsts.get(uri) ?? { feature: '', area: '' };
      return [texts.of(feature), uri, area] as const;
    }),
    scenarios: packedScenarios,
    clauses,
    transitions: pageTransitions(coverage, scenarios),
    actions: actionsOf(clauses),
    texts: texts.all,
  };
  return { data, traces };
}

/** Each text once, by its place. */
class Texts {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  of(text: string | null): number {
    if (text === null) return -1;
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}

/** Derived from the steps, as the suite derives them. A run of another suite may name needs that are unknown here. */
function needsIn({ tags, steps }: ScenarioResult): Capability[] {
  const known = tags.filter((tag) => !/^@?needs:/.test(tag) || CAPABILITIES.some((need) => tag.endsWith(`:${need}`)));
  return needsOf({ tags: known, steps: steps.map(({ text }) => ({ text: text.replace(/^\S+ /, '') })) });
}

/** Traces within the budget: first those of scenarios that did not pass, then the others. */
function tracesWithin(scenarios: readonly ScenarioResult[], budget: number): PageTrace[] {
  const held = scenarios.flatMap(({ trace, verdict }, scenario) =>
    trace.length === 0 ? [] : [{ scenario, entries: trace.map(shortened), late: verdict === 'passed' ? 1 : 0 }],
  );
  let left = budget;
  return held
    .sort((a, b) => a.late - b.late || a.scenario - b.scenario)
    .flatMap(({ scenario, entries }) => {
      const size = JSON.stringify(entries).length;
      if (size > left) return [];
      left -= size;
      return [{ scenario, entries }];
    });
}

/** Cuts a long response. A long request is replaced by its size, since half of it would be another request. */
function shortened(entry: TraceEntry): TraceEntry {
  const { request, response } = entry;
  return {
    ...entry,
    request: isLong(request) ? `<${new TextEncoder().encode(request).length} bytes>` : request,
    response: isLong(response)
      ? `${response.slice(0, LONGEST_BODY)}\n... ${response.length - LONGEST_BODY} more characters are in the messages of the run`
      : response,
  };
}

const isLong = (text: string | null): text is string => text !== null && text.length > LONGEST_BODY;

const traceState = ({ trace }: ScenarioResult, isKept: boolean): TraceState =>
  isKept ? 'kept' : trace.length === 0 ? 'none' : 'left-out';

const SURFACES = ['trade', 'info', 'aggregator', 'ws'];

/** Every action that a clause belongs to, by surface and name. */
function actionsOf(clauses: readonly PageClause[]): (readonly [string, string])[] {
  const surfaces = new Map<string, string>();
  for (const { action, surface } of clauses) {
    if (action !== null && !surfaces.has(action)) surfaces.set(action, surface[0] ?? '');
  }
  const rank = (surface: string): number => (SURFACES.includes(surface) ? SURFACES.indexOf(surface) : SURFACES.length);
  return [...surfaces].sort(([a, in1], [b, in2]) => rank(in1) - rank(in2) || (a < b ? -1 : 1));
}

/** The coverage that the page shows. It may be that of several runs; links lead to scenarios of this one. */
export type ReportCoverage = Pick<Coverage, 'clauses' | 'transitions'>;

/** The states of the coverage count, in the words of the page. */
const STATES: Readonly<Record<State, ClauseState>> = {
  proven: 'proven',
  broken: 'failed',
  waived: 'waived',
  unproven: 'skipped',
  open: 'uncovered',
};

function pageClauses({ clauses }: ReportCoverage, scenarios: readonly ScenarioResult[]): PageClause[] {
  const placesOf = placesIn(scenarios);
  return clauses.map(({ id, text, kind, status, surface, action, needs, state, waiver, scenarios: citing }) => ({
    id,
    text,
    kind,
    status,
    surface,
    action: action ?? null,
    needs,
    state: STATES[state],
    waiver,
    scenarios: placesOf(citing),
  }));
}

function pageTransitions({ transitions }: ReportCoverage, scenarios: readonly ScenarioResult[]): PageTransition[] {
  const placesOf = placesIn(scenarios);
  return transitions.map(({ id, machine, from, event, outcome, state, scenarios: citing }) => ({
    id,
    machine,
    from,
    event,
    outcome: outcomeText(outcome),
    state: outcome.kind === 'cannot' ? 'cannot' : STATES[state],
    scenarios: placesOf(citing),
  }));
}

function outcomeText(outcome: CoveredTransition['outcome']): string {
  switch (outcome.kind) {
    case 'to':
      return `→ ${outcome.state}`;
    case 'refused':
      return outcome.code;
    case 'cannot':
      return outcome.why;
  }
}

/** Indices of the citing scenarios in the run. A run over one transport has none of the scenarios of the other. */
function placesIn(scenarios: readonly ScenarioResult[]): (citing: readonly Citation[]) => number[] {
  const keyOf = (id: string, transport: string): string => `${transport} ${id}`;
  const places = new Map(scenarios.map(({ id, transport }, place) => [keyOf(id, transport), place]));
  return (citing) => citing.flatMap(({ scenario, transport }) => places.get(keyOf(scenario, transport)) ?? []);
}
