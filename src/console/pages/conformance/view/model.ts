import type { Verdict, TransportName } from '../../../../suite/results/run.ts';
import type { PackedScenario, PageClause, PageData, TraceState } from '../page-data.ts';

/** The run as the page uses it, unpacked. */
export interface Model {
  readonly data: PageData;
  readonly scenarios: readonly Scenario[];
  readonly clauses: ReadonlyMap<string, PageClause>;
  readonly features: readonly Feature[];
  /** The messages of a scenario as JSON text; undefined where the page has none. */
  readonly traceText: (scenario: number) => string | undefined;
  /** What a page that is served shows beside the command that runs a scenario again; a file has none. */
  readonly beside?: (scenario: Pick<Scenario, 'id'>) => object;
}

export interface Feature {
  readonly name: string;
  readonly uri: string;
  readonly area: string;
  readonly scenarios: readonly Scenario[];
}

export interface Scenario {
  readonly index: number;
  readonly id: string;
  readonly line: number;
  readonly name: string;
  readonly uri: string;
  readonly area: string;
  readonly verdict: Verdict;
  readonly transport: TransportName;
  /** Those of clauses stand in `clauses`. */
  readonly tags: readonly string[];
  readonly clauses: readonly string[];
  readonly actions: readonly string[];
  readonly needs: readonly string[];
  readonly aspects: readonly Aspect[];
  readonly reason: string | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly served: readonly string[];
  readonly refused: readonly string[];
  readonly tokens: number;
  readonly trace: TraceState;
  /** Indices in `texts` of the texts that a search covers. */
  readonly texts: readonly number[];
}

export interface ShownStep {
  readonly text: string;
  readonly line: number;
  readonly mark: 'p' | 'f' | 's';
}

/** The subjects of a scenario about an action. */
export const ASPECTS = ['served', 'refused', 'limits', 'auth'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** @param traceText - reads the element that holds the messages of a scenario */
export function modelOf(data: PageData, traceText: Model['traceText'] = () => undefined): Model {
  const clauses = new Map(data.clauses.map((clause) => [clause.id, clause]));
  const names = new Set(data.actions.map(([name]) => name));
  const scenarios = data.scenarios.map((packed, index) => scenarioOf(data, packed, index, clauses, names));
  const ofFeature = data.features.map((): Scenario[] => []);
  scenarios.forEach((scenario, index) => ofFeature[data.scenarios[index]?.[0] ?? 0]?.push(scenario));
  return {
    data,
    scenarios,
    clauses,
    features: data.features.map(([name, uri, area], index) => ({
      name: data.texts[name] ?? '',
      uri,
      area,
      scenarios: ofFeature[index] ?? [],
    })),
    traceText,
  };
}

function scenarioOf(
  { texts, features }: PageData,
  packed: PackedScenario,
  index: number,
  known: ReadonlyMap<string, PageClause>,
  names: ReadonlySet<string>,
): Scenario {
  const [feature, line, name, verdict, transport, tags, needs, steps, , reason, error, durationMs] = packed;
  const [, , , , , , , , , , , , served, refused, tokens, trace] = packed;
  const [featureName = -1, uri = '', area = ''] = features[feature] ?? [];
  const textOf = (place: number): string => texts[place] ?? '';
  const all = tags.map(textOf);
  const clauses = all.filter((tag) => tag.startsWith('clause:')).map((tag) => tag.slice('clause:'.length));
  const plain = all.filter((tag) => !tag.startsWith('clause:'));
  const cited = clauses.flatMap((id) => known.get(id) ?? []);
  const kinds = new Set(cited.map(({ kind }) => kind));
  return {
    index,
    id: `${uri}:${line}`,
    line,
    name: textOf(name),
    uri,
    area,
    verdict,
    transport,
    tags: plain,
    clauses,
    actions: [...new Set([...plain.filter((tag) => names.has(tag)), ...cited.flatMap(({ action }) => action ?? [])])],
    needs: needs.map(textOf),
    aspects: [
      plain.includes('negative') ? 'refused' : 'served',
      ...(area === 'limits' || kinds.has('limit') ? (['limits'] as const) : []),
      ...(area === 'auth' || kinds.has('auth') ? (['auth'] as const) : []),
    ],
    reason: reason < 0 ? null : textOf(reason),
    error: error < 0 ? null : textOf(error),
    durationMs,
    served: served.map(textOf),
    refused: refused.map(textOf),
    tokens,
    trace,
    texts: [
      name,
      featureName,
      ...tags,
      ...steps.filter((_, at) => at % 2 === 0),
      ...(reason < 0 ? [] : [reason]),
      ...(error < 0 ? [] : [error]),
      ...refused,
    ],
  };
}

/** Unpacks the steps of a scenario; the page needs them only when it is opened. */
export function stepsOf({ texts, scenarios }: PageData, index: number): ShownStep[] {
  const [, , , , , , , steps = [], marks = ''] = scenarios[index] ?? [];
  return Array.from(marks, (mark, at) => ({
    text: texts[steps[2 * at] ?? -1] ?? '',
    line: steps[2 * at + 1] ?? 0,
    mark: mark === 'p' || mark === 'f' ? mark : 's',
  }));
}
