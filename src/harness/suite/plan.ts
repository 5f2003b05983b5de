import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { type GherkinDocument, IdGenerator } from '@cucumber/messages';
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

function scenariosIn(uri: string, text: string): PlannedScenario[] {
  const newId = IdGenerator.incrementing();
  const document = parsed(uri, text, newId);
  const lines = linesIn(document);
  return compile(document, uri, newId).map((pickle) => {
    const named = pickle.astNodeIds.map((id) => lines.get(id) ?? 0);
    const line = named.at(-1) ?? 0;
    return {
      id: `${uri}:${line}`,
      uri,
      line,
      lines: named,
      name: pickle.name,
      feature: document.feature?.name ?? '',
      area: areaOf(uri),
      tags: pickle.tags.map(({ name }) => name.replace(/^@/, '')),
      steps: pickle.steps.map((step) => step.text),
      cells: cellsOf(pickle.steps),
    };
  });
}

function parsed(uri: string, text: string, newId: () => string): GherkinDocument {
  try {
    return new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  } catch (error) {
    throw new FeatureError(`${uri} is no feature: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Lines of scenarios and of rows, by their id. */
function linesIn({ feature }: GherkinDocument): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const child of feature?.children ?? []) {
    for (const { scenario } of child.rule ? child.rule.children : [child]) {
      if (!scenario) continue;
      lines.set(scenario.id, scenario.location.line);
      for (const row of scenario.examples.flatMap(({ tableBody }) => tableBody)) lines.set(row.id, row.location.line);
    }
  }
  return lines;
}
