import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fromCwd } from '../../exchange/host.ts';
import {
  flag,
  integer,
  list,
  type MapNode,
  nodeOfValue,
  object,
  oneOf,
  type Reader,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { nearest } from '../../kernel/nearest.ts';
import { libraryFolder } from '../format/library.ts';
import { FIELDS, readTree, scenarioOfTree } from '../format/load.ts';
import { duration, durationMs } from '../format/times.ts';
import { type Scenario, ScenarioFileError } from '../scenario.ts';

/** Something that is done to the program of the bot. */
export interface ProgramEntry {
  readonly atMs: number;
  /** `kill` is SIGKILL, `stop` SIGTERM; `start` starts it again; `skew` sets its clock; `race` uses nonces ahead of its own. */
  readonly do: 'kill' | 'stop' | 'start' | 'skew' | 'race';
  /** How far the clock, or the nonce, is ahead; negative is behind. */
  readonly byMs: number;
  /** It waits so long for an open order of the bot, and what follows is as much later. */
  readonly withinMs: number;
}

/** What proves that the fault of a drill has reached the bot. */
export type Bite =
  /** A rule of this name has struck. */
  | { readonly kind: 'fault'; readonly name: string; readonly atLeast: number }
  /** The bot was refused with this code, or with this text. */
  | { readonly kind: 'refused'; readonly name: string; readonly atLeast: number }
  /** Its orders were filled after the beginning of the fault. */
  | { readonly kind: 'fills'; readonly atLeast: number }
  /** It had so many open orders when its program was first killed or stopped. */
  | { readonly kind: 'open'; readonly atLeast: number }
  /** So many of those were not filled afterwards: they had to be cancelled. */
  | { readonly kind: 'left'; readonly atLeast: number }
  /** The exchange broke so many of its connections. */
  | { readonly kind: 'cut'; readonly atLeast: number }
  /** It has sent so many requests after the beginning of the fault. */
  | { readonly kind: 'requests'; readonly atLeast: number }
  /** It has sent so many requests while the fault lasted. */
  | { readonly kind: 'active'; readonly atLeast: number }
  /** So many of its requests got a 5xx, or connections of it were broken, after the beginning of the fault. */
  | { readonly kind: 'outage'; readonly atLeast: number }
  /** So many of its requests got no response. */
  | { readonly kind: 'lost'; readonly atLeast: number }
  /** Rules of the drill, whichever, have struck so often. */
  | { readonly kind: 'struck'; readonly atLeast: number }
  /** A response took so many milliseconds, or a push came so late. */
  | { readonly kind: 'late'; readonly atLeast: number }
  /** Orders of it ended for this reason. */
  | { readonly kind: 'ended'; readonly name: string; readonly atLeast: number }
  /** It held so many positions when the fault began. */
  | { readonly kind: 'held'; readonly atLeast: number }
  /** The mark was so many basis points away from where it was when the fault began. */
  | { readonly kind: 'moved'; readonly atLeast: number }
  /** The exchange placed so many orders for it, because it liquidated it. */
  | { readonly kind: 'liquidated'; readonly atLeast: number }
  /** So many times was its position closed against a bankrupt account. */
  | { readonly kind: 'deleveraged'; readonly atLeast: number }
  /** A push told it that so many percent of what it is worth are maintenance margin. */
  | { readonly kind: 'marginUse'; readonly atLeast: number }
  /** It was shown an hourly funding rate of so many millionths. */
  | { readonly kind: 'funding'; readonly atLeast: number }
  /** Steps told it a time that was not that of the exchange. */
  | { readonly kind: 'wrongClocks'; readonly atLeast: number }
  /** Its processes were measured so often. */
  | { readonly kind: 'measured'; readonly atLeast: number };

/** What a bot must do by itself for a drill to be about it. */
export type Need =
  | 'orders'
  | 'batches'
  | 'streams'
  | 'deadline'
  | 'clientIds'
  | `channel ${string}`
  | `action ${string}`
  | `statement ${string}`;

/** A run of a scenario in which something goes wrong, and how a bot is judged in it. */
export interface Drill {
  /** Topic and name, such as `responses/lost-after-placing`. */
  readonly name: string;
  readonly topic: string;
  readonly file: string;
  readonly title: string;
  /** What happens, in sentences. */
  readonly story: string;
  /** The failure of a real exchange that it stands for. */
  readonly stands: string;
  /** What a sound bot does. */
  readonly sound: string;
  readonly scenario: Scenario;
  readonly program: readonly ProgramEntry[];
  /** When the fault begins, and when it is over: from then on a bot has to recover. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly needs: readonly Need[];
  readonly bites: readonly Bite[];
  /** Ids of invariants beside those of every drill. */
  readonly invariants: readonly string[];
  /** It takes long, so it runs only where it is asked for by its name. */
  readonly isLong: boolean;
}

const drillsFolder = (): string => join(libraryFolder(), 'drills');

const EXTENSION = '.yaml';

/** Names such as `responses/lost-after-placing`, sorted. */
export function drillNames(): readonly string[] {
  const root = drillsFolder();
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: topic }) =>
      readdirSync(join(root, topic))
        .filter((file) => file.endsWith(EXTENSION))
        .map((file) => `${topic}/${basename(file, EXTENSION)}`),
    )
    .sort((a, b) => (a < b ? -1 : 1));
}

