/**
 * Finds ids that the project cites and that no page of it defines: rulings (`R-01`), rules (`INV-01`, `DET-01`, `DUR-01`,
 * `SEC-01`), sections of the wire facts (`wire 2.5`), clauses and decisions. An entry without text defines nothing.
 */

/** One text of the repository, by its path from the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** An id as it stands somewhere, with the line, counted from 1. */
export interface Mention {
  readonly id: string;
  readonly line: number;
}

/** What the pages define. */
export interface Definitions {
  readonly ids: ReadonlySet<string>;
  /** First part of every clause id: a word that starts like one and is none is a wrong citation. */
  readonly clausePrefixes: ReadonlySet<string>;
  /** Entries that say nothing or stand twice, as `path:line: what`. */
  readonly problems: readonly string[];
}

const RULINGS = 'docs/contract/rulings.md';
const INVARIANTS = 'docs/contract/invariants.md';
const WIRE = 'docs/contract/wire/';
const CLAUSES = 'docs/contract/clauses.yaml';
const DECISIONS = 'docs/decisions/';

const NUMBERED_ID = /(?<![\w-])(?:R-\d{2,3}|(?:INV|DET|DUR|SEC)-\d{2,3})(?![\w-])/g;
const SECTION = String.raw`\d+(?:\.\d+)?(?!\d)`;
const GAP = String.raw`(?:[ \t]|\n[ \t]*(?:\*|\/\/|#)?[ \t]*)+`;
const WIRE_SECTIONS = new RegExp(`\\b[Ww]ire${GAP}(${SECTION}(?:(?:,| and| to)${GAP}\\d+\\.\\d+)*)`, 'g');
const DECISION = /\bdecision (\d{1,4})\b/gi;
const CLAUSE_SHAPE = /(?<![\w-])[A-Z][A-Z0-9]+(?:-[A-Z0-9]+)+(?![\w-])/g;

/**
 * Reads the definitions out of the pages of docs/contract and the names of docs/decisions.
 * @param otherNames that look like clause ids and are none, such as the rules of explanations
 */
export function definitionsIn(sources: readonly Source[], otherNames: readonly string[] = []): Definitions {
  const entries = sources.flatMap((source) => entriesOf(source).map((entry) => ({ ...entry, path: source.path })));
  const ids = new Set(otherNames);
  const problems: string[] = [];
  for (const { id, line, text, path } of entries) {
    if (ids.has(id)) problems.push(`${path}:${line}: ${id} is defined twice`);
    if (text.trim() === '') problems.push(`${path}:${line}: the entry of ${id} is empty`);
    ids.add(id);
  }
  const clauses = entries.filter(({ path }) => path === CLAUSES).map(({ id }) => id);
  return { ids, clausePrefixes: new Set(clauses.map(prefixOf)), problems };
}

const prefixOf = (clause: string): string => clause.slice(0, clause.indexOf('-'));

interface Entry extends Mention {
  readonly text: string;
}

function entriesOf({ path, text }: Source): Entry[] {
  if (path === RULINGS) return headingsOf(text, /^R-\d{2,3}$/, (id) => id);
  if (path === INVARIANTS) return rowsOf(text);
  if (path === CLAUSES) return clausesOf(text);
  if (path.startsWith(WIRE)) return headingsOf(text, /^\d+(?:\.\d+)?$/, (id) => `wire ${id}`);
  const number = path.startsWith(DECISIONS) ? /^(\d{4})-[^/]*\.md$/.exec(path.slice(DECISIONS.length)) : null;
  return number ? [{ id: `decision ${Number(number[1])}`, line: 1, text }] : [];
}

/** Entries that are headings: the first word of a heading is the id, its text goes on to the next heading. */
function headingsOf(text: string, wanted: RegExp, idOf: (word: string) => string): Entry[] {
  const entries: { id: string; line: number; text: string; wanted: boolean }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const word = /^#+ (\S+)/.exec(line)?.[1];
    if (word !== undefined) entries.push({ id: idOf(word), line: index + 1, text: '', wanted: wanted.test(word) });
    else if (entries.length > 0) (entries.at(-1) as { text: string }).text += line.replace(/<a id="[\w-]+"><\/a>/, '');
  }
  return entries.filter((entry) => entry.wanted).map(({ id, line, text: body }) => ({ id, line, text: body }));
}

/** Entries that are rows of a table, the id first, so that `| ID` finds them: `| INV-01 <a id="inv-01"></a> | statement | check |`. */
function rowsOf(text: string): Entry[] {
  return text.split('\n').flatMap((line, index) => {
    const [, id, statement = '', check = ''] =
      /^\| *((?:INV|DET|DUR|SEC)-\d+)(?: *<a id="[\w-]+"><\/a>)? *\|([^|]*)\|([^|]*)\|/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, line: index + 1, text: check.trim() === '' ? '' : statement }];
  });
}

function clausesOf(text: string): Entry[] {
  return text.split(/^(?=- id: )/m).flatMap((entry, index, all) => {
    const id = /^- id: *(\S+)/.exec(entry)?.[1];
    if (id === undefined) return [];
    const line = all.slice(0, index).join('').split('\n').length;
    return [{ id, line, text: /^ {2}text: *(.*)$/m.exec(entry)?.[1] ?? '' }];
  });
}

/** Every id that a text cites. Tests make up clauses of their own, so only tags of features count there. */
export function citationsIn({ path, text }: Source, { ids, clausePrefixes }: Definitions): Mention[] {
  const lineOf = lineCounter(text);
  const found = (pattern: RegExp): RegExpExecArray[] => [...text.matchAll(pattern)];
  const isTest = path.startsWith('test/') || /\.test(-helper)?\.ts$/.test(path);
  const clauses = isTest
    ? []
    : found(CLAUSE_SHAPE).filter(
        ([id]) => ids.has(id) || (clausePrefixes.has(prefixOf(id)) && !/^(?:INV|DET|DUR|SEC)-\d+$/.test(id)),
      );
  return [
    ...[...found(NUMBERED_ID), ...clauses].map((match) => ({ id: match[0], line: lineOf(match.index) })),
    ...found(DECISION).map((match) => ({ id: `decision ${Number(match[1])}`, line: lineOf(match.index) })),
    ...found(WIRE_SECTIONS).flatMap((match) =>
      [...(match[1] ?? '').matchAll(/\d+(?:\.\d+)?/g)].map(([section]) => ({
        id: `wire ${section}`,
        line: lineOf(match.index),
      })),
    ),
  ];
}

/** Citations that lead nowhere and entries that say nothing, as `path:line: what`. */
export function checkReferences(sources: readonly Source[], definitions: Definitions): string[] {
  const unknown = sources.flatMap((source) =>
    citationsIn(source, definitions)
      .filter(({ id }) => !definitions.ids.has(id))
      .map(({ id, line }) => `${source.path}:${line}: ${id} is cited, and no page of docs defines it`),
  );
  return [...definitions.problems, ...unknown];
}

/** Line of an offset, for offsets in any order. */
function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
