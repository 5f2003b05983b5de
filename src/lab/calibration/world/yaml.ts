import type { WorldMarket } from '../../../exchange/world/world-file.ts';
import { keysOf } from '../../../kernel/entries.ts';

/** A YAML document with comments: maps, lists of maps, lists of scalars, and scalars. */
export type Yaml = Scalar | readonly Scalar[] | Block | Items;
export type Scalar = string | number | boolean | null;

/** A map, in the order of its lines. */
export interface Block {
  readonly lines: readonly Line[];
}

/** A list of maps. */
export interface Items {
  readonly items: readonly Block[];
}

export type Line = Entry | Remark;

export interface Entry {
  readonly key: string;
  readonly value: Yaml;
  /** A comment behind the value. */
  readonly note?: string;
}

/** A comment on lines of its own. */
export interface Remark {
  readonly remark: string;
}

export const entry = (key: string, value: Yaml, note?: string): Entry => ({
  key,
  value,
  ...(note !== undefined && { note }),
});
export const remark = (text: string): Remark => ({ remark: text });
export const block = (...lines: readonly Line[]): Block => ({ lines });

const WIDTH = 120;

export const yamlText = (document: Block): string => `${blockLines(document, '').join('\n')}\n`;

function blockLines({ lines }: Block, indent: string): string[] {
  return lines.flatMap((line) => ('remark' in line ? remarkLines(line.remark, indent) : entryLines(line, indent)));
}

function entryLines({ key, value, note }: Entry, indent: string): string[] {
  const behind = note === undefined ? '' : ` # ${oneLine(note)}`;
  if (!isNested(value)) return [`${indent}${key}: ${inline(value)}${behind}`];
  if ('lines' in value) return [`${indent}${key}:${behind}`, ...blockLines(value, `${indent}  `)];
  if (value.items.length === 0) return [`${indent}${key}: []${behind}`];
  return [`${indent}${key}:${behind}`, ...value.items.flatMap((item) => itemLines(item, `${indent}  `))];
}

/** A map of a list: its first entry stands behind the dash, and comments before it above the dash. */
function itemLines(item: Block, indent: string): string[] {
  const first = item.lines.findIndex((line) => 'key' in line);
  const above = blockLines({ lines: item.lines.slice(0, first) }, indent);
  const [head = '', ...rest] = blockLines({ lines: item.lines.slice(first) }, `${indent}  `);
  return [...above, `${indent}- ${head.trimStart()}`, ...rest];
}

function remarkLines(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = `${indent}#`;
  for (const word of oneLine(text).split(' ')) {
    if (line.length + word.length >= WIDTH && line !== `${indent}#`) {
      lines.push(line);
      line = `${indent}#`;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** What comes from a deployment must not end a comment. */
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');

const isNested = (value: Yaml): value is Block | Items => typeof value === 'object' && value !== null && !isList(value);

const isList = (value: Yaml): value is readonly Scalar[] => Array.isArray(value);

const inline = (value: Scalar | readonly Scalar[]): string =>
  isList(value) ? `[${value.map(scalar).join(', ')}]` : scalar(value);

const PLAIN = /^[A-Za-z][A-Za-z0-9_-]*$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** JSON quotes are YAML quotes. Numbers in texts stay texts. */
const scalar = (value: Scalar): string =>
  typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value) ? value : JSON.stringify(value);

/** All of a market but its session, process and liquidity. */
export type MarketRecord = Omit<WorldMarket, 'session' | 'process' | 'liquidity'>;

/** The lines of a market record, in the order of `fixtures/worlds/README.md`. `notes` go behind their fields. */
export function recordLines(
  market: MarketRecord,
  notes: Readonly<Partial<Record<keyof MarketRecord, string>>> = {},
): Line[] {
  const { priceBands, funding, margin, ...plain } = market;
  const names = keysOf(plain);
  return [
    ...names.map((name) => entry(name, plain[name], notes[name])),
    entry('priceBands', block(...mapLines(priceBands)), notes.priceBands),
    entry('funding', block(...mapLines(funding)), notes.funding),
    entry(
      'margin',
      block(
        entry('defaultLeverage', margin.defaultLeverage),
        entry('tiers', { items: margin.tiers.map((tier) => block(...mapLines(tier))) }),
      ),
      notes.margin,
    ),
  ];
}

/** A flat map as it is. */
export const mapLines = (map: object): Line[] =>
  Object.entries(map).map(([key, value]) => entry(key, value as string | number | boolean | null));
