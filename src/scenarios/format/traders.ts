import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  list,
  object,
  type Reader,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import type { ScenarioAgent, StrategyParams } from '../scenario.ts';
import { accountName, type Context, marketName, scalarMap } from './context.ts';
import { LIBRARY } from '../strategies/library/library.ts';
import { StrategyParamsError } from '../strategies/library/params.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { moment } from './times.ts';

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
    if (name === undefined || LIBRARY.has(name)) return name;
    if (/^[a-z][a-z-]*$/.test(name)) {
      return report(problems, node, `there is no strategy "${name}"; ${nearestHint(name, [...LIBRARY.keys()])}`);
    }
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
    checkStrategy(written, node, problems);
    return { ...rest, fromMs, untilMs };
  };
}

/** A strategy of the library says itself what is wrong with its parameters. */
function checkStrategy({ use: name, params }: Written, node: WorldNode, problems: WorldProblem[]): void {
  try {
    LIBRARY.get(name)?.create(params);
  } catch (error) {
    if (!(error instanceof StrategyParamsError)) throw error;
    const place = node.kind === 'map' ? node.entries.get('params') : undefined;
    for (const problem of error.problems) report(problems, place ?? node, problem);
  }
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