/** The drills that run where none is named: all but those that take long. */
export function usualDrills(): readonly string[] {
  return drillNames().filter((name) => !loadDrill(name).isLong);
}

/** Returns the names that a text selects: a file, a name in full or without its topic, or a topic. Or says what is wrong. */
export function selectDrills(given: string): readonly string[] | string {
  const names = drillNames();
  const path = fromCwd(given);
  if (given.endsWith(EXTENSION) && existsSync(path)) return [path];
  const found = names.filter((name) => name === given || dirname(name) === given || basename(name) === given);
  if (found.length > 0) return found;
  const near = nearest(given, [
    ...names,
    ...names.map((name) => basename(name)),
    ...names.map((name) => dirname(name)),
  ]);
  return `there is no drill ${given}; ${near === undefined ? 'perpsim certify --list shows them' : `did you mean ${near}?`}`;
}

/**
 * Reads and checks a drill of the library by its name, or one of a file.
 *
 * @throws ScenarioFileError with every problem of the file at once
 */
export function loadDrill(nameOrFile: string): Drill {
  const isFile = nameOrFile.endsWith(EXTENSION);
  const file = isFile ? fromCwd(nameOrFile) : join(drillsFolder(), `${nameOrFile}${EXTENSION}`);
  const problems: WorldProblem[] = [];
  const tree = readTree(file, problems);
  if (tree && tree.kind !== 'map') report(problems, tree, 'a drill must be a map of fields');
  if (tree?.kind !== 'map' || problems.length > 0) throw new ScenarioFileError(problems);
  return drillOfTree(tree, isFile ? basename(file, EXTENSION) : nameOrFile, file);
}

function drillOfTree(tree: MapNode, name: string, file: string): Drill {
  const problems: WorldProblem[] = [];
  const own = new Map([...tree.entries].filter(([key]) => !FIELDS.includes(key)));
  const written = new Map([...tree.entries].filter(([key]) => FIELDS.includes(key)));
  const read = ownFields({ ...tree, entries: own }, problems);
  if (!read || problems.length > 0) throw new ScenarioFileError(problems);
  const ground = new Map([...groundNodes(tree, read.until), ...written]);
  const scenario = scenarioOfTree({ ...tree, entries: ground }, `drills/${name}`, dirname(file));
  const { from, until, long, ...rest } = read;
  return {
    ...{ name, topic: name.includes('/') ? dirname(name) : 'own', file, title: scenario.title, scenario },
    ...rest,
    ...{ fromMs: from, untilMs: until, isLong: long },
  };
}

/** A drill that does not say how long it lasts ends so long after its fault. */
const AFTER_MS = 25_000;

/** Returns the drill, made longer where a bot may take longer to work again than is left after the fault. */
export function withRoom(drill: Drill, healMs: number): Drill {
  const { scenario, untilMs, invariants } = drill;
  const neededMs = untilMs + healMs + 1_000;
  return invariants.includes('recovers') && neededMs > scenario.durationMs
    ? { ...drill, scenario: { ...scenario, durationMs: neededMs } }
    : drill;
}

