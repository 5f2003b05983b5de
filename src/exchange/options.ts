import { type TSchema, Type } from '@sinclair/typebox';
import { STANDARD_LIMITS } from '../engine/admission.ts';
import type { ExchangeConfig, LimitsSpec, NonceRule, TierSpec } from '../engine/config.ts';
import { type ClockMode, readStartTime, START_TIME_TAKES, WALL_TIME, type WallTime } from './clock/clock.ts';
import { Enabled, Mode, whole, words } from '../contract/control-fields.ts';
import { ControlError } from './control-error.ts';
import { checkFields, readFields } from './read-fields.ts';
import { DURABILITIES, type Durability, type Storage } from './data/storage.ts';
import { HISTORY_ROWS } from './history/rows.ts';
import { type Log, STDERR_LOG } from './log.ts';
import type { RequestListener } from './request-facts.ts';
import { loadWorld, preparedConfig, type WorldFile, worldToConfig } from './world/world-file.ts';

/** Options of `createExchange`. One that is wrong throws ControlError that names it. */
export interface ExchangeOptions {
  /** Equal seeds and inputs give equal runs. Default `1`. */
  readonly seed?: string | number;
  /** What moves time: the wall clock, or calls of `advance`. Default `manual`. */
  readonly clock?: ClockMode;
  /** Exchange milliseconds for each one of the wall, while live. Default 1. */
  readonly speed?: number;
  /** Unix ms or ISO 8601. Default: the wall's time when live, else the world's. */
  readonly startTime?: number | string;
  /** Name, file or contents of a world. Default `default`. */
  readonly world?: string | WorldFile;
  /** The name that signatures are bound to. Default `PerpSim`. */
  readonly serviceName?: string;
  /** Default `increasing`. */
  readonly nonceRule?: NonceRule;
  /** How requests are limited. Default: as the specification states it. */
  readonly limits?: LimitOptions;
  /** Whether pushes carry `meseq`, `met` and `provenanceMissing`. Default true. */
  readonly provenance?: boolean;
  /** Directory to keep the exchange in: it goes on there where it ended. Default: it is gone with its process. */
  readonly data?: string;
  /** When a response may leave, with `data`. Default `batch`. */
  readonly durability?: Durability;
  /** Inputs between two automatic snapshots, with `data`; 0 for none. Default 20,000. */
  readonly snapshotEvery?: number;
  /** Automatic snapshots that are kept, with `data`. Default 5. */
  readonly snapshotsKept?: number;
  /** A snapshot to start from: the name of a file, or the document itself. It decides world, seed and the like. */
  readonly state?: string;
  /** Inputs that the journal keeps at least without `data`, and half of what it keeps at most. Default 100,000, or 16 MiB if they are longer. */
  readonly journalWindow?: number;
  /** Rows that each list of the history keeps, the latest; the order history keeps four times as many. Default 250,000. */
  readonly historyRows?: number;
  /** Makes what is read of the past of the markets on a thread of its own, from the first such read on. Default false. */
  readonly pastThread?: boolean;
  /** Worker threads that check signatures, for machines of four cores and more. Default 0: this thread does. */
  readonly signatureWorkers?: number;
  /** Is told of each request that a client has sent, once it has its response. Default: nobody is. */
  readonly onRequest?: RequestListener;
  /** Default: standard error. */
  readonly log?: Log;
  /** The wall's clock and timer, for tests. */
  readonly wall?: WallTime;
  /** The file system under `data`, for tests. */
  readonly storage?: Storage;
}

/** Options with every gap filled. */
export interface Settings {
  readonly config: ExchangeConfig;
  readonly clock: ClockMode;
  readonly speed: number;
  readonly world: string;
  readonly serviceName: string;
  readonly log: Log;
  readonly onRequest: RequestListener | null;
  readonly wall: WallTime;
  /** The clock is live and began with the time of the wall, so that the two are meant to agree. */
  readonly followsWall: boolean;
  /** Of a journal in memory; undefined for the default. */
  readonly journalWindow: number | undefined;
  readonly historyRows: number;
  readonly pastThread: boolean;
  /** Whether pushes carry their origin in the engine, at first. */
  readonly provenance: boolean;
}

