import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  decimal,
  integer,
  type MapNode,
  nullable,
  object,
  oneOf,
  type Reader,
  record,
  report,
  text,
  variant,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import type { World } from '../../exchange/world/shape.ts';
import type { LatencyModel, LatencySpec, ScenarioAccount } from '../scenario.ts';
import { duration } from './times.ts';

interface Written {
  readonly dev?: number;
  readonly count?: number;
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
      count: integer(1, COUNT_MAX),
      deposit: record(decimal({ low: '0', aboveLow: true })),
      leverage: record(integer(1, 1_000)),
      tier: nullable(text()),
      latency: nullable(latencyReader(folder)),
    },
    { dev: undefined, count: undefined, deposit: {}, leverage: {}, tier: null, latency: null },
  );
  const accounts = [...node.entries].flatMap(([name, member]) => {
    if (!NAME.test(name)) report(problems, member, NAME_TAKES);
    const written = read(emptyAsMap(member), problems);
    if (!written) return [];
    if (member.kind === 'map' && world) checkNames(member, world, problems);
    const { dev = null, count, deposit, leverage, tier, latency } = written;
    if (dev !== null && count !== undefined) report(problems, member, 'has dev and count; a dev account is one alone');
    const names = count === undefined ? [name] : countedNames(name, count);
    return names.map((each) => ({ name: each, dev, deposits: deposit, tier, leverage, latency }));
  });
  checkDev(node, accounts, problems);
  return accounts;
}

/** Accounts of one description. More than these are slow to open, and nobody reads their results. */
const COUNT_MAX = 500;

/** The names of equal accounts, or of equal agents: `crowd-1`, `crowd-2` and so on. */
export const countedNames = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `${name}-${place + 1}`);

/** The names that the accounts of a scenario have, those with problems of their own included: others may name them. */
export const accountNames = (accounts: WorldNode | undefined): readonly string[] =>
  accounts?.kind !== 'map'
    ? []
    : [...accounts.entries].flatMap(([name, member]) => {
        const count = member.kind === 'map' ? member.entries.get('count') : undefined;
        const counted = count?.kind === 'scalar' ? Number(count.value) : Number.NaN;
        return Number.isInteger(counted) && counted >= 1 && counted <= COUNT_MAX ? countedNames(name, counted) : [name];
      });

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

/** A longer way of a message is a mistake of units. */
const LATENCY_MS_MAX = 3_600_000;
const SAMPLES_MAX = 10_000;

/** One duration such as `20ms`, or a map that says how durations are drawn. */
type WrittenLatency =
  | { readonly kind: 'constant'; readonly delay: number }
  | { readonly kind: 'uniform'; readonly from: number; readonly to: number }
  | { readonly kind: 'normal'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'exponential'; readonly mean: number; readonly least: number }
  | { readonly kind: 'samples'; readonly file: string };

const delay: Reader<number> = (node, problems) => {
  const ms = duration(0)(node, problems);
  if (ms === undefined || ms <= LATENCY_MS_MAX) return ms;
  return report(problems, node, 'must be at most 1h');
};

const written: Reader<WrittenLatency> = variant<WrittenLatency>({
  constant: object({ kind: oneOf(['constant']), delay }),
  uniform: object({ kind: oneOf(['uniform']), from: delay, to: delay }),
  normal: object({ kind: oneOf(['normal']), mean: delay, deviation: delay }),
  exponential: object<Extract<WrittenLatency, { kind: 'exponential' }>>(
    { kind: oneOf(['exponential']), mean: delay, least: delay },
    { least: 0 },
  ),
  samples: object({ kind: oneOf(['samples']), file: text() }),
});

/** Reads the latencies of an account; names of files start from the folder. */
function latencyReader(folder: string): Reader<LatencyModel> {
  const spec = specReader(folder);
  return object<LatencyModel>({ entry: spec, response: spec, data: spec }, { entry: null, response: null, data: null });
}

function specReader(folder: string): Reader<LatencySpec> {
  return (node, problems) => {
    if (node.kind === 'scalar') {
      const ms = delay(node, problems);
      return ms === undefined ? undefined : { kind: 'constant', ms };
    }
    const given = written(node, problems);
    if (!given) return undefined;
    switch (given.kind) {
      case 'constant':
        return { kind: 'constant', ms: given.delay };
      case 'uniform':
        if (given.from > given.to) return report(problems, node, 'from is above to; exchange them');
        return { kind: 'uniform', fromMs: given.from, toMs: given.to };
      case 'normal':
        return { kind: 'normal', meanMs: given.mean, deviationMs: given.deviation };
      case 'exponential':
        if (given.least > given.mean) return report(problems, node, 'least is above mean; exchange them');
        return { kind: 'exponential', meanMs: given.mean, minMs: given.least };
      case 'samples': {
        const read = samplesOf(resolve(folder, given.file), given.file);
        return typeof read === 'string' ? report(problems, node, read) : { kind: 'samples', ms: read };
      }
    }
  };
}

/** The numbers of a file, or what is wrong with it. */
function samplesOf(path: string, name: string): readonly number[] | string {
  if (!existsSync(path)) return `there is no file ${name}; name one, relative to the scenario`;
  const lines = readFileSync(path, 'utf8').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return `${name} is empty; write one number of milliseconds on each line`;
  if (lines.length > SAMPLES_MAX) return `${name} has more than ${SAMPLES_MAX} lines; thin it out`;
  const wrong = lines.findIndex((line) => !/^\d{1,7}(?:\.\d{1,9})?$/.test(line) || Number(line) > LATENCY_MS_MAX);
  if (wrong >= 0) return `line ${wrong + 1} of ${name} must be a number of milliseconds from 0 to ${LATENCY_MS_MAX}`;
  return lines.map((line) => Math.round(Number(line)));
}