/** What a drill does not say of its scenario. */
function groundNodes({ place }: MapNode, untilMs: number): [string, WorldNode][] {
  const ground = {
    world: join(libraryFolder(), 'worlds', 'one-market.yaml'),
    seed: 1,
    duration: `${untilMs + AFTER_MS}ms`,
    accounts: {
      bot: { deposit: { USDT: '200000' }, leverage: { 'BTC-USDT': 5 }, tier: 'tier_2' },
      other: { deposit: { USDT: '20000000' }, tier: 'tier_2' },
    },
    strategy: { account: 'bot', symbol: 'BTC-USDT', use: 'maker' },
  };
  return Object.entries(ground).map(([key, value]) => [key, nodeOfValue(value, place.file, key)]);
}

type OwnFields = Pick<Drill, 'story' | 'stands' | 'sound' | 'program' | 'needs' | 'bites' | 'invariants'> & {
  readonly long: boolean;
  readonly from: number;
  readonly until: number;
};

const signed: Reader<number> = (node, problems) => {
  const given = node.kind === 'scalar' ? String(node.value) : '';
  const ms = durationMs(given.replace(/^-/, ''));
  if (ms === undefined) return report(problems, node, 'must be a duration such as "5s" or "-5s"');
  return given.startsWith('-') ? -ms : ms;
};

const paragraph: Reader<string> = (node, problems) =>
  text()(node, problems)
    ?.trim()
    .replaceAll(/\s*\n\s*/g, ' ');

const program: Reader<ProgramEntry> = (node, problems) => {
  const read = object<{ at: number; do: ProgramEntry['do']; by: number; within: number }>(
    { at: duration(0), do: oneOf(['kill', 'stop', 'start', 'skew', 'race']), by: signed, within: duration(0) },
    { by: 0, within: 0 },
  )(node, problems);
  return read && { atMs: read.at, do: read.do, byMs: read.by, withinMs: read.within };
};

const count = integer(1, 1_000_000);

const COUNTED = [
  ...(['fills', 'open', 'left', 'cut', 'requests', 'lost', 'struck', 'late', 'held', 'moved'] as const),
  ...(['active', 'outage', 'liquidated', 'deleveraged', 'marginUse', 'funding', 'wrongClocks', 'measured'] as const),
] as const;
type Counted = (typeof COUNTED)[number];
const NAMED = ['fault', 'refused', 'ended'] as const;
type Named = (typeof NAMED)[number];

const forEach = <K extends string, V>(keys: readonly K[], value: V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;

type BiteFields = { readonly atLeast: number } & Readonly<Record<Counted, number>> & Readonly<Record<Named, string>>;

const biteFields = object<BiteFields>(
  { ...forEach(COUNTED, count), ...forEach(NAMED, text()), atLeast: count },
  { ...forEach([...COUNTED, ...NAMED], undefined), atLeast: 1 },
);

const bite: Reader<Bite> = (node, problems) => {
  const read = biteFields(node, problems);
  if (!read) return undefined;
  const named = NAMED.find((one) => Object.hasOwn(read, one));
  if (named) return { kind: named, name: read[named], atLeast: read.atLeast };
  const kind = COUNTED.find((one) => Object.hasOwn(read, one));
  if (kind) return { kind, atLeast: read[kind] };
  return report(problems, node, `must have one of ${[...NAMED, ...COUNTED].join(', ')}`);
};

const need: Reader<Need> = (node, problems) =>
  text(
    /^(orders|batches|streams|deadline|clientIds|(channel|action|statement) \w+)$/,
    'orders, batches, streams, deadline, clientIds, "channel NAME", "action NAME" or "statement FIELD"',
  )(node, problems) as Need | undefined;

const ownFields: Reader<OwnFields> = object<OwnFields>(
  {
    story: paragraph,
    stands: paragraph,
    sound: paragraph,
    program: list(program, 0),
    from: duration(0),
    until: duration(0),
    needs: list(need, 0),
    bites: list(bite, 1),
    invariants: list(text(), 0),
    long: flag,
  },
  { program: [], needs: [], invariants: [], long: false },
);
