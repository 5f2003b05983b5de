import { floorText } from '../../suite/coverage/citations.ts';
import { join } from 'node:path';
import { beginReports, markIncomplete, writeReports } from '../../console/pages/conformance/write-reports.ts';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { currentHost, onDisk } from '../../exchange/host.ts';
import { printable, printableLines } from '../../kernel/printable.ts';
import { type Coverage, coverageOf } from '../../suite/coverage/count.ts';
import type { Deployment } from '../../suite/deployment.ts';
import { forecastLines } from '../../suite/forecast.ts';
import { lacksOf, needsOf, skipReason } from '../../suite/needs.ts';
import { outlookLines, outlookOf, type Prospect } from '../../suite/outlook.ts';
import { githubAnnotations, summaryText } from '../../suite/reporters/summary-text.ts';
import { diffRuns, diffText, isSame } from '../../suite/results/diff.ts';
import { resultOfCheck } from '../../suite/results/failed-check.ts';
import type { Run, RunFacts } from '../../suite/results/run.ts';
import { type ConformExit, exitOf } from '../../suite/run/exit-code.ts';
import type { PlannedScenario } from '../../suite/run/plan.ts';
import { clausesOf } from '../../suite/run/select.ts';
import { ProfileError } from '../../suite/targets/profile.ts';
import { TargetUnreachable } from '../../suite/targets/unreachable.ts';
import { writeWhole } from '../output-file.ts';
import { cannotWrite, OUTPUT_EXIT, type OutputError, print, say, wantsColour } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { choose, type Chosen, type ConformFlags, type Settings, settingsOf } from './choices.ts';
import { catalogue, type Excuse, excuseFrom } from './files.ts';
import { factsBefore, listenForStop, type Performed, performRun, type Stop } from './perform.ts';
import { resultOf } from './result.ts';
import { openTarget } from './target.ts';

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

/** What is about to be run against what, before anything is. */
function headerText(facts: RunFacts, deployment: Deployment, chosen: number, planned: number): string {
  const { suite, target, profile, transport, seed, shard, selection } = facts;
  const version = target.version === null ? '' : ` ${target.version}`;
  const lacking = [...deployment.absent].map(([capability, reason]) => `${capability} (${reason})`);
  const expected = facts.forecast ? forecastLines(facts.forecast) : [];
  const lines: (readonly [string, string])[] = [
    ['suite', `perpsim ${suite.version}, ${suite.clauses} clauses`],
    ['target', `${target.name} (${KINDS[target.kind]}${version}), requests signed for ${target.serviceName}`],
    ['profile', `${profile}, over ${transport === 'ws' ? 'WebSocket' : 'REST'}`],
    ['scenarios', `${chosen} of ${planned}${shard ? `, part ${shard.index} of ${shard.of}` : ''}`],
    ...(selection.length > 0 ? [['chosen by', selection.join(' ')] as const] : []),
    ['order', seed === null ? 'as written' : `random, seed ${seed}`],
    ['probed', [...deployment.capabilities].join(', ') || 'nothing'],
    ...lacking.map((line, place) => [place === 0 ? 'lacking' : '', line] as const),
    ['budget', budgetText(deployment)],
    ...(deployment.remarks ?? []).map((line) => ['note', line] as const),
    ...expected.map((line, place) => [place === 0 ? 'expected' : '', line] as const),
  ];
  return `${lines.map(([name, text]) => `${name.padEnd(10)} ${printable(text)}`).join('\n')}\n`;
}

const KINDS = {
  'in-process': 'simulator in this process',
  simulator: 'simulator',
  remote: 'plain deployment',
} as const;

function budgetText({ tokens, identity }: Deployment): string {
  if (tokens) return `${tokens.budget} tokens`;
  return identity.kind === 'remote'
    ? 'as many tokens as it takes'
    : 'none needed, each scenario has buckets of its own';
}

/** Names what would be chosen, without a target. */
async function list(scenarios: readonly PlannedScenario[], { json = false }: ConformFlags): Promise<0> {
  const lines = scenarios.map((scenario) => {
    const { id, name, feature, tags } = scenario;
    const clauses = clausesOf(scenario);
    return json
      ? JSON.stringify({ id, name, feature, tags, clauses, needs: needsOf(scenario) })
      : `${id}  ${name}${clauses.length > 0 ? `  [${clauses.join(' ')}]` : ''}`;
  });
  await print(lines.map((line) => `${line}\n`).join(''));
  if (!json) currentHost().stderr.write(`${scenarios.length} scenarios\n`);
  return 0;
}

/** Probes the target and says what would run there and what would be skipped; no scenario begins. */
async function dryRun(chosen: Chosen, deployment: Deployment, settings: Settings, flags: ConformFlags): Promise<0 | 1> {
  const { scenarios, plan } = chosen;
  const facts = factsBefore(chosen, deployment, catalogue().clauses.length, settings);
  const reasons = new Map<string, number>();
  const prospects: Prospect[] = [];
  for (const scenario of scenarios) {
    const lacks = lacksOf(scenario, deployment);
    prospects.push({ tags: scenario.tags, lacks });
    const [first] = lacks;
    if (first === undefined) continue;
    const reason = skipReason(first, deployment);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const skipped = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const would = { run: scenarios.length - skipped, skip: skipped, reasons: Object.fromEntries(reasons) };
  const outlook = outlookOf(prospects, facts.suite.clauses);
  const { provable } = outlook.clauses;
  const most = provable + Math.max(outlook.together.clauses, ...outlook.additions.map(({ clauses }) => clauses));
  const floor = floorText(facts, provable, most);
  await deployment.close();
  const failed = deployment.failures.map((check) => resultOfCheck(check, facts.transport));
  const exit = failed.length > 0 ? 1 : 0;
  if (flags.json) {
    const checks = failed.map(({ id, name, tags, error }) => ({ id, name, clauses: clausesOf({ tags }), error }));
    await print(
      `${JSON.stringify({ dryRun: true, exit, facts, would, outlook, ...(floor !== undefined && { floor }), failed: checks })}\n`,
    );
    return exit;
  }
  const wrong = failed.map(({ id, name, error }) => printable(`\nfailed: ${id}  ${name}\n${error ?? ''}\n`));
  const rows = [...reasons].map(([reason, count]) => `${String(count).padStart(6)}  ${printable(reason)}\n`);
  await print(
    `${headerText(facts, deployment, scenarios.length, plan.length)}\nwould run ${would.run} and skip ${would.skip}\n${rows.join('')}\n${floor === undefined ? '' : `${printable(floor)}\n`}${outlookLines(outlook).join('\n')}\n${wrong.join('')}`,
  );
  return exit;
}
