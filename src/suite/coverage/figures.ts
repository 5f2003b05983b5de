import { parse } from 'yaml';
import { isList } from '../../kernel/entries.ts';
import { isRecord } from '../records.ts';
import { isListOf, isShape, isText, isWordOf, orMissing } from '../../kernel/guards.ts';

/**
 * Which money fields of which records were compared with a literal, and under which conditions. The suite notes a cell when a
 * comparison of a `@figures` scenario has held, from the record that was compared, so that no tag can claim one.
 */

/** What can be true of a record while a figure of it is compared. */
export const CONDITIONS = [
  'mark apart',
  'long',
  'short',
  'maker',
  'taker',
  'taker then maker',
  'rounded',
  'cross',
  'isolated',
  'negative',
  'positive',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** `position.unrealizedPnl: short`. */
export type FigureCell = `${string}.${string}: ${Condition}`;

/** Cells of `docs/contract/figures.yaml`: one record with its fields, and those that are empty on purpose. */
export interface FigureRecord {
  readonly record: string;
  readonly fields: readonly string[];
  readonly empty: readonly {
    /** Left out: all of the record. */
    readonly fields?: readonly string[];
    readonly conditions: readonly Condition[];
    readonly reason: string;
  }[];
}

const FILE = 'docs/contract/figures.yaml';

/** Reads `docs/contract/figures.yaml`. Throws for anything that is not as `FigureRecord` says. */
export function readFigures(text: string): readonly FigureRecord[] {
  const records: unknown = parse(text);
  if (!Array.isArray(records)) throw new Error(`${FILE} should be a list`);
  return records.map((one: unknown): FigureRecord => {
    const { record, fields, empty = [] } = isRecord(one) ? one : {};
    if (typeof record !== 'string' || !isTexts(fields) || !isList(empty))
      throw new Error(`${FILE}: an entry needs record and fields`);
    const isGap = isShape<FigureRecord['empty'][number]>({
      fields: orMissing(isListOf(isWordOf(...fields))),
      conditions: isListOf(isWordOf(...CONDITIONS)),
      reason: isText,
    });
    const gaps = empty.map((gap) => {
      if (isGap(gap)) return gap;
      throw new Error(
        `${FILE}: ${record} has a gap without known fields, conditions and a reason: ${JSON.stringify(gap)}`,
      );
    });
    return { record, fields, empty: gaps };
  });
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const cellOf = (record: string, field: string, condition: Condition): FigureCell => `${record}.${field}: ${condition}`;

/** Why a cell is empty on purpose; undefined for one that must be filled. */
const reasonOf = ({ empty }: FigureRecord, field: string, condition: Condition): string | undefined =>
  empty.find(({ fields, conditions }) => (fields?.includes(field) ?? true) && conditions.includes(condition))?.reason;

export interface FigureCoverage {
  readonly cells: number;
  readonly proven: number;
  readonly waived: number;
  /** Neither proven nor empty on purpose. */
  readonly open: readonly FigureCell[];
  /** Empty on purpose, and yet proven. */
  readonly stale: readonly FigureCell[];
}

export function figureCoverage(records: readonly FigureRecord[], proven: ReadonlySet<string>): FigureCoverage {
  const cells = records.flatMap((own) =>
    own.fields.flatMap((field) =>
      CONDITIONS.map((condition) => {
        const cell = cellOf(own.record, field, condition);
        return { cell, isProven: proven.has(cell), reason: reasonOf(own, field, condition) };
      }),
    ),
  );
  return {
    cells: cells.length,
    proven: cells.filter(({ isProven }) => isProven).length,
    waived: cells.filter(({ isProven, reason }) => !isProven && reason !== undefined).length,
    open: cells.filter(({ isProven, reason }) => !isProven && reason === undefined).map(({ cell }) => cell),
    stale: cells.filter(({ isProven, reason }) => isProven && reason !== undefined).map(({ cell }) => cell),
  };
}

/** The table of fields and conditions: `x` is proven, `-` empty on purpose, `OPEN` is missing. */
export function figureMarkdown(records: readonly FigureRecord[], proven: ReadonlySet<string>): string {
  const { cells, proven: count, waived, open } = figureCoverage(records, proven);
  const head = ['Field', ...CONDITIONS];
  const rows = records.flatMap((own) =>
    own.fields.map((field) => [
      `${own.record}.${field}`,
      ...CONDITIONS.map((condition) => {
        if (proven.has(cellOf(own.record, field, condition))) return 'x';
        return reasonOf(own, field, condition) === undefined ? 'OPEN' : '-';
      }),
    ]),
  );
  const reasons = records.flatMap(({ record, empty }) =>
    empty.map(
      ({ fields, conditions, reason }) =>
        `- **${record}**${fields ? `, ${fields.join(', ')}` : ''}: ${conditions.join(', ')}. ${reason}`,
    ),
  );
  return [
    '# Figures under conditions',
    '',
    `${cells} cells: ${count} proven by comparisons that held, ${waived} empty on purpose, ${open.length} open.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`),
    '',
    '## Empty on purpose',
    '',
    ...reasons,
    '',
  ].join('\n');
}
