import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { currentHost } from '../../exchange/host.ts';
import { systemCodeOf } from '../../kernel/thrown.ts';
import { type GymPlace, GymServer } from '../../lab/gym/server.ts';
import { loadScenario } from '../../scenarios/format/load.ts';
import { type CommandBody } from '../define.ts';
import { gather, readOverrides } from '../flag-values.ts';
import { say } from '../output.ts';
import { untilStopped } from '../stop-signal.ts';
import { readUntil } from './run.ts';
import { reasonOf, UsageError, whyNotListening } from '../usage-error.ts';

/** `perpsim gym`. */
export const GYM: CommandBody = {
  takes: ['a name of the library such as market-making/informed-taker, a folder, or a file'],
  flags: [
    ['--socket <path>', 'listen on this Unix socket (default: one in a new folder)'],
    ['--port <number>', 'listen on this port of 127.0.0.1 instead, 0 for a free one'],
    ['--until <time>', 'end episodes earlier: a duration such as 10m after the start, or an ISO 8601 time'],
    ['--set <path=value>', 'replace a value of the scenario, such as seed=7; may be repeated', gather],
    ['--once', 'end when the first client has gone, or when none has come for a minute'],
    ['--json', 'print where it listens as one JSON line'],
  ],
  notes:
    'Environments for learning programs: many runs of a scenario in one process, stepped in batches over a local socket, without signatures.\n' +
    'Whoever can open the socket acts as the accounts of the scenario, in exchanges of this process alone.',
  examples: [
    'perpsim gym market-making/informed-taker --socket gym.sock',
    'perpsim gym scenarios/mine --until 10m --port 0 --once --json',
  ],
  exits: {
    0: 'stopped by a signal, or its client has gone',
    1: 'no client came, with --once',
    2: 'wrong usage or scenario',
    130: 'stopped at once',
  },
  run: async (scenario: string, flags: GymFlags) => gym(scenario, flags),
};

/** Flags as commander collects them. */
export interface GymFlags {
  readonly socket?: string;
  readonly port?: string;
  readonly until?: string;
  readonly set?: readonly string[];
  readonly once?: boolean;
  readonly json?: boolean;
}

/** Wall time in which the client of `--once` has to come. */
const CLIENT_WITHIN_MS = 60_000;

/**
 * Serves environments of a scenario until a signal stops it, or its client has gone.
 *
 * @throws UsageError for flags that cannot be met, ScenarioFileError for a scenario that is wrong
 */
export async function gym(given: string, flags: GymFlags): Promise<0 | 1> {
  const place = placeOf(flags);
  const scenario = loadScenario(given, { set: readOverrides(flags.set) });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const server = new GymServer(
    flags.until === undefined ? { scenario } : { scenario, untilMs: readUntil(flags.until, scenario) },
    fail,
  );
  return untilStopped(async (stopped) => {
    // A folder that nobody else may look into.
    const folder = place === null ? mkdtempSync(join(tmpdir(), 'perpsim-gym-')) : null;
    try {
      const socket = await listening(server, place ?? { path: join(folder ?? '', 'socket') });
      report(socket, scenario.name, flags);
      const ends: Promise<0 | 1>[] = [stopped.then(() => 0 as const), failed];
      if (flags.once === true)
        ends.push(
          server.firstGone.then(() => 0 as const),
          noClient(server),
        );
      return await Promise.race(ends);
    } finally {
      await server.close();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    }
  });
}

function report(socket: string, scenario: string, { json }: GymFlags): void {
  if (json === true) currentHost().stdout.write(`${JSON.stringify({ event: 'ready', socket, scenario })}\n`);
  else say(`environments of ${scenario} on ${socket}`);
}

async function noClient(server: GymServer): Promise<1> {
  await pause(CLIENT_WITHIN_MS, undefined, { ref: false });
  if (server.hasClient) return new Promise<never>(() => undefined);
  say(`no client has come within ${CLIENT_WITHIN_MS / 1_000} s`);
  return 1;
}

/** Where it was asked to listen; null where no flag says it. */
function placeOf({ socket, port }: GymFlags): GymPlace | null {
  if (port === undefined) return socket === undefined ? null : { path: socket };
  if (socket !== undefined) throw new UsageError('--socket and --port exclude each other');
  const number = Number(port);
  if (/^\d+$/.test(port) && number <= 65_535) return { port: number };
  throw new UsageError(`--port must be a whole number from 0 to 65535 (got ${port})`);
}

async function listening(server: GymServer, place: GymPlace): Promise<string> {
  try {
    return await server.listen(place);
  } catch (error) {
    const code = systemCodeOf(error);
    if ('port' in place)
      throw new UsageError(`cannot listen on port ${place.port}: ${whyNotListening(code, '--port')}`);
    const reason = code === 'EADDRINUSE' ? 'a file of this name is there' : (folderOf(place.path) ?? reasonOf(error));
    throw new UsageError(
      `cannot listen on ${place.path}: ${reason}; choose another with --socket, or a port with --port 0`,
    );
  }
}

/** Says that the folder of a socket is missing, which the system calls a lack of permission; undefined for one that is there. */
const folderOf = (path: string): string | undefined =>
  existsSync(dirname(path)) ? undefined : 'there is no such folder';
