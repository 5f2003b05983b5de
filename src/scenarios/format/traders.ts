import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  integer,
  list,
  object,
  type Reader,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import type { ScenarioAgent, StrategyParams } from '../scenario.ts';
import { countedNames } from './accounts.ts';
import { accountName, type Context, marketName, scalarMap } from './context.ts';
import { LIBRARY } from '../strategies/library/library.ts';
import { StrategyParamsError } from '../strategies/library/params-error.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { moment } from './times.ts';

interface Written {
  readonly name: string;
  readonly account: string;
  readonly count?: number;
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

function traderReader(context: Context, kind: 'agent' | 'strategy'): Reader<readonly ScenarioAgent[]> {
  const { folder, span, accounts } = context;
  const read = object<Written>(
    {
      name: text(),
      account: kind === 'agent' ? accountOrGroup(context) : accountName(context),
      count: kind === 'agent' ? integer(1, 500) : never('the strategy is one trader alone'),
      use: use(folder),
      symbol: marketName(context),
      params: scalarMap,
      from: moment(span, false),
      until: moment(span, true),
    },
    {
      params: {},
      from: 0,
      until: span.durationMs,
      count: undefined,
      ...(kind === 'strategy' && { name: 'strategy' }),
    },
  );
  return (node, problems) => {
    const written = read(node, problems);
    if (!written) return undefined;
    const { from: fromMs, until: untilMs, count, name, account, ...rest } = written;
    if (fromMs >= untilMs) return report(problems, node, 'ends before it begins; let until be later than from');
    checkStrategy(written, node, problems);
    if (count === undefined && accounts.includes(account)) return [{ name, account, ...rest, fromMs, untilMs }];
    const there = accounts.filter((each) => each.startsWith(`${account}-`)).length;
    if (count === undefined) {
      return report(
        problems,
        node,
        `${account} is ${there} accounts; add count: ${there}, or name one of them, such as ${account}-1`,
      );
    }
    const own = countedNames(account, count);
    if (own.some((each) => !accounts.includes(each))) {
      return report(
        problems,
        node,
        `these are ${count} agents on the account ${account}, of which there are ${accounts.includes(account) ? 1 : there}; let both have the same count`,
      );
    }
    return countedNames(name, count).map((each, place) => ({
      ...rest,
      name: each,
      account: own[place] ?? account,
      fromMs,
      untilMs,
    }));
  };
}

/** Refuses a field that stands where it means nothing. */
const never =
  (why: string): Reader<number> =>
  (node, problems) =>
    report(problems, node, `is not for this one: ${why}; remove it`);

/** An account, or the name that equal accounts share, such as `crowd` of `crowd-1` to `crowd-20`. */
function accountOrGroup(context: Context): Reader<string> {
  const groups = context.accounts.flatMap((name) => (name.endsWith('-1') ? [name.slice(0, -2)] : []));
  return accountName({ accounts: [...context.accounts, ...groups] });
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
): ScenarioAgent | null => (node && traderReader(context, 'strategy')(node, problems)?.[0]) ?? null;

/** Reads the traders beside it. */
export function readAgents(
  node: WorldNode | undefined,
  context: Context,
  problems: WorldProblem[],
): readonly ScenarioAgent[] {
  if (!node) return [];
  const groups = list(traderReader(context, 'agent'), 0)(node, problems) ?? [];
  const names = new Set<string>();
  for (const [index, group] of groups.entries()) {
    const place = node.kind === 'list' ? (node.items[index] ?? node) : node;
    for (const { name } of group) {
      if (names.has(name)) report(problems, place, `is the second agent with the name ${name}; choose another`);
      names.add(name);
    }
  }
  return groups.flat();
}
