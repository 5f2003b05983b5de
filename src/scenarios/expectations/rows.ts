import { many, type Row } from './sentence.ts';
import { memberAt } from '../format/references.ts';
import { isSame } from './words.ts';

/** The text of a value at a path such as `statuses[0].filled.avgPrice`; empty where there is none, JSON for what is no text. */
export function cellOf(value: unknown, path: string): string {
  const found = path === '.' ? value : memberAt(value, path.match(/[^.[\]]+/g) ?? []);
  if (found === undefined) return '';
  return typeof found === 'string' ? found : JSON.stringify(found);
}

const fits = (row: Row, found: unknown): boolean =>
  Object.entries(row).every(([path, expected]) => isSame(cellOf(found, path), expected));

/** Says what is there instead when these are not exactly the rows, in any order. */
export function sameRows(rows: readonly Row[], found: readonly unknown[], what: string): string {
  const left = [...found];
  for (const row of rows) {
    const index = left.findIndex((each) => fits(row, each));
    if (index < 0) return shownRows(rows, found, what);
    left.splice(index, 1);
  }
  return left.length === 0 ? '' : shownRows(rows, found, what);
}

/** Says what is there instead when the rows do not come in this order; others may stand between them. */
export function rowsInOrder(rows: readonly Row[], found: readonly unknown[], what: string): string {
  let from = 0;
  for (const row of rows) {
    const index = found.findIndex((each, at) => at >= from && fits(row, each));
    if (index < 0)
      return `found no ${what} ${written(row)}${from > 0 ? ' after the rows before it' : ''}, but ${shown(rows, found, what)}`;
    from = index + 1;
  }
  return '';
}

const SHOWN_MAX = 20;

const shownRows = (rows: readonly Row[], found: readonly unknown[], what: string): string =>
  `found ${shown(rows, found, what)}`;

/** The named columns of what was found. */
function shown(rows: readonly Row[], found: readonly unknown[], what: string): string {
  if (found.length === 0) return `no ${what}s`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = found
    .slice(0, SHOWN_MAX)
    .map((each) => written(Object.fromEntries(columns.map((path) => [path, cellOf(each, path)]))));
  const more = found.length > SHOWN_MAX ? ` and ${found.length - SHOWN_MAX} more` : '';
  return `${many(found.length, what)}: ${lines.join(', ')}${more}`;
}

const written = (row: Row): string =>
  `{ ${Object.entries(row)
    .map(([column, cell]) => `${column}: ${cell}`)
    .join(', ')} }`;
