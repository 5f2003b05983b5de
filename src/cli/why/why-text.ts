import type { Explanation } from '../../exchange/why/explanation.ts';
import { table, widest } from '../table.ts';

/** How explanations look on a terminal: columns that line up, and nothing cut off. */

/** Title, verdict, inputs, steps with their numbers, the rules behind them, and the pages that define these. */
export function explanationText({ kind, subject, verdict, at, inputs, steps, rules }: Explanation): string {
  const title = `${kind} at ${new Date(at).toISOString()}`;
  return sections([
    [title, pairs(subject)],
    ['verdict', pairs(verdict)],
    [
      'inputs',
      table(
        inputs.map(({ name, value, unit, from }) => [name, value, unit, from]),
        [1],
      ),
    ],
    ['steps', steps.length === 0 ? [] : stepLines(steps)],
    ['rules', table(rules.map(({ id, text, source }) => [id, `${text} (${source})`]))],
    ['pages', [...new Set(rules.flatMap(({ pages }) => pages))]],
  ]);
}

/** Rows of a list, each a column for a field; one line where there is none. */
export function listText(name: string, rows: readonly Readonly<Record<string, unknown>>[]): string {
  const first = rows[0];
  if (!first) return `no ${name}\n`;
  const fields = Object.keys(first);
  const lines = rows.map((row) => fields.map((field) => cell(field, row[field])));
  return `${table([fields, ...lines]).join('\n')}\n`;
}

function cell(field: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (field === 'at' && typeof value === 'number') return new Date(value).toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Name and result line up; the formula stands beside them, its numbers below it. */
function stepLines(steps: Explanation['steps']): string[] {
  const name = widest(steps.map((step) => step.name));
  const result = widest(steps.map((step) => step.result));
  return steps.flatMap((step) => {
    const head = `${step.name.padEnd(name)}  ${step.result.padStart(result)}  = `;
    const numbers = `${' '.repeat(head.length - 2)}= ${step.with}`;
    return [`${head}${step.formula}  [${step.rule}]`, ...(step.with === step.formula ? [] : [numbers])];
  });
}

/** Names and values in two columns. */
export const pairs = (record: Readonly<Record<string, string>>): string[] => table(Object.entries(record));

/** Titled blocks; one without lines is left out. */
export function sections(parts: readonly (readonly [title: string, lines: readonly string[]])[]): string {
  const shown = parts.filter(([, lines]) => lines.length > 0);
  return shown.map(([title, lines]) => `${[title, ...lines.map((line) => `  ${line}`)].join('\n')}\n`).join('\n');
}