/** Settings of the process rather than of the exchange: a snapshot goes on with those that are in force. */
export type ProcessSettings = Pick<
  Settings,
  'log' | 'onRequest' | 'wall' | 'journalWindow' | 'historyRows' | 'pastThread' | 'provenance'
>;

/** How an exchange began, of which an option that is left out asks for the same again. */
export type Kept = Pick<Settings, 'config' | 'world' | 'serviceName'>;

/** Throws WorldFileError, or ControlError that names the option. */
export function settingsOf(options: ExchangeOptions, kept?: Kept): Settings {
  checkOptions(options);
  const { clock = 'manual', speed = 1, wall = WALL_TIME } = options;
  const started = startTimeOf(options.startTime);
  const startTime = started ?? (clock === 'live' ? wall.now() : undefined);
  const limits = readLimits(options.limits ?? {});
  const { name, base } = worldOf(options.world, kept);
  const config = {
    ...base,
    tiers: withBuckets(base.tiers, limits),
    limits: options.limits === undefined && kept ? kept.config.limits : limitsOf(limits),
    seed: String(options.seed ?? kept?.config.seed ?? '1'),
    nonceRule: options.nonceRule ?? kept?.config.nonceRule ?? 'increasing',
    ...(startTime !== undefined && { startTime }),
  };
  return {
    config,
    clock,
    speed,
    world: name,
    serviceName: options.serviceName ?? kept?.serviceName ?? 'PerpSim',
    log: options.log ?? STDERR_LOG,
    onRequest: options.onRequest ?? null,
    wall,
    followsWall: clock === 'live' && speed === 1 && started === undefined,
    journalWindow: options.journalWindow,
    historyRows: options.historyRows ?? HISTORY_ROWS,
    pastThread: options.pastThread ?? false,
    provenance: options.provenance ?? true,
  };
}

function worldOf(
  world: ExchangeOptions['world'],
  kept?: Kept,
): { readonly name: string; readonly base: ExchangeConfig } {
  if (world === undefined && kept) return { name: kept.world, base: kept.config };
  const given = world ?? 'default';
  return { name: typeof given === 'string' ? given : (given.name ?? 'custom'), base: configOfWorld(given) };
}

/** Worlds of the package by name: they cannot change under a running process, and many exchanges start from one. */
const known = new Map<string, ExchangeConfig>();

function configOfWorld(world: string | WorldFile): ExchangeConfig {
  const blank = { seed: '', nonceRule: 'increasing' } as const;
  if (typeof world !== 'string') return worldToConfig(world, blank);
  const before = known.get(world);
  if (before) return before;
  const config = preparedConfig(world) ?? worldToConfig(loadWorld(world).file, blank);
  if (isOfThePackage(world)) known.set(world, config);
  return config;
}

/** Returns true for a world by its name alone, or none: those are of the package, whose tests start each of them. */
export const isOfThePackage = (world: ExchangeOptions['world'] = 'default'): boolean =>
  typeof world === 'string' && /^[a-z0-9-]+$/.test(world);

function startTimeOf(given: number | string | undefined): number | undefined {
  const time = readStartTime(given);
  if (given === undefined || time !== undefined) return time;
  throw wrong('startTime', `startTime takes ${START_TIME_TAKES}`);
}

const named = (description: string) => Type.String({ minLength: 1, description });
const count = (least: number, most: number, description: string) => whole(least, most, { description });

/** What each option takes, so that a program without types gets an error that names the option. */
const OPTIONS = Type.Partial(
  Type.Object({
    seed: Type.Union([Type.String({ minLength: 1 }), Type.Integer()], { description: 'a text or a whole number' }),
    clock: Mode,
    nonceRule: words('increasing', 'unique'),
    serviceName: Type.String({ pattern: '\\S', description: 'a name' }),
    data: named('the name of a directory'),
    durability: words(...DURABILITIES),
    snapshotEvery: count(0, Number.MAX_SAFE_INTEGER, 'a whole number of inputs, 0 for none'),
    snapshotsKept: whole(2, 1_000),
    state: named('the name of a file or a document'),
    journalWindow: count(1, 10_000_000, 'a whole number of inputs from 1 to 10000000'),
    historyRows: count(1, 10_000_000, 'a whole number of rows from 1 to 10000000'),
    pastThread: Enabled,
    provenance: Enabled,
    signatureWorkers: count(0, 64, 'a whole number of threads from 0 to 64'),
    onRequest: Type.Function([], Type.Any(), { description: 'a function' }),
    // These are checked where they are read.
    speed: Type.Any(),
    startTime: Type.Any(),
    world: Type.Any(),
    limits: Type.Any(),
    log: Type.Any(),
    wall: Type.Any(),
    storage: Type.Any(),
  } satisfies Record<keyof ExchangeOptions, TSchema>),
);

