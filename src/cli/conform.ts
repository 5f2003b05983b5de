import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf } from '../harness/coverage/count.ts';
import type { Deployment } from '../harness/deployment.ts';
import { summaryText } from '../harness/reporters/summary-text.ts';
import { writeReports } from '../harness/reporters/write-reports.ts';
import { diffRuns, isSame } from '../harness/results/diff.ts';
import { diffText } from '../harness/results/diff-text.ts';
import type { Run } from '../harness/results/run.ts';
import { type ConformExit, exitOf } from '../harness/suite/exit-code.ts';
import { ProfileError } from '../harness/targets/profile.ts';
import { TargetUnreachable } from '../harness/targets/unreachable.ts';
import { wantsColour } from './colour.ts';
import { type Chosen, choose } from './conform/choose.ts';
import { catalogue } from './conform/files.ts';
import { type ConformFlags, type Settings, settingsOf } from './conform/flags.ts';
import { headerText } from './conform/header.ts';
import { factsBefore, performRun } from './conform/perform.ts';
import { dryRun, list } from './conform/preview.ts';
import { listenForStop, type Stop } from './conform/stop.ts';
import { openTarget } from './conform/target.ts';
import { type Excuse, excuseFrom } from './report/known-failing.ts';
import { resultOf } from './report/result.ts';
import { UsageError } from './usage-error.ts';

/**
 * Runs the suite against a deployment and tells on stdout whether it conforms.
 *
 * @param features paths of features, with or without lines; none for all
 * @throws UsageError for flags, files and variables that are wrong or missing
 */
export async function conform(features: readonly string[], flags: ConformFlags): Promise<ConformExit> {
  const settings = settingsOf(features, flags);
  const chosen = choose(features, flags, settings);
  if (flags.list) return list(chosen.scenarios, flags);
  const excuse = excuseFrom(flags.knownFailing, flags.profile);
  // From here on there may be something to take back.
  const stop = listenForStop();
  try {
    const deployment = await openTarget(flags.target, flags, settings, chosen);
    if (flags.dryRun) return await dryRun(chosen, deployment, settings, flags);
    const other = flags.against === undefined ? undefined : await openOther(flags.against, { chosen, settings, flags });
    return await judge({ chosen, deployment, other, settings, flags, stop, excuse });
  } catch (error) {
    if (error instanceof ProfileError) throw new UsageError(error.message);
    if (!(error instanceof TargetUnreachable)) throw error;
    process.stderr.write(`perpsim: ${error.message}\n`);
    return 3;
  } finally {
    stop.close();
  }
}

interface Judging {
  readonly chosen: Chosen;
  readonly deployment: Deployment;
  /** What it is compared with. */
  readonly other: Deployment | undefined;
  readonly settings: Settings;
  readonly flags: ConformFlags;
  readonly stop: Stop;
  readonly excuse: Excuse;
}

async function judge({ deployment, other, excuse, ...asked }: Judging): Promise<ConformExit> {
  const { chosen, settings, flags } = asked;
  const done = await runOf(deployment, asked, settings.report);
  const { run, remarks } = excuse(done, chosen.plan);
  const coverage = coverageOf(catalogue(), [run]);
  writeReports(run, coverage, settings.report, remarks);
  const exit = exitOf(run, remarks.length);
  if (flags.json) {
    process.stdout.write(`${JSON.stringify(resultOf(run, exit, remarks, settings.report))}\n`);
  } else {
    const colour = wantsColour(process.stdout, process.env);
    process.stdout.write(summaryText(run, { colour, coverage, remarks }));
    process.stdout.write(`\nreports: ${settings.report}\n`);
  }
  if (!other || run.facts.stopped !== null) return exit;
  return (await isAlike(run, other, asked)) ? exit : 1;
}

type Asked = Pick<Judging, 'chosen' | 'settings' | 'flags' | 'stop'>;

/** One run, announced before it begins. */
function runOf(deployment: Deployment, { chosen, settings, flags, stop }: Asked, folder: string): Promise<Run> {
  const before = factsBefore(chosen, deployment, catalogue().clauses.length, settings);
  const said = flags.json ? process.stderr : process.stdout;
  if (!flags.quiet) said.write(`${headerText(before, deployment, chosen.scenarios.length, chosen.plan.length)}\n`);
  return performRun({ chosen, deployment, before, flags, settings, stop, folder });
}

function openOther(url: string, { chosen, settings, flags }: Omit<Asked, 'stop'>): Promise<Deployment> {
  // What was said of the target holds for the target alone.
  const { ws: _ws, serviceName: _name, controlToken: _token, ...others } = flags;
  return openTarget(url, others, settings, chosen);
}

/** Runs the same on another deployment and tells what differs. */
async function isAlike(run: Run, other: Deployment, asked: Asked): Promise<boolean> {
  const { settings, flags } = asked;
  const done = await runOf(other, asked, join(settings.report, 'against'));
  const difference = diffRuns(run, done);
  writeFileSync(join(settings.report, 'diff.json'), `${JSON.stringify(difference, null, 1)}\n`);
  (flags.json ? process.stderr : process.stdout).write(`\n${diffText(difference)}`);
  return isSame(difference);
}
