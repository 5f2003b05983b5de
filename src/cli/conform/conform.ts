import { join } from 'node:path';
import { coverageOf } from '../../suite/coverage/count.ts';
import type { Deployment } from '../../suite/deployment.ts';
import { githubAnnotations } from '../../suite/reporters/annotations.ts';
import { summaryText } from '../../suite/reporters/summary-text.ts';
import { beginReports, markIncomplete, writeReports } from '../../console/pages/conformance/write-reports.ts';
import { diffRuns, isSame } from '../../suite/results/diff.ts';
import { diffText } from '../../suite/results/diff-text.ts';
import type { Run } from '../../suite/results/run.ts';
import type { Coverage } from '../../suite/coverage/count.ts';
import { type ConformExit, exitOf } from '../../suite/suite/exit-code.ts';
import { printableLines } from '../../kernel/printable.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { ProfileError } from '../../suite/targets/profile.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import { wantsColour } from '../colour.ts';
import { type Chosen, choose } from './choose.ts';
import { catalogue } from './files.ts';
import { type ConformFlags, type Settings, settingsOf } from './flags.ts';
import { headerText } from './header.ts';
import { factsBefore, type Performed, performRun } from './perform.ts';
import { dryRun, list } from './preview.ts';
import { listenForStop, type Stop } from './stop.ts';
import { openTarget } from './target.ts';
import { type Excuse, excuseFrom } from '../report/known-failing.ts';
import { resultOf } from '../report/result.ts';
import { cannotWrite, OUTPUT_EXIT, type OutputError, print, say } from '../output.ts';
import { writeWhole } from '../output-file.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Runs the suite against a deployment and prints on stdout whether it conforms.
 *
 * @param features paths of features, with or without lines; none for all
 * @throws UsageError for flags, files and variables that are wrong or missing
 */
export async function conform(features: readonly string[], flags: ConformFlags): Promise<ConformExit> {
  const settings = settingsOf(features, flags);
  const chosen = await choose(features, flags, settings);
  if (flags.list) return list(chosen.scenarios, flags);
  const excuse = excuseFrom(flags.knownFailing, flags.profile);
  // From here on there may be something to take back.
  const stop = listenForStop();
  try {
    const deployment = await openTarget(flags.target, flags, settings, chosen);
    if (flags.dryRun) return await dryRun(chosen, deployment, settings, flags);
    const other = flags.against === undefined ? undefined : await openOther(flags.against, { chosen, settings, flags });
    return await runAndReport({ chosen, deployment, other, settings, flags, stop, excuse });
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message);
    if (!(error instanceof TargetUnreachable)) throw error;
    say(error.message);
    return 3;
  } finally {
    stop.close();
  }
}

interface RunToReport {
  readonly chosen: Chosen;
  readonly deployment: Deployment;
  /** What it is compared with. */
  readonly other: Deployment | undefined;
  readonly settings: Settings;
  readonly flags: ConformFlags;
  readonly stop: Stop;
  readonly excuse: Excuse;
}

async function runAndReport({ deployment, other, excuse, ...asked }: RunToReport): Promise<ConformExit> {
  const { chosen, settings, flags } = asked;
  const done = await runOf(deployment, asked, settings.report);
  const { run, remarks } = excuse(done.run, chosen.plan);
  const coverage = coverageOf(catalogue(), [run]);
  const unwritten = reported({ run, unwritten: done.unwritten }, coverage, settings.report, remarks);
  const exit = unwritten ? OUTPUT_EXIT : exitOf(run, remarks.length);
  const { stdout, env } = currentHost();
  const colour = wantsColour(stdout, env);
  await print(
    flags.json
      ? `${JSON.stringify(resultOf(run, exit, remarks, settings.report))}\n`
      : summaryText(run, { colour, coverage, remarks }),
  );
  if (settings.annotated) await printNotice(githubAnnotations(run, remarks), flags);
  if (unwritten) {
    say(`${unwritten.message}: the reports in ${settings.report} are incomplete`);
    return exit;
  }
  const alike = !other || run.facts.stopped !== null || (await isAlike(run, other, asked));
  if (!flags.json) await print(`\n${join(settings.report, 'index.html')}\n`);
  return alike ? exit : 1;
}

/** Writes the reports of a run. Returns what kept them, or its messages, from being whole. */
function reported(
  { run, unwritten }: Performed,
  coverage: Coverage,
  folder: string,
  remarks: readonly string[],
): OutputError | null {
  try {
    writeReports(run, coverage, onDisk(folder), remarks);
    if (unwritten) markIncomplete(onDisk(folder));
    return unwritten;
  } catch (error) {
    return unwritten ?? cannotWrite(folder, error);
  }
}

type Asked = Pick<RunToReport, 'chosen' | 'settings' | 'flags' | 'stop'>;

/** One run, announced before it begins. */
async function runOf(deployment: Deployment, asked: Asked, folder: string): Promise<Performed> {
  const { chosen, settings, flags, stop } = asked;
  const before = factsBefore(chosen, deployment, catalogue().clauses.length, settings);
  try {
    prepared(folder);
    if (!flags.quiet) {
      await printNotice(`${headerText(before, deployment, chosen.scenarios.length, chosen.plan.length)}\n`, flags);
    }
  } catch (error) {
    await deployment.close();
    throw error;
  }
  return performRun({ chosen, deployment, before, flags, settings, stop, folder });
}

function prepared(folder: string): void {
  try {
    makeFolder(folder);
    beginReports(onDisk(folder));
  } catch (error) {
    throw cannotWrite(folder, error);
  }
}

/** Prints a text that is not the result; with `--json`, standard output carries only the result. */
async function printNotice(text: string, { json = false }: ConformFlags): Promise<void> {
  if (json) currentHost().stderr.write(text);
  else await print(text);
}

function openOther(url: string, { chosen, settings, flags }: Omit<Asked, 'stop'>): Promise<Deployment> {
  // What was said of the target holds for the target alone.
  const { ws: _ws, serviceName: _name, controlToken: _token, ...others } = flags;
  return openTarget(url, others, settings, chosen);
}

/** Runs the same on another deployment and prints what differs. */
async function isAlike(run: Run, other: Deployment, asked: Asked): Promise<boolean> {
  const { settings, flags } = asked;
  const folder = join(settings.report, 'against');
  const done = await runOf(other, asked, folder);
  const unwritten = reported(done, coverageOf(catalogue(), [done.run]), folder, []);
  if (unwritten) throw unwritten;
  const difference = diffRuns(run, done.run);
  await writeWhole(join(settings.report, 'diff.json'), `${JSON.stringify(difference, null, 1)}\n`);
  await printNotice(`\n${printableLines(diffText(difference))}`, flags);
  return isSame(difference);
}