function checkOptions(options: ExchangeOptions): void {
  checkFields(OPTIONS, options, '');
  for (const name of ['durability', 'snapshotEvery', 'snapshotsKept'] as const) {
    if (options[name] === undefined || options.data !== undefined) continue;
    throw wrong(name, `${name} says how data is kept: name a directory with data, or leave it out`);
  }
  for (const name of ['world', 'seed', 'startTime', 'serviceName', 'nonceRule', 'limits'] as const) {
    if (options[name] === undefined || options.state === undefined) continue;
    throw wrong(name, `the state that was given decides ${name}: leave one of the two out`);
  }
  if (options.journalWindow !== undefined && options.data !== undefined) {
    throw wrong('journalWindow', 'journalWindow bounds a journal in memory: with data, all of it is in the directory');
  }
}

const wrong = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);

/** Limits of requests; what is left out is as the specification states it. */
export interface LimitOptions {
  /** False: nothing is limited, and responses carry no snapshot. Default true. */
  readonly enabled?: boolean;
  /** Tokens of the bucket of one client address. Default 10,000. */
  readonly ipTokens?: number;
  /** Milliseconds in which an empty bucket of either kind is full again. Default 10,000. */
  readonly windowMs?: number;
  /** Tokens of a subaccount's bucket by fee tier. Default: as the world says. */
  readonly tierTokens?: Readonly<Record<string, number>>;
  /** Orders of one subaccount within any second; 0 for as many as it likes. Default 100. */
  readonly ordersPerSecond?: number;
  /** Requests of one address a minute, or a second, on a surface, whatever they cost; 0, the default, for no such limit. */
  readonly tradePerMinute?: number;
  readonly infoPerMinute?: number;
  readonly infoPerSecond?: number;
}

/** The largest figures keep cap times window exact as a number (SEC-05). */
const Tokens = whole(1, 1_000_000_000);
const PerPeriod = whole(0, 1_000_000);
const LIMITS = Type.Partial(
  Type.Object({
    enabled: Enabled,
    ipTokens: Tokens,
    windowMs: whole(1, 3_600_000),
    ordersPerSecond: PerPeriod,
    tradePerMinute: PerPeriod,
    infoPerMinute: PerPeriod,
    infoPerSecond: PerPeriod,
    tierTokens: Type.Record(Type.String(), Tokens, { description: 'tokens by tier, such as tier_1: 1200' }),
  }),
  { description: 'settings, such as ipTokens' },
);

/** Reads limits of unchecked origin. Throws ControlError that names the field. */
export const readLimits = (given: unknown): LimitOptions => readFields(LIMITS, given, 'limits');

/** Limits with every gap filled. */
function limitsOf({ tierTokens: _, ...given }: LimitOptions): LimitsSpec {
  return { ...STANDARD_LIMITS, ...given };
}

/** Tiers with the buckets that are asked for. Throws ControlError for a tier that the world has not. */
function withBuckets(tiers: readonly TierSpec[], { tierTokens = {} }: LimitOptions): readonly TierSpec[] {
  const wanted = new Map(Object.entries(tierTokens));
  for (const tierId of wanted.keys()) {
    if (tiers.some((tier) => tier.tierId === tierId)) continue;
    const known = tiers.map((tier) => tier.tierId).join(', ');
    throw wrong(`limits.tierTokens.${tierId}`, `the world has no tier ${tierId}; there are ${known}`);
  }
  return tiers.map((tier) => ({ ...tier, bucketCap: wanted.get(tier.tierId) ?? tier.bucketCap }));
}
