import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { PROFILE_VARIABLE, profileFor } from './profile.ts';
import type { Usage } from './usage.ts';

/** A server in a process of its own, so that it and the load on it do not share an event loop. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** What the process has used so far. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Ends every child with this process, however it ends: a benchmark that is stopped leaves no server behind. */
export function endChildrenWithThisProcess(): void {
  const end = (): void => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      console.error(`stopped by ${signal}: no report is written`);
      process.exit(code);
    });
  }
}

/** Keeps track of a child that was started elsewhere. Returns it. */
export function follow<C extends ChildProcess>(child: C): C {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Removes the folder when the benchmark ends, if `work` did not get that far. */
export async function withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  folders.add(folder);
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  }
}

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a script of this folder, the way the product ships, once in a run. Run through tsx it would pay a getter for
 * every imported name, which weighs on a program of many modules and hardly on a yardstick of one.
 */
function bundleOf(script: string): Promise<string> {
  const known = bundles.get(script);
  if (known) return known;
  const outfile = `dist/bench/${basename(script, '.ts')}.js`;
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm', sourcemap: true } as const;
  const built = build({ entryPoints: [script], outfile, ...options }).then(() => outfile);
  bundles.set(script, built);
  return built;
}

async function start(script: string, args: readonly string[]): Promise<ChildProcess> {
  const profile = profileFor(script, args);
  const env = { ...process.env, ...(profile !== null && { [PROFILE_VARIABLE]: profile }) };
  return follow(fork(await bundleOf(script), args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [], env }));
}

/** First line of a child's output that starts with the word, without it. Throws when the child ends before. */
async function lineAfter(child: ChildProcess, word: string): Promise<string> {
  if (!child.stdout) throw new Error('the child has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith(`${word} `)) return line.slice(word.length + 1);
  }
  throw new Error(`${child.spawnargs.slice(1).join(' ')} ended without "${word}"`);
}

/** Sends a request to a server and waits for what it returns. */
async function ask<T>(child: ChildProcess, question: string): Promise<T> {
  const reply = once(child, 'message');
  child.send(question);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`a server ended before its ${question}`)));
  const [value] = (await Promise.race([reply, ended])) as [T];
  ended.catch(() => undefined);
  return value;
}

/** Starts a server script and waits until it says `ready <url>`. */
export async function startServer(script: string, ...args: string[]): Promise<RunningServer> {
  const child = await start(script, args);
  const url = await lineAfter(child, 'ready');
  return {
    url,
    pid: child.pid ?? 0,
    usage: () => ask<Usage>(child, 'usage'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${script} ended by itself`);
      await ask(child, 'end');
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
