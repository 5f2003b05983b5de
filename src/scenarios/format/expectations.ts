import { report, type WorldNode, type WorldProblem } from '../../exchange/world/read.ts';
import type { Expectation } from '../scenario.ts';
import { findSentence, nearestSentence } from '../expectations/catalogue.ts';
import { NAMES } from '../expectations/sentence.ts';
import { accountName, checkReferences, type Context, marketName } from './context.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { moment } from './times.ts';

/** What sentences may name: also the entries of the timeline that have a name. */
export interface ExpectationContext extends Context {
  readonly entries: readonly string[];
}

/** Reads `expect.yaml`: a list of times, each with the sentences that must hold then. In order of time. */
export function readExpectations(
  root: WorldNode,
  context: ExpectationContext,
  problems: WorldProblem[],
): readonly Expectation[] {
  if (root.kind !== 'list') {
    report(problems, root, 'must be a list of times and sentences');
    return [];
  }
  return root.items.flatMap((item) => readTime(item, context, problems)).sort((a, b) => a.atMs - b.atMs);
}

function readTime(node: WorldNode, context: ExpectationContext, problems: WorldProblem[]): readonly Expectation[] {
  if (node.kind !== 'map') {
    report(problems, node, 'must be a map with the fields at and that');
    return [];
  }
  const { at, that, ...others } = Object.fromEntries(node.entries);
  for (const other of Object.values(others))
    report(problems, other, 'is not a field here; remove it, or use one of at, that');
  if (!at) report(problems, node, 'names no time; add the field at');
  if (!that) report(problems, node, 'expects nothing; add the field that');
  const atMs = at && moment(context.span, true)(at, problems);
  if (that && that.kind !== 'list') report(problems, that, 'must be a list of sentences');
  if (that?.kind !== 'list') return [];
  return that.items.flatMap((item) => {
    const sentence = readSentence(item, context, problems);
    return sentence && atMs !== undefined ? [{ atMs, line: item.place.line, ...sentence }] : [];
  });
}

function readSentence(
  node: WorldNode,
  context: ExpectationContext,
  problems: WorldProblem[],
): Pick<Expectation, 'sentence' | 'rows'> | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'string') {
    return checkSentence(node.value, node, context, problems) ? { sentence: node.value, rows: [] } : undefined;
  }
  const [pair, ...more] = node.kind === 'map' ? [...node.entries] : [];
  if (!pair || more.length > 0) {
    return report(
      problems,
      node,
      'must be a sentence in quotes, or one sentence ending in a colon with a list of rows',
    );
  }
  const [sentence, table] = pair;
  if (table.kind !== 'list') return report(problems, table, 'must be a list of rows');
  const rows = table.items.flatMap((row) => {
    if (row.kind !== 'map') report(problems, row, 'must be a map of cells');
    return row.kind === 'map' ? [cellsOf(row.entries, problems)] : [];
  });
  checkReferences(table, new Set([...context.accounts, ...context.entries]), problems);
  const text = `${sentence.replace(/:$/, '')}:`;
  return checkSentence(text, node, context, problems) ? { sentence: text, rows } : undefined;
}

/** The condition of an entry: one sentence without rows. */
export function readCondition(
  node: WorldNode,
  context: ExpectationContext,
  problems: WorldProblem[],
): string | undefined {
  const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
  if (text === undefined) return report(problems, node, 'must be a sentence in quotes, as in expect.yaml');
  if (text.endsWith(':')) return report(problems, node, 'is a sentence with rows; a condition takes one without');
  return checkSentence(text, node, context, problems) ? text : undefined;
}

/** A text must be one of the sentences, and what it names must be there. */
function checkSentence(text: string, node: WorldNode, context: ExpectationContext, problems: WorldProblem[]): boolean {
  const before = problems.length;
  const found = findSentence(text);
  if (!found) {
    const near = nearestSentence(text);
    const hint = near === undefined ? '' : `; the nearest is: ${near}`;
    report(problems, node, `is no sentence that can be checked${hint}. docs/scenarios.md lists them all`);
    return false;
  }
  for (const { parameter, value } of found.args) {
    const name = NAMES.find((each) => each === parameter);
    const place: WorldNode = { kind: 'scalar', place: node.place, value };
    if (name === 'account') accountName(context)(place, problems);
    if (name === 'market') marketName(context)(place, problems);
    if (name === 'entry' && !context.entries.includes(value)) {
      report(
        problems,
        place,
        `"${value}" is no entry of the timeline with a name; ${nearestHint(value, context.entries)}`,
      );
    }
  }
  return problems.length === before;
}

function cellsOf(entries: ReadonlyMap<string, WorldNode>, problems: WorldProblem[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...entries].map(([column, cell]) => {
      if (cell.kind !== 'scalar' || cell.value === null) report(problems, cell, 'must be a text in quotes');
      return [column, cell.kind === 'scalar' ? String(cell.value) : ''];
    }),
  );
}
