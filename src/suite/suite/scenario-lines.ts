import type { Examples, GherkinDocument, Location, Scenario, Step, Tag } from '@cucumber/messages';

/** The line that a scenario or a row is called by, and all that are its own. */
export interface NamedLines {
  readonly line: number;
  readonly lines: readonly number[];
}

/**
 * The lines of each scenario and of each row of examples, by their id: every line from the first tag to the last step or
 * table. A row has its own line and those that it shares with the other rows; the lines of other rows are not among them.
 */
export function linesIn({ feature }: GherkinDocument): ReadonlyMap<string, NamedLines> {
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
