import type { DataTable, Step } from '@cucumber/messages';
import type { Finding, Parts, ScenarioPart } from './parts.ts';

/** Two scenarios that do the same prove it once; the second hides what it was meant for. */
export class Bodies {
  readonly #seen = new Map<string, string>();

  /** Scenarios that do word for word what one before them did, in this file or in another. */
  lint(file: string, { scenarios }: Parts): Finding[] {
    return scenarios.flatMap((part) => {
      const { name, location } = part.scenario;
      const body = bodyOf(part);
      const twin = this.#seen.get(body);
      if (twin === undefined) this.#seen.set(body, `${file}:${location.line}`);
      return twin === undefined ? [] : [{ line: location.line, message: `"${name}" does the same as ${twin}` }];
    });
  }
}

/** Everything that runs: the background's steps, its own, and the rows that are put in. */
function bodyOf({ scenario, before }: ScenarioPart): string {
  const rows = scenario.examples.map(({ tableHeader, tableBody }) =>
    [...(tableHeader ? [tableHeader] : []), ...tableBody].map(({ cells }) => cells.map(({ value }) => value)),
  );
  return JSON.stringify([[...before, ...scenario.steps].map(stepBody), rows]);
}

const stepBody = ({ text, dataTable, docString }: Step): unknown => [
  text,
  dataTable ? rowsOf(dataTable) : null,
  docString?.content ?? null,
];

const rowsOf = ({ rows }: DataTable): string[][] => rows.map(({ cells }) => cells.map(({ value }) => value));
