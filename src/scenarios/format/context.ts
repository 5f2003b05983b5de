import { type Reader, report, text, type WorldNode, type WorldProblem } from '../../exchange/world/read.ts';
import type { World } from '../../exchange/world/shape.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { noMarket } from './accounts.ts';
import { nameIn, referencesIn } from './references.ts';
import type { Span } from './times.ts';

/** What a part of a scenario may name: accounts, markets and entries that were read before it. */
export interface Context {
  /** Absolute: relative names of files start here. */
  readonly folder: string;
  readonly span: Span;
  readonly accounts: readonly string[];
  /** Undefined once the world itself has problems: its names are then not checked. */
  readonly world: World | undefined;
}

/** An account of the scenario by its name. */
export const accountName =
  ({ accounts }: Pick<Context, 'accounts'>): Reader<string> =>
  (node, problems) => {
    const name = text(/\S/, 'the name of an account')(node, problems);
    if (name === undefined || accounts.includes(name)) return name;
    return report(problems, node, `"${name}" is no account of this scenario; ${nearestHint(name, accounts)}`);
  };

/** A market of the world by its symbol. */
export const marketName =
  ({ world }: Pick<Context, 'world'>): Reader<string> =>
  (node, problems) => {
    const symbol = text(/\S/, 'the symbol of a market')(node, problems);
    const isKnown = !world || world.markets.some((market) => market.symbol === symbol);
    return symbol === undefined || isKnown ? symbol : report(problems, node, `"${symbol}" ${noMarket(world)}`);
  };

/** Notes references below a node that lead to no earlier entry and no account. */
export function checkReferences(node: WorldNode, known: ReadonlySet<string>, problems: WorldProblem[]): void {
  if (node.kind === 'list') for (const item of node.items) checkReferences(item, known, problems);
  else if (node.kind === 'map') for (const member of node.entries.values()) checkReferences(member, known, problems);
  else {
    for (const reference of referencesIn(node.value)) {
      const name = nameIn(reference);
      if (name === undefined) {
        report(
          problems,
          node,
          `\${${reference}} is no reference; write \${entry.orderId}, \${account.wallet} or \${now + 60s}`,
        );
      } else if (name !== null && !known.has(name)) {
        const hint = nearestHint(name, [...known]);
        report(problems, node, `\${${reference}} refers to ${name}, which is no account and no earlier entry; ${hint}`);
      }
    }
  }
}

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
