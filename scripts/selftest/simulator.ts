import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A simulator in a process of its own, as it is installed. */
export interface Simulator {
  readonly origin: string;
  readonly serviceName: string;
  /** Its dev accounts, in their order. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
  stop(): Promise<void>;
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
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const early = ended.then(() => Promise.reject(new Error('the simulator ended before it was ready')));
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), early])) as [string];
  const facts = JSON.parse(line) as Pick<Simulator, 'serviceName' | 'accounts'> & { readonly restUrl: string };
  const { restUrl, serviceName, accounts } = facts;
  return {
    origin: new URL(restUrl).origin,
    serviceName,
    accounts,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
