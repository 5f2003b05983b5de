import type { WorldNode, WorldProblem } from '../../runtime/world/node.ts';
import { report } from '../../runtime/world/read.ts';
import type { Expectation } from '../scenario.ts';
import type { Context } from './context.ts';
import { moment } from './times.ts';

/** Reads `expect.yaml`: a list of times, each with the sentences that must hold then. In order of time. */
export function readExpectations(root: WorldNode, context: Context, problems: WorldProblem[]): readonly Expectation[] {
  if (root.kind !== 'list') {
    report(problems, root, 'must be a list of times and sentences');
    return [];
  }
  return root.items.flatMap((item) => readTime(item, context, problems)).sort((a, b) => a.atMs - b.atMs);
}

function readTime(node: WorldNode, context: Context, problems: WorldProblem[]): readonly Expectation[] {
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
    const sentence = readSentence(item, problems);
    return sentence && atMs !== undefined ? [{ atMs, line: item.place.line, ...sentence }] : [];
  });
}

function readSentence(node: WorldNode, problems: WorldProblem[]): Pick<Expectation, 'sentence' | 'rows'> | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'string') return { sentence: node.value, rows: [] };
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
  return { sentence: `${sentence}:`, rows };
}

function cellsOf(entries: ReadonlyMap<string, WorldNode>, problems: WorldProblem[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...entries].map(([column, cell]) => {
      if (cell.kind !== 'scalar' || cell.value === null) report(problems, cell, 'must be a text in quotes');
      return [column, cell.kind === 'scalar' ? String(cell.value) : ''];
    }),
  );
}
