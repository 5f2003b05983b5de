import { type Durability, DURABILITIES } from '../exchange/data/storage.ts';
import { type LimitOptions, readLimits } from '../exchange/options.ts';
import { readStartTime, START_TIME_TAKES } from '../exchange/clock/clock.ts';
import { isOneOf } from '../kernel/entries.ts';
import { UsageError } from './usage-error.ts';

/** What `perpsim serve` runs with, after flags, config file and defaults are put together. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Undefined leaves it to the exchange, as whatever else may be undefined. */
  readonly seed?: string;
  readonly clock: 'live' | 'manual';
  readonly speed: number;
  /** Unix milliseconds. */
  readonly startTime?: number;
  readonly serviceName?: string;
  readonly nonceRule?: 'increasing' | 'unique';
  /** False switches all limits off, whatever `limits` says. */
  readonly rateLimits: boolean;
  readonly limits?: LimitOptions;
  /** False: pushes carry no `meseq`, `met` and `provenanceMissing`. */
  readonly provenance?: boolean;
  readonly world?: string;
  /** URL of a deployment to start like. */
  readonly fork?: string;
  readonly data?: string;
  readonly durability?: Durability;
  readonly journalWindow?: number;
  readonly snapshotEvery?: number;
  readonly snapshotsKept?: number;
  readonly state?: string;
  readonly historyRows?: number;
  readonly signatureWorkers?: number;
  /** 0: requests wait as long as it takes. */
  readonly maxQueueMs?: number;
  readonly configOut?: string;
  /** Where every request, response and frame is recorded. */
  readonly record?: string;
  /** Where results go of what the console runs. */
  readonly reports: string;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly logLevel: LogLevel;
  /** False: the control plane is off, whatever `controlToken` says. */
  readonly control: boolean;
  readonly controlToken?: string;
  /** Origins whose pages may read responses of the API; `*` for all. */
  readonly cors?: readonly string[];
  /** Undefined: on a terminal. */
  readonly logRequests?: boolean;
  /** Opens the console once ready. */
  readonly open?: boolean;
}

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One setting: a flag of the command line and, under `key`, an entry of a config file. */
export interface Setting {
  readonly key: keyof ServeOptions;
  /** As commander writes it; what only a config file can say has none. */
  readonly flag?: string;
  readonly help: string;
  /**
   * Turns text of a flag or a value of a file into the setting; a string result describes the values it accepts. A setting
   * with fields of its own throws a ControlError that names the field.
   */
  readonly read: (value: unknown) => { readonly value: unknown } | string;
}

