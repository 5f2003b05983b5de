import { ABSENT, type Value } from '../command.ts';
import { referenceIn } from '../references.ts';

/** Names that a feature gives to results of earlier commands, by their reference. */
export type Names = ReadonlyMap<string, string>;

/** The cell of a feature table that stands for a value; undefined for one that only JSON can hold. */
export function cellOf(value: Value, names: Names): string | undefined {
  if (typeof value === 'string') return textCell(value, names);
  if (typeof value === 'number') return `number ${value}`;
  if (typeof value === 'boolean' || value === null) return String(value);
  return jsonCell(value, names);
}

/** JSON with references in the words of features: `{order 1}` in quotes, times as bare numbers. */
export function jsonCell(value: Value, names: Names): string {
  if (typeof value === 'string') {
    const said = wordsOf(value, names);
    if (said === undefined) return JSON.stringify(value);
    return said.isNumber ? said.text : `"${said.text}"`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map((item) => jsonCell(item, names)).join(',')}]`;
  const fields = Object.entries(value as Readonly<Record<string, Value>>);
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${jsonCell(inner, names)}`).join(',')}}`;
}

function textCell(value: string, names: Names): string | undefined {
  const said = wordsOf(value, names);
  if (said) return said.isNumber ? `number ${said.text}` : said.text;
  if (value === ABSENT) return value;
  if (value === '') return '<empty>';
  // Cells lose white space at their ends.
  if (value.trim() !== value || /[\n\r]/.test(value)) return undefined;
  return /^(?:true|false|null|[[{<].*|(?:number|text) .*)$/.test(value) ? `text ${value}` : value;
}

/** A reference in the words of features; undefined for any other text. */
function wordsOf(value: string, names: Names): { readonly text: string; readonly isNumber: boolean } | undefined {
  const reference = referenceIn(value);
  if (reference === undefined) return undefined;
  // Times are numbers, ids texts.
  const isNumber = reference.startsWith('now ') || reference.endsWith('.timestamp');
  return { text: `{${names.get(reference) ?? reference}}`, isNumber };
}

/** A row of a table. */
export const rowOf = (...cells: readonly string[]): string => `      | ${cells.map(escaped).join(' | ')} |`;

const escaped = (cell: string): string =>
  cell.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
