import { join } from 'node:path';
import { coverageOf } from '../../suite/coverage/count.ts';
import { summaryText } from '../../suite/reporters/summary-text.ts';
import { writeReports } from '../../console/pages/conformance/write-reports.ts';
import { diffRuns, isSame } from '../../suite/results/diff.ts';
import { diffText } from '../../suite/results/diff-text.ts';
import { MergeError, mergeRuns } from '../../suite/results/merge.ts';
import type { Run, ScenarioResult } from '../../suite/results/run.ts';
import { type ConformExit, exitOf } from '../../suite/suite/exit-code.ts';
import { printableLines } from '../../kernel/printable.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { wantsColour } from '../colour.ts';
import { catalogue, featureFiles, loadSteps } from '../conform/files.ts';
import { needPackages, SUITE } from '../optional-packages.ts';
import { excuseFrom } from './known-failing.ts';
import { resultOf } from './result.ts';
import { runAt } from './source.ts';
import { cannotWrite, print } from '../output.ts';
import { UsageError } from '../usage-error.ts';

/** Flags as commander collects them. */
export interface ReportFlags {
  readonly report?: string;
  readonly knownFailing?: string;
  readonly json?: boolean;
}

export interface DiffFlags {
  readonly only?: string;
  readonly json?: boolean;
}

/** That of the run, or whether two runs differ. */
export type ReportExit = ConformExit;

/**
 * Joins runs, writes every report of the whole and prints its summary. One run alone is written as it is.
 *
 * @throws UsageError for sources that cannot be read or do not belong together, OutputError for a folder that cannot be written
 */
export async function merge(sources: readonly string[], flags: ReportFlags): Promise<ReportExit> {
  const { report } = flags;
  if (report === undefined) throw new UsageError('--report is missing');
  const excuse = excuseFrom(flags.knownFailing);
  const runs: Run[] = [];
  for (const source of sources) runs.push(await runAt(source, 'verdicts'));
  const suite = flags.knownFailing === undefined ? [] : await scenariosOfSuite();
  const { run, remarks } = excuse(joined(runs), suite);
  try {
    makeFolder(report);
    // The page lists what each scenario needs.
    await loadSteps();
    writeReports(run, coverageOf(catalogue(), [run]), onDisk(report), remarks);
  } catch (error) {
    throw cannotWrite(report, error);
  }
  return printSummary(run, remarks, flags);
}

/** Every scenario of the package. Only who asks for it needs the packages of the suite: reports alone do without. */
async function scenariosOfSuite(): Promise<readonly Pick<ScenarioResult, 'id' | 'tags'>[]> {
  needPackages(SUITE);
  const { planOf } = await import('../../suite/suite/plan.ts');
  return planOf(featureFiles());
}

/** A single run keeps its shard: it is not said to be whole. */
function joined(runs: readonly Run[]): Run {
  const [first] = runs;
  if (first && runs.length === 1) return first;
  try {
    return mergeRuns(runs);
  } catch (error) {
    if (error instanceof MergeError) throw new UsageError(error.message);
    throw error;
  }
}

/**
 * Prints the summary of a run.
 *
 * @throws UsageError for a source that cannot be read
 */
export async function show(source: string, flags: ReportFlags): Promise<ReportExit> {
  return printSummary(await runAt(source, 'verdicts'), [], flags);
}

async function printSummary(run: Run, remarks: readonly string[], { report, json }: ReportFlags): Promise<ConformExit> {
  const exit = exitOf(run, remarks.length);
  if (json) {
    await print(`${JSON.stringify(resultOf(run, exit, remarks, report ?? null))}\n`);
    return exit;
  }
  const colour = wantsColour(currentHost().stdout, currentHost().env);
  const summary = summaryText(run, { colour, coverage: coverageOf(catalogue(), [run]), remarks });
  await print(report === undefined ? summary : `${summary}\n${join(report, 'index.html')}\n`);
  return exit;
}

/**
 * Prints what differs between two runs.
 *
 * @throws UsageError for sources that cannot be read, and for a flag that is wrong
 */
export async function diff(left: string, right: string, { only, json }: DiffFlags): Promise<0 | 1> {
  if (only !== undefined && only !== 'verdicts') throw new UsageError(`--only must be verdicts (got "${only}")`);
  const wanted = only ?? 'traces';
  const found = diffRuns(await runAt(left, wanted), await runAt(right, wanted), only);
  await print(json ? `${JSON.stringify(found)}\n` : printableLines(diffText(found)));
  return isSame(found) ? 0 : 1;
}
