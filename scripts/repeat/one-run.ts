import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Run } from '../../src/suite/results/run.ts';
import { readRunJson } from '../../src/suite/results/run-json.ts';

export interface Asked {
  readonly origin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly profile: string;
  readonly selection: readonly string[];
  readonly report: string;
}

export interface Done {
  readonly run: Run;
  readonly exit: number | null;
}

/** The run under way, which a signal ends first. */
let underWay: ChildProcess | undefined;

/** Asks the run under way to end and to take back what it made. */
export const stopRun = (): void => void underWay?.kill('SIGINT');

/** Runs the suite as it is installed, in a process of its own. */
export async function oneRun({ origin, env, profile, selection, report }: Asked): Promise<Done> {
  // What an earlier run left must not stand for this one.
  rmSync(report, { recursive: true, force: true });
  const flags = ['--target', origin, '--no-control', '--profile', profile, '--report', report, '--quiet', '--json'];
  const child = spawn(process.execPath, ['bin/perpsim.js', 'conform', ...flags, ...selection], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  underWay = child;
  const [exit] = (await once(child, 'exit')) as [number | null];
  underWay = undefined;
  if (!existsSync(`${report}/run.json`))
    throw new Error(`perpsim conform ended with ${String(exit)}, and without a report`);
  return { run: readRunJson(readFileSync(`${report}/run.json`, 'utf8')), exit };
}
