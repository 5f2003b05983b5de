import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';

/** A server in a process of its own, so that it and the load on it do not share an event loop. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a script of this folder as a bundle, the way the product ships. Run through tsx it would pay a getter for
 * every imported name, which weighs on a program of many modules and hardly on a yardstick of one.
 */
async function start(script: string, args: readonly string[]): Promise<ChildProcess> {
  const outfile = `dist/bench/${basename(script, '.ts')}.js`;
  await build({ entryPoints: [script], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return spawn(process.execPath, [outfile, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** First line of a child's output that starts with the word, without it. Throws when the child ends before. */
async function lineAfter(child: ChildProcess, word: string): Promise<string> {
  if (!child.stdout) throw new Error('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(`${word} `)) return line.slice(word.length + 1);
  }
  throw new Error(`${child.spawnargs.at(-1) ?? 'a child'} ended without "${word}"`);
}

/** Starts a server script and waits until it says `ready <url>`. */
export async function startServer(script: string, ...args: string[]): Promise<RunningServer> {
  const child = await start(script, args);
  const url = await lineAfter(child, 'ready');
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a measuring script to its end and reads the JSON it prints after `result`. */
export async function measureInChild<T>(script: string, ...args: string[]): Promise<T> {
  const child = await start(script, args);
  const ended = once(child, 'exit');
  const text = await lineAfter(child, 'result');
  await ended;
  return JSON.parse(text) as T;
}
