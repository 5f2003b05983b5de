import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { follow } from './child.ts';

/** The shell prints `0m1.230000s` for itself and for what it has waited for, in user and kernel mode. */
const TIMES = /(\d+)m([\d.]+)s/g;

/**
 * Runs a command to its end, its output thrown away, and returns the processor time of its whole process and of those
 * that it waited for, in seconds. Throws when its exit code is not 0.
 */
export async function commandSeconds(command: string, ...args: string[]): Promise<number> {
  const script = '"$@" >/dev/null 2>&1; code=$?; times; exit $code';
  const shell = follow(spawn('sh', ['-c', script, 'sh', command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [printed, [code]] = await Promise.all([text(shell.stdout), once(shell, 'exit') as Promise<[number | null]>]);
  if (code !== 0) {
    throw new Error(`${[command, ...args].join(' ')} ended with ${String(code)}; its time says nothing`);
  }
  return [...printed.matchAll(TIMES)].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}
