import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverageOf } from '../../suite/coverage/count.ts';
import { summaryOf } from '../../suite/reporters/summary.ts';
import { summaryText } from '../../suite/reporters/summary-text.ts';
import { beginReports, writeReports } from '../../console/pages/conformance/write-reports.ts';
import { exitOf } from '../../suite/run/exit-code.ts';
import { ProfileError } from '../../suite/targets/profile.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { cannotWrite } from '../output.ts';
import { catalogue, excuseFrom } from './files.ts';
import { UsageError } from '../usage-error.ts';
import { choose, type ConformFlags, settingsOf } from './choices.ts';
import type { ConformanceOptions, ConformanceResult } from './conformance-run.ts';
import { factsBefore, performRun, type Stop, stopOnRequest } from './perform.ts';
import { openTarget } from './target.ts';

/** A run of the suite for a program: nothing is printed, and reports are written where they are asked for. */
export async function conformanceOf(options: ConformanceOptions): Promise<ConformanceResult> {
  const { report, signal } = options;
  const folder = report ?? mkdtempSync(join(tmpdir(), 'perpsim-run-'));
  const stop = stopOnRequest();
  const onAbort = (): void => stop.ask('stopped by the program');
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  try {
    return await resultIn(folder, options, stop);
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message);
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    stop.close();
    if (report === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function resultIn(folder: string, options: ConformanceOptions, stop: Stop): Promise<ConformanceResult> {
  const { features = [] } = options;
  const flags = { ...flagsOf(options), report: folder, quiet: true };
  const settings = settingsOf(features, flags);
  const chosen = await choose(features, flags, settings);
  const excuse = excuseFrom(flags.knownFailing, flags.profile);
  if (options.report !== undefined) withReports(folder, beginReports);
  const deployment = await openTarget(flags.target, flags, settings, chosen);
  const before = factsBefore(chosen, deployment, catalogue().clauses.length, settings);
  const { run: found, unwritten } = await performRun({ chosen, deployment, before, flags, settings, stop, folder });
  if (unwritten) throw unwritten;
  const { run, remarks } = excuse(found, chosen.plan);
  const coverage = coverageOf(catalogue(), [run]);
  if (options.report !== undefined) withReports(folder, () => writeReports(run, coverage, folder, remarks));
  const { conclusion, counts } = summaryOf(run);
  const summary = summaryText(run, { colour: false, coverage, remarks });
  return { exit: exitOf(run, remarks.length), conclusion, counts, remarks, run, summary };
}

function withReports(folder: string, write: (folder: string) => void): void {
  try {
    makeFolder(folder);
    write(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** Options in the words of the command line, which checks them. */
function flagsOf({ clauses, budget, workers, features: _, signal: __, ...same }: ConformanceOptions): ConformFlags {
  return {
    ...same,
    ...(clauses && { clause: clauses }),
    ...(budget !== undefined && { budget: String(budget) }),
    ...(workers !== undefined && { workers: String(workers) }),
  };
}
