import {
  decimal,
  integer,
  type MapNode,
  nullable,
  object,
  record,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import type { World } from '../../exchange/world/shape.ts';
import type { LatencyModel, ScenarioAccount } from '../scenario.ts';
import { latencyReader } from './latency.ts';

interface Written {
  readonly dev?: number;
  readonly deposit: Readonly<Record<string, string>>;
  readonly leverage: Readonly<Record<string, number>>;
  readonly tier: string | null;
  readonly latency: LatencyModel | null;
}

/** What an account and an entry may be called: references and sentences carry these names. */
export const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;
const NAME_TAKES = 'must be a name of letters, digits, "-" and "_" that begins with a letter';

/** Reads the accounts of a scenario in the order of the file. */
export function readAccounts(
  node: WorldNode | undefined,
  world: World | undefined,
  folder: string,
  problems: WorldProblem[],
): readonly ScenarioAccount[] {
  if (!node) return [];
  if (node.kind !== 'map') {
    report(problems, node, 'must be a map of accounts by name');
    return [];
  }
  const read = object<Written>(
    {
      dev: integer(0, (world?.devAccounts.length ?? 1_000) - 1),
      deposit: record(decimal({ low: '0', aboveLow: true })),
      leverage: record(integer(1, 1_000)),
      tier: nullable(text()),
      latency: nullable(latencyReader(folder)),
    },
    { dev: undefined, deposit: {}, leverage: {}, tier: null, latency: null },
  );
  const accounts = [...node.entries].flatMap(([name, member]) => {
    if (!NAME.test(name)) report(problems, member, NAME_TAKES);
    const written = read(emptyAsMap(member), problems);
    if (!written) return [];
    if (member.kind === 'map' && world) checkNames(member, world, problems);
    const { dev = null, deposit, leverage, tier, latency } = written;
    return [{ name, dev, deposits: deposit, tier, leverage, latency }];
  });
  checkDev(node, accounts, problems);
  return accounts;
}

/** `alice:` with nothing behind it is an account without anything. */
const emptyAsMap = (node: WorldNode): WorldNode =>
  node.kind === 'scalar' && node.value === null ? { kind: 'map', place: node.place, entries: new Map() } : node;

function checkNames(node: MapNode, world: World, problems: WorldProblem[]): void {
  const assets = world.collaterals.map(({ asset }) => asset);
  for (const [asset, place] of membersOf(node, 'deposit')) {
    if (!assets.includes(asset))
      report(problems, place, `is no collateral of this world; there are ${assets.join(', ')}`);
  }
  for (const [symbol, place] of membersOf(node, 'leverage')) {
    const market = world.markets.find((each) => each.symbol === symbol);
    if (!market) report(problems, place, noMarket(world));
    else checkLeverage(place, Math.max(...market.margin.tiers.map(({ maxLeverage }) => maxLeverage)), problems);
  }
  const tier = node.entries.get('tier');
  const tiers = world.tiers.map(({ tierId }) => tierId);
  if (tier?.kind === 'scalar' && tier.value !== null && !tiers.includes(String(tier.value))) {
    report(problems, tier, `is no tier of this world; there are ${tiers.join(', ')}`);
  }
}

function checkLeverage(node: WorldNode, most: number, problems: WorldProblem[]): void {
  if (node.kind === 'scalar' && typeof node.value === 'number' && node.value > most) {
    report(problems, node, `is more than this market allows; use at most ${most}`);
  }
}

export const noMarket = (world: World): string =>
  `is no market of this world; there are ${world.markets.map(({ symbol }) => symbol).join(', ')}`;

const membersOf = (node: MapNode, field: string): readonly (readonly [string, WorldNode])[] => {
  const member = node.entries.get(field);
  return member?.kind === 'map' ? [...member.entries] : [];
};

/** One wallet under two names would share its nonces and funds. */
function checkDev(node: MapNode, accounts: readonly ScenarioAccount[], problems: WorldProblem[]): void {
  const taken = new Map<number, string>();
  for (const { name, dev } of accounts) {
    if (dev === null) continue;
    const other = taken.get(dev);
    const place = node.entries.get(name);
    if (other !== undefined && place)
      report(problems, place, `is the same dev account as ${other}; choose another number`);
    taken.set(dev, name);
  }
}
