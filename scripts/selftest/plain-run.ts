import { resultOfCheck } from '../../src/suite/results/failed-check.ts';
import type { ScenarioResult, TransportName } from '../../src/suite/results/run.ts';
import type { PlannedScenario } from '../../src/suite/run/plan.ts';
import { type Broken, brokenLines, brokenOf } from './broken.ts';
import { hasFailed, type Judge } from './judge.ts';
import { type PlainControl, type PlainFinding, plainLine, type PlainTest, type SkippedFor } from './plain-table.ts';
import type { PlainStage } from './plain-stage.ts';
import { type Wrong, transportOf } from './wrong.ts';
import { groupOf } from './wrongs/index.ts';

const TRANSPORTS: readonly TransportName[] = ['rest', 'ws'];

/** What the deployment without any wrong has shown of scenarios. */
interface Known {
  readonly passed: Set<string>;
  /** They fail although nothing is wrong, so they catch nothing. */
  readonly suspect: Set<string>;
}

/** Judges wrong deployments as a run of `perpsim conform` without a control plane does. */
export async function plainTest(
  wrongs: readonly Wrong[],
  stage: PlainStage,
  judge: Judge,
  say: (line: string) => void,
): Promise<PlainTest> {
  const started = performance.now();
  const known: Known = { passed: new Set(), suspect: new Set() };
  const control = await controlRun(wrongs, stage, judge, known, say);
  say(`control without a control plane: ${control.scenarios} scenarios run, ${control.failed.length} failed`);
  for (const line of control.failed.flatMap(brokenLines)) say(line);
  const findings: PlainFinding[] = [];
  for (const wrong of wrongs) {
    const finding = await judged(wrong, stage, judge, known);
    findings.push(finding);
    say(plainLine(finding));
  }
  return { control, findings, seconds: (performance.now() - started) / 1_000 };
}

async function controlRun(
  wrongs: readonly Wrong[],
  stage: PlainStage,
  judge: Judge,
  { passed, suspect }: Known,
  say: (line: string) => void,
): Promise<PlainControl> {
  const results: ScenarioResult[] = [];
  for (const transport of TRANSPORTS) {
    judge.moveTo(await stage.begin(undefined));
    results.push(...judge.failures.map((check) => resultOfCheck(check, transport)));
    const clauses = new Set(wrongs.filter((wrong) => transportOf(wrong) === transport).map(({ clause }) => clause));
    const scenarios = judge.scenariosFor(transport, clauses).filter((scenario) => judge.unmet(scenario).length === 0);
    results.push(...(await judge.runControl(scenarios, transport, say)));
  }
  const failed: Broken[] = [];
  for (const result of results) {
    const key = keyOf(result.transport, result.id);
    if (result.verdict === 'passed') passed.add(key);
    if (!hasFailed(result)) continue;
    suspect.add(key);
    failed.push(brokenOf(result, key));
  }
  return { scenarios: results.length, failed };
}

const keyOf = (transport: TransportName, id: string): string => `${id} (${transport})`;

async function judged(wrong: Wrong, stage: PlainStage, judge: Judge, known: Known): Promise<PlainFinding> {
  const started = performance.now();
  const { name, clause, what } = wrong;
  const transport = transportOf(wrong);
  const about = { name, group: groupOf(wrong), clause, what, transport };
  const scenarios = judge.scenariosFor(transport, new Set([clause]));
  const seconds = (): number => (performance.now() - started) / 1_000;
  for (;;) {
    const fault = await opened(wrong, stage, judge);
    if (fault !== undefined) {
      const skipped = [{ why: `the probe ended the run: ${fault}`, scenarios: scenarios.map(({ id }) => id) }];
      return {
        ...about,
        verdict: 'skipped',
        caught: null,
        scenarios: scenarios.length,
        ran: 0,
        skipped,
        seconds: seconds(),
      };
    }
    const check = judge.failures.find(({ clauses }) => clauses.includes(clause));
    if (check) {
      const { id, name: title, error } = resultOfCheck(check, transport);
      const caught = { id, name: title, said: error ?? '' };
      return {
        ...about,
        verdict: 'caught',
        caught,
        scenarios: scenarios.length,
        ran: 0,
        skipped: [],
        seconds: seconds(),
      };
    }
    const able = scenarios.filter(
      (one) => judge.unmet(one).length === 0 && !known.suspect.has(keyOf(transport, one.id)),
    );
    const skipped = new Map<string, string[]>();
    for (const one of scenarios) {
      const unmet = judge.unmet(one);
      if (unmet.length > 0) add(skipped, `needs ${unmet.join(', ')}`, one.id);
    }
    const results = await judge.run(able, transport, true);
    const failed = results.find(hasFailed);
    if (failed && !(await failsForTheWrong(failed, able, stage, judge, known))) continue;
    for (const { id, verdict, reason } of results) if (verdict === 'skipped') add(skipped, reason ?? '', id);
    const ran = results.filter(({ verdict }) => verdict !== 'skipped').length;
    return {
      ...about,
      verdict: failed ? 'caught' : ran === 0 ? 'skipped' : 'passed',
      caught: failed ? { id: failed.id, name: failed.name, said: failed.error ?? '' } : null,
      scenarios: scenarios.length,
      ran,
      skipped: listed(skipped),
      seconds: seconds(),
    };
  }
}

/** Moves the judge to the wrong deployment; in words why that cannot be. */
async function opened(wrong: Wrong, stage: PlainStage, judge: Judge): Promise<string | undefined> {
  try {
    judge.moveTo(await stage.begin(wrong));
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** True when the scenario passes where nothing is wrong; one that does not is suspect from now on. */
async function failsForTheWrong(
  { id, transport }: ScenarioResult,
  scenarios: readonly PlannedScenario[],
  stage: PlainStage,
  judge: Judge,
  { passed, suspect }: Known,
): Promise<boolean> {
  const key = keyOf(transport, id);
  if (passed.has(key)) return true;
  judge.moveTo(await stage.begin(undefined));
  const [result] = await judge.run(
    scenarios.filter((one) => one.id === id),
    transport,
    false,
  );
  const passes = result?.verdict === 'passed';
  (passes ? passed : suspect).add(key);
  return passes;
}

function add(lists: Map<string, string[]>, why: string, id: string): void {
  lists.set(why, [...(lists.get(why) ?? []), id]);
}

/** Most frequent first. */
const listed = (skipped: ReadonlyMap<string, readonly string[]>): SkippedFor[] =>
  [...skipped].map(([why, scenarios]) => ({ why, scenarios })).sort((a, b) => b.scenarios.length - a.scenarios.length);
