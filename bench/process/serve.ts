import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { follow } from './child.ts';

/** `perpsim serve` of the bundle, quiet and on a free port. */
export interface Served {
  readonly pid: number;
  /** Without a slash at the end. */
  readonly url: string;
  /** Milliseconds from the start of the process until it said where it listens. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts the command that ships. Throws when it ends before it is ready. */
export async function startCommand(...flags: string[]): Promise<Served> {
  const started = performance.now();
  const words = ['bin/perpsim.js', 'serve', '--port', '0', '--json', '--log-level', 'silent', ...flags];
  const child = follow(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const ended = once(child, 'exit').then(() => null);
  const line = await Promise.race([once(child.stdout, 'data').then(([data]) => String(data)), ended]);
  const readyMs = performance.now() - started;
  if (line === null) throw new Error('perpsim serve ended before it was ready');
  const { restUrl } = JSON.parse(line.slice(0, line.indexOf('\n'))) as { restUrl: string };
  return {
    pid: child.pid ?? 0,
    url: new URL(restUrl).origin,
    readyMs,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Milliseconds until an empty node process has come and gone (Y6). */
export async function emptyProcess(): Promise<number> {
  const started = performance.now();
  await once(follow(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })), 'exit');
  return performance.now() - started;
}

/** Resident memory of a process; null on a system without /proc. */
export function residentMiB(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
}

/** Of the clock of the kernel, as /proc counts processor time. */
const TICKS_PER_SECOND = 100;

/** Processor time of a process in user and kernel mode; null on a system without /proc. */
export function cpuSecondsOf(pid: number): number | null {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return null;
  // After the name in parentheses: state, and ten more fields before the times in user and kernel mode.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
