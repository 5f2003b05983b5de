import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WorldNode, WorldProblem } from '../../runtime/world/node.ts';
import { list, object, type Reader, report, text } from '../../runtime/world/read.ts';
import type { ScenarioAgent, StrategyParams } from '../scenario.ts';
import { accountName, type Context, marketName } from './context.ts';
import { moment } from './times.ts';
import { scalarMap } from './values.ts';

interface Written {
  readonly name: string;
  readonly account: string;
  readonly use: string;
  readonly symbol: string;
  readonly params: StrategyParams;
  readonly from: number;
  readonly until: number;
}

/** A strategy of perpsim by name, or the file of a module, relative to the scenario. */
const use =
  (folder: string): Reader<string> =>
  (node, problems) => {
    const name = text(/\S/, 'the name of a strategy or of a file ending in .js or .mjs')(node, problems);
    if (name === undefined || /^[a-z][a-z-]*$/.test(name)) return name;
    if (!/\.m?js$/.test(name)) {
      return report(problems, node, 'must be the name of a strategy or of a file ending in .js or .mjs');
    }
    const file = resolve(folder, name);
    return existsSync(file)
      ? file
      : report(problems, node, `there is no file ${name}; name one, relative to the scenario`);
  };

function traderReader(context: Context, kind: 'agent' | 'strategy'): Reader<ScenarioAgent> {
  const { folder, span } = context;
  const read = object<Written>(
    {
      name: text(),
      account: accountName(context),
      use: use(folder),
      symbol: marketName(context),
      params: scalarMap,
      from: moment(span, false),
      until: moment(span, true),
    },
    { params: {}, from: 0, until: span.durationMs, ...(kind === 'strategy' && { name: 'strategy' }) },
  );
  return (node, problems) => {
    const written = read(node, problems);
    if (!written) return undefined;
    const { from: fromMs, until: untilMs, ...rest } = written;
    if (fromMs >= untilMs) return report(problems, node, 'ends before it begins; let until be later than from');
    return { ...rest, fromMs, untilMs };
  };
}

/** Reads the trader whom the scenario is about. */
export const readStrategy = (
  node: WorldNode | undefined,
  context: Context,
  problems: WorldProblem[],
): ScenarioAgent | null => (node && traderReader(context, 'strategy')(node, problems)) ?? null;

/** Reads the traders beside it. */
export function readAgents(
  node: WorldNode | undefined,
  context: Context,
  problems: WorldProblem[],
): readonly ScenarioAgent[] {
  if (!node) return [];
  const agents = list(traderReader(context, 'agent'), 0)(node, problems) ?? [];
  const names = new Set<string>();
  for (const [index, { name }] of agents.entries()) {
    const place = node.kind === 'list' ? (node.items[index] ?? node) : node;
    if (names.has(name)) report(problems, place, `is the second agent with the name ${name}; choose another`);
    names.add(name);
  }
  return agents;
}
