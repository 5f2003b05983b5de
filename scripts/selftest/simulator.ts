import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A simulator in a process of its own, as it is installed. */
export interface Simulator {
  readonly origin: string;
  readonly serviceName: string;
  /** Its dev accounts, in their order. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
  /** Errors of its own that it has logged: it broke down, which is more than to be wrong. All of them once it has stopped. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

/** Simulators that have not ended. */
const running = new Set<ChildProcess>();

/** Ends all simulators at once, for a process that is about to end. */
export function endSimulators(): void {
  for (const child of running) child.kill();
}

/** A Monday, so that every market is open. */
const START = '2026-01-05T00:00:00Z';
const SERVE = ['serve', '--port', '0', '--clock', 'manual', '--world', 'quiet', '--start-time', START, '--json'];

/**
 * Starts one on a free port. Rejects when it ends before it is ready.
 *
 * @param program the command line; another one is a simulator of another source
 * @param flags what it is started with, `--json` among them
 */
export async function startSimulator(program = 'bin/perpsim.js', flags: readonly string[] = SERVE): Promise<Simulator> {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const faults: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    const fault = faultIn(line);
    if (fault !== undefined) faults.push(fault);
  });
  const ended = once(child, 'close').finally(() => running.delete(child));
  const early = ended.then(() => Promise.reject(new Error('the simulator ended before it was ready')));
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), early])) as [string];
  const facts = JSON.parse(line) as Pick<Simulator, 'serviceName' | 'accounts'> & { readonly restUrl: string };
  const { restUrl, serviceName, accounts } = facts;
  return {
    origin: new URL(restUrl).origin,
    serviceName,
    accounts,
    faults,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** Of the levels of the log, that of a request that has failed by a fault of the server, and of whatever ends it. */
const ERROR_LEVEL = 50;

/** The error that a line of the log tells of; undefined for any other line. */
function faultIn(line: string): string | undefined {
  if (!line.startsWith('{"level":')) return undefined;
  const { level, err, msg } = JSON.parse(line) as { level: number; err?: { message?: string }; msg?: string };
  return level < ERROR_LEVEL ? undefined : [msg, err?.message].filter((part) => part !== undefined).join(': ');
}
