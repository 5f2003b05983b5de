import { generateMessages } from '@cucumber/gherkin';
import { IdGenerator, SourceMediaType } from '@cucumber/messages';
import { cellsOf } from '../needs.ts';
import { areaOf } from '../results/gherkin-index.ts';
import { inFeatureOrder } from '../results/read-messages.ts';

/** A scenario that can be run: one without outline, or one row of an outline. */
export interface PlannedScenario {
  /** `features/trade/cancelOrders.feature:12`, the line of the row for an outline. */
  readonly id: string;
  readonly uri: string;
  readonly line: number;
  /** Every line that names it: its own, and for a row that of its outline. */
  readonly lines: readonly number[];
  readonly name: string;
  readonly feature: string;
  /** The folder below `features`. */
  readonly area: string;
  /** Without `@`. */
  readonly tags: readonly string[];
  /** Sentences without their keyword. */
  readonly steps: readonly string[];
  /** What their tables and doc strings hold. */
  readonly cells?: readonly string[];
}

/** A feature file that cannot be read as Gherkin. */
export class FeatureError extends Error {
  override readonly name = 'FeatureError';
}

/**
 * The scenarios of feature files, in the order of files and lines.
 *
 * @param files text by path, such as `features/trade/cancelOrders.feature`
 * @throws FeatureError that names file and line
 */
export function planOf(files: ReadonlyMap<string, string>): PlannedScenario[] {
  return [...files].flatMap(([uri, text]) => scenariosIn(uri, text)).sort(inFeatureOrder);
}

const OPTIONS = { includeSource: false, includeGherkinDocument: true, includePickles: true };

function scenariosIn(uri: string, text: string): PlannedScenario[] {
  const newId = IdGenerator.incrementing();
  const envelopes = generateMessages(text, uri, SourceMediaType.TEXT_X_CUCUMBER_GHERKIN_PLAIN, { ...OPTIONS, newId });
  const lines = new Map<string, number>();
  const scenarios: PlannedScenario[] = [];
  let feature = '';
  for (const { gherkinDocument, pickle, parseError } of envelopes) {
    if (parseError) throw new FeatureError(`${uri} is no feature: ${parseError.message}`);
    feature = gherkinDocument?.feature?.name ?? feature;
    for (const child of gherkinDocument?.feature?.children ?? []) {
      const parts = child.rule ? child.rule.children : [child];
      for (const { scenario } of parts) {
        if (!scenario) continue;
        lines.set(scenario.id, scenario.location.line);
        for (const row of scenario.examples.flatMap(({ tableBody }) => tableBody)) lines.set(row.id, row.location.line);
      }
    }
    if (!pickle) continue;
    const named = pickle.astNodeIds.map((id) => lines.get(id) ?? 0);
    const line = named.at(-1) ?? 0;
    scenarios.push({
      id: `${uri}:${line}`,
      uri,
      line,
      lines: named,
      name: pickle.name,
      feature,
      area: areaOf(uri),
      tags: pickle.tags.map(({ name }) => name.replace(/^@/, '')),
      steps: pickle.steps.map((step) => step.text),
      cells: cellsOf(pickle.steps),
    });
  }
  return scenarios;
}
