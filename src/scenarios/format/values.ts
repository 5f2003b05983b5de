import { type Reader, report, type WorldNode } from '../../exchange/world/read.ts';

/** The plain value of a node, as JSON would hold it. */
export function plainOf(node: WorldNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainOf);
  return Object.fromEntries([...node.entries].map(([key, member]) => [key, plainOf(member)]));
}

/** A map of anything. */
export const anyMap: Reader<Readonly<Record<string, unknown>>> = (node, problems) =>
  node.kind === 'map'
    ? Object.fromEntries([...node.entries].map(([key, member]) => [key, plainOf(member)]))
    : report(problems, node, 'must be a map');

/** A map of texts, numbers and flags: parameters of a strategy. */
export const scalarMap: Reader<Readonly<Record<string, string | number | boolean>>> = (node, problems) => {
  if (node.kind !== 'map') return report(problems, node, 'must be a map of texts, numbers and true or false');
  const values: Record<string, string | number | boolean> = {};
  const before = problems.length;
  for (const [key, member] of node.entries) {
    if (member.kind === 'scalar' && member.value !== null) values[key] = member.value;
    else report(problems, member, 'must be a text, a number, true or false');
  }
  return problems.length === before ? values : undefined;
};
