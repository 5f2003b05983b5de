import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import {
  type Examples,
  type GherkinDocument,
  IdGenerator,
  type Location,
  type Scenario,
  type Step,
  type Tag,
} from '@cucumber/messages';
import { areaOf } from '../results/gherkin-index.ts';
import { inFeatureOrder } from '../results/read-messages.ts';
import { StepArgument } from '../steps/declaration.ts';
import type { SpokenStep } from '../steps/library.ts';

/** A scenario that can be run: one without outline, or one row of an outline. */
export interface PlannedScenario {
  /** `features/trade/cancelOrders.feature:12`, the line of the row for an outline. */
  readonly id: string;
  readonly uri: string;
  readonly line: number;
  /** Every line inside it, from its first tag to its last step: for a row its own and those that it shares with others. */
  readonly lines: readonly number[];
  readonly name: string;
  readonly feature: string;
  /** The folder below `features`. */
  readonly area: string;
  /** Without `@`. */
  readonly tags: readonly string[];
  /** Those of the background included. */
  readonly steps: readonly SpokenStep[];
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
  return [...files].flatMap(([uri, text]) => scenariosOnce(uri, text)).sort(inFeatureOrder);
}

/** What was read last of each path: hundreds of files take a second, and a process may plan many runs of them. */
const lastRead = new Map<string, { readonly text: string; readonly scenarios: readonly PlannedScenario[] }>();

function scenariosOnce(uri: string, text: string): readonly PlannedScenario[] {
  const last = lastRead.get(uri);
  if (last?.text === text) return last.scenarios;
  const scenarios = scenariosIn(uri, text);
  lastRead.set(uri, { text, scenarios });
  return scenarios;
}

function scenariosIn(uri: string, text: string): PlannedScenario[] {
  const newId = IdGenerator.incrementing();
  const document = parsed(uri, text, newId);
  const lines = linesIn(document);
  return compile(document, uri, newId).map((pickle) => {
    const named = pickle.astNodeIds.flatMap((id) => lines.get(id) ?? []);
    const line = named.at(-1)?.line ?? 0;
    return {
      id: `${uri}:${line}`,
      uri,
      line,
      lines: named.flatMap((each) => each.lines),
      name: pickle.name,
      feature: document.feature?.name ?? '',
      area: areaOf(uri),
      tags: pickle.tags.map(({ name }) => name.replace(/^@/, '')),
      steps: pickle.steps.map((step) => ({
        text: step.text,
        argument: StepArgument.of(step),
        ...(step.type !== undefined && { kind: step.type }),
      })),
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

/** The line that a scenario or a row is called by, and all that are its own. */
export interface NamedLines {
  readonly line: number;
  readonly lines: readonly number[];
}

/**
 * The lines of each scenario and of each row of examples, by their id: every line from the first tag to the last step or
 * table. A row has its own line and those that it shares with the other rows; the lines of other rows are not among them.
 */
function linesIn({ feature }: GherkinDocument): ReadonlyMap<string, NamedLines> {
  const lines = new Map<string, NamedLines>();
  for (const child of feature?.children ?? []) {
    for (const { scenario } of child.rule ? child.rule.children : [child]) {
      if (!scenario) continue;
      const blocks = scenario.examples.map((examples) => ({
        examples,
        lines: between(startOf(examples), endOf(examples)),
      }));
      const inBlocks = new Set(blocks.flatMap((block) => block.lines));
      const own = between(startOf(scenario), endOfScenario(scenario)).filter((line) => !inBlocks.has(line));
      lines.set(scenario.id, { line: scenario.location.line, lines: own });
      for (const block of blocks) {
        const rows = block.examples.tableBody;
        const rowLines = new Set(rows.map(({ location }) => location.line));
        const shared = block.lines.filter((line) => !rowLines.has(line));
        for (const { id, location } of rows) lines.set(id, { line: location.line, lines: [...shared, location.line] });
      }
    }
  }
  return lines;
}

const startOf = ({ tags, location }: { readonly tags: readonly Tag[]; readonly location: Location }): number =>
  Math.min(location.line, ...tags.map((tag) => tag.location.line));

const endOf = ({ location, tableHeader, tableBody }: Examples): number =>
  Math.max(location.line, tableHeader?.location.line ?? 0, ...tableBody.map((row) => row.location.line));

const endOfScenario = ({ location, steps, examples }: Scenario): number =>
  Math.max(location.line, ...steps.map(endOfStep), ...examples.map(endOf));

/** A doc string ends with a line of its own marks. */
const endOfStep = ({ location, dataTable, docString }: Step): number =>
  Math.max(
    location.line,
    ...(dataTable?.rows.map((row) => row.location.line) ?? []),
    docString ? docString.location.line + docString.content.split('\n').length + 1 : 0,
  );

const between = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