const text = (takes: string, accept: (value: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && accept(value) ? { value } : takes;

const number = (takes: string, accept: (value: number) => boolean) => (value: unknown) => {
  const read = typeof value === 'string' && /^\d{1,20}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && accept(read) ? { value: read } : takes;
};

const flag = (value: unknown): { value: boolean } | string =>
  typeof value === 'boolean' ? { value } : 'true or false';

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most;

const isPrintable = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

/** Every setting, in the order `--help` shows them. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'port',
    flag: '--port <number>',
    help: 'port to listen on, 0 for a free one (default: 8700)',
    read: number('a port from 0 to 65535', (port) => Number.isInteger(port) && port >= 0 && port <= 65_535),
  },
  {
    key: 'host',
    flag: '--host <host>',
    help: 'address to bind to (default: 127.0.0.1)',
    read: text('a host name or an IP address', (host) => isPrintable(host) && !/[/[\]@?#]/.test(host)),
  },
  {
    key: 'seed',
    flag: '--seed <text>',
    help: 'the seed; equal seeds give equal exchanges (default: 1)',
    read: (value) => {
      const seed = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
      return typeof seed === 'string' && seed.length >= 1 && seed.length <= 128
        ? { value: seed }
        : 'a text of 1 to 128 characters';
    },
  },
  {
    key: 'clock',
    flag: '--clock <mode>',
    help: 'live or manual (default: live)',
    read: text('"live" or "manual"', (mode) => mode === 'live' || mode === 'manual'),
  },
  {
    key: 'speed',
    flag: '--speed <factor>',
    help: 'how fast a live clock runs (default: 1)',
    read: number('a number above 0 and at most 1000000', (speed) => speed > 0 && speed <= 1_000_000),
  },
  {
    key: 'startTime',
    flag: '--start-time <time>',
    help: 'exchange time at the start, in Unix milliseconds or ISO 8601',
    read: readTime,
  },
  {
    key: 'serviceName',
    flag: '--service-name <name>',
    help: 'name in the EIP-712 domain (default: PerpSim)',
    read: text('a name of 1 to 64 characters', (name) => name.trim() !== '' && name.length <= 64),
  },
  {
    key: 'nonceRule',
    flag: '--nonce-rule <rule>',
    help: 'increasing: each nonce above the last; unique: each nonce once (default: increasing)',
    read: text('"increasing" or "unique"', (rule) => rule === 'increasing' || rule === 'unique'),
  },
  {
    key: 'rateLimits',
    flag: '--no-rate-limits',
    help: 'do not limit requests',
    read: flag,
  },
  {
    key: 'limits',
    help: 'figures of the rate limits, such as { ipTokens: 20000 }',
    read: (value) => ({ value: readLimits(value) }),
  },
  {
    key: 'provenance',
    flag: '--no-provenance',
    help: 'leave meseq, met and provenanceMissing out of order and trade notifications',
    read: flag,
  },
  {
    key: 'world',
    flag: '--world <name|file>',
    help: 'the world to start in: a built-in name or a world file (default: default)',
    read: text('the name of a world or a file', (world) => world !== ''),
  },
  {
    key: 'fork',
    flag: '--fork <url>',
    help: 'start like a deployment of this API, in place of a world',
    read: text('the URL of a deployment', (url) => url !== ''),
  },
  {
    key: 'data',
    flag: '--data <dir>',
    help: 'store the exchange in a directory, and resume what is stored there (default: in memory)',
    read: text('a directory', (directory) => directory !== ''),
  },
  {
    key: 'durability',
    flag: '--durability <mode>',
    help: 'with --data, when a response may be sent: sync, batch or none (default: batch)',
    read: text('sync, batch or none', (mode) => isOneOf(DURABILITIES, mode)),
  },
  {
    key: 'journalWindow',
    flag: '--journal-window <inputs>',
    help: 'without --data, inputs that the journal keeps at least (default: 100000, or 16 MiB if they are longer)',
    read: number('a whole number from 1 to 10000000', (count) => isWhole(count, 10_000_000)),
  },
  {
    key: 'snapshotEvery',
    flag: '--snapshot-every <inputs>',
    help: 'with --data, inputs between two automatic snapshots, 0 for none (default: 20000)',
    read: number('a whole number of inputs, 0 for none', (every) => Number.isSafeInteger(every) && every >= 0),
  },
  {
    key: 'snapshotsKept',
    flag: '--snapshots-kept <number>',
    help: 'with --data, automatic snapshots that are kept (default: 5)',
    read: number('a whole number from 2 to 1000', (kept) => Number.isSafeInteger(kept) && kept >= 2 && kept <= 1_000),
  },
  {
    key: 'state',
    flag: '--state <file>',
    help: 'start from a snapshot, which decides world, seed and the like',
    read: text('a file name', (file) => file !== ''),
  },
  {
    key: 'historyRows',
    flag: '--history-rows <rows>',
    help: 'rows that each list of the history keeps, the order history four times as many (default: 250000)',
    read: number('a whole number from 1 to 10000000', (count) => isWhole(count, 10_000_000)),
  },
  {
    key: 'signatureWorkers',
    flag: '--signature-workers <threads>',
    help: 'worker threads that check signatures, for machines of four cores and more (default: 0)',
    read: number('a whole number from 0 to 64', (count) => count === 0 || isWhole(count, 64)),
  },
  {
    key: 'maxQueueMs',
    flag: '--max-queue-ms <ms>',
    help: 'refuse requests that have waited longer than this for those ahead of them, 0 for none (default: 1000)',
    read: number('a whole number of milliseconds from 0 to 60000', (ms) => ms === 0 || isWhole(ms, 60_000)),
  },
  {
    key: 'configOut',
    flag: '--config-out <file>',
    help: 'write urls, accounts and markets as JSON to a file once ready',
    read: text('a file name', (file) => file !== ''),
  },
  {
    key: 'record',
    flag: '--record <file>',
    help: 'record every request, response and frame in a file, for perpsim rejudge',
    read: text('a file name', (file) => file !== ''),
  },
  {
    key: 'reports',
    flag: '--reports <dir>',
    help: 'folder for the results of what the console runs (default: reports)',
    read: text('a directory', (directory) => directory !== ''),
  },
  { key: 'quiet', flag: '--quiet', help: 'print nothing but errors', read: flag },
  { key: 'json', flag: '--json', help: 'print one JSON line instead of the banner', read: flag },
  {
    key: 'logLevel',
    flag: '--log-level <level>',
    help: `level of the log on stderr: ${LOG_LEVELS.join(', ')} (default: warn)`,
    read: text(`one of ${LOG_LEVELS.join(', ')}`, (level) => isOneOf(LOG_LEVELS, level)),
  },
  { key: 'open', flag: '--open', help: 'open the console in the browser once ready', read: flag },
  {
    key: 'logRequests',
    flag: '--log-requests',
    help: 'one line on stderr for each request (default: on a terminal)',
    read: flag,
  },
  {
    key: 'cors',
    flag: '--cors <origins>',
    help: 'pages of these origins, separated by commas, may read the API; * for all',
    read: readOrigins,
  },
  {
    key: 'control',
    flag: '--no-control',
    help: 'do not serve the control plane, like a deployment that cannot be steered',
    read: flag,
  },
  {
    key: 'controlToken',
    flag: '--control-token <token>',
    help: 'let holders of this token use the control plane, from any machine; nobody else can, on this machine neither',
    read: text('8 to 256 printable characters without spaces', (token) => /^[\x21-\x7e]{8,256}$/.test(token)),
  },
];

export const DEFAULTS = {
  port: 8700,
  host: '127.0.0.1',
  clock: 'live',
  speed: 1,
  rateLimits: true,
  reports: 'reports',
  quiet: false,
  json: false,
  logLevel: 'warn',
  control: true,
} as const satisfies ServeOptions;

/**
 * Reads the flags of a command line, as commander collected them by key.
 *
 * @throws UsageError that names the flag
 */
export function readFlags(given: Readonly<Record<string, string | boolean | undefined>>): Partial<ServeOptions> {
  const read: Record<string, unknown> = {};
  for (const setting of SETTINGS) {
    const value = given[setting.key];
    if (value === undefined) continue;
    const result = setting.read(value);
    const name = setting.flag?.split(' ', 1)[0];
    if (typeof result === 'string') throw new UsageError(`${name} must be ${result} (got "${String(value)}")`);
    read[setting.key] = result.value;
  }
  return read;
}

/** Origins as browsers send them, such as `http://localhost:5173`. */
function readOrigins(value: unknown): { value: readonly string[] } | string {
  const given = typeof value === 'string' ? value.split(',').map((each) => each.trim()) : value;
  const isOrigin = (each: unknown): each is string =>
    typeof each === 'string' && (each === '*' || /^https?:\/\/[^/\s,]+$/.test(each));
  return Array.isArray(given) && given.length > 0 && given.every(isOrigin)
    ? { value: given }
    : 'origins such as http://localhost:5173, separated by commas, or *';
}

function readTime(value: unknown): { value: number } | string {
  const time = readStartTime(value);
  return time === undefined ? START_TIME_TAKES : { value: time };
}
