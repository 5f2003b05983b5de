import { Writable } from 'node:stream';
import {
  type ISupportCodeCoordinates,
  type ISupportCodeLibrary,
  loadSupport,
  runCucumber,
} from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import type { PlannedScenario } from './plan.ts';
import type { SuiteParameters } from './current.ts';

export interface SuiteRun {
  /** The scenarios to run; at least one. */
  readonly scenarios: readonly PlannedScenario[];
  /** The folder that their paths are relative to. */
  readonly root: string;
  /** Files that define steps and hooks, globs are fine; or what an earlier run of this process has loaded. */
  readonly support: readonly string[] | ISupportCodeLibrary;
  /** Seed of a random order; null leaves them as they are written. */
  readonly seed: string | null;
  /** Scenarios at a time, each worker in a process of its own; 1 keeps them in this one. */
  readonly workers: number;
  readonly failFast: boolean;
  readonly parameters: SuiteParameters;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Words of Cucumber itself. */
  readonly stderr: Writable;
  /** Every Cucumber message as it comes. */
  receive(envelope: Envelope): void;
}

/**
 * Runs scenarios through Cucumber. The messages alone carry the results.
 *
 * @returns steps and hooks as they were loaded, for the next run: a process reads a module once
 * @throws what Cucumber throws when its own machinery fails
 */
export async function runSuite(run: SuiteRun & { readonly dryRun?: boolean }): Promise<ISupportCodeLibrary> {
  const { support } = await runCucumber(
    {
      sources: {
        defaultDialect: 'en',
        paths: pathsOf(run.scenarios),
        names: [],
        tagExpression: '',
        order: run.seed === null ? 'defined' : `random:${run.seed}`,
      },
      support: supportOf(run),
      runtime: {
        dryRun: run.dryRun ?? false,
        failFast: run.failFast,
        filterStacktraces: true,
        parallel: run.workers > 1 ? run.workers : 0,
        retry: 0,
        retryTagFilter: '',
        strict: true,
        worldParameters: { ...run.parameters },
      },
      formats: { stdout: 'summary', files: {}, publish: false, options: {} },
    },
    { cwd: run.root, stdout: nowhere(), stderr: run.stderr, env: { ...run.env } },
    (envelope) => run.receive(envelope),
  );
  return support;
}

/**
 * Loads steps and hooks for the runs of a process: a process reads a module once, and what it defines goes to the run that asked first.
 *
 * @param files - those that define them, globs are fine, relative to `root`
 */
export const loadSteps = (root: string, files: readonly string[], stderr: Writable): Promise<ISupportCodeLibrary> =>
  loadSupport(
    {
      // Sources have no part in it, and without any all features would be looked for.
      sources: { defaultDialect: 'en', paths: ['package.json'], names: [], tagExpression: '', order: 'defined' },
      support: { requireModules: [], requirePaths: [], importPaths: [...files], loaders: [] },
    },
    { cwd: root, stdout: nowhere(), stderr },
  );

const supportOf = ({ support }: SuiteRun): ISupportCodeLibrary | ISupportCodeCoordinates =>
  'originalCoordinates' in support
    ? support
    : { requireModules: [], requirePaths: [], importPaths: [...support], loaders: [] };

/** One path a file, with the lines of its scenarios. */
function pathsOf(scenarios: readonly PlannedScenario[]): string[] {
  const lines = new Map<string, number[]>();
  for (const { uri, line } of scenarios) lines.set(uri, [...(lines.get(uri) ?? []), line]);
  return [...lines].map(([uri, numbers]) => [uri, ...numbers].join(':'));
}

/** Reports are made from messages; what Cucumber would print goes nowhere. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });
