import type { TransportName } from '../../src/suite/results/run.ts';
import { brokenLines, brokenOf } from './broken.ts';
import { hasFailed, type Judge } from './judge.ts';
import type { Proxy } from './proxy.ts';
import { buildPatched } from './patched.ts';
import { startSimulator } from './simulator.ts';
import { STUB } from './stub.ts';
import { type Control, type Finding, findingLine, type SelfTest, type StubFinding, withFaults } from './table.ts';
import { type Wrong, transportOf } from './wrong.ts';
import { groupOf } from './wrongs/index.ts';

const TRANSPORTS: readonly TransportName[] = ['rest', 'ws'];

/** Every scenario that a wrong may be caught by, where nothing is wrong. */
async function controlRun(judge: Judge, wrongs: readonly Wrong[], say: (line: string) => void): Promise<Control> {
  const results = [];
  for (const transport of TRANSPORTS) {
    const clauses = new Set(wrongs.filter((wrong) => transportOf(wrong) === transport).map(({ clause }) => clause));
    results.push(...(await judge.runControl(judge.scenariosFor(transport, clauses), transport, say)));
  }
  const failed = results.filter(hasFailed).map((result) => brokenOf(result, result.id));
  return { scenarios: results.length, failed };
}

async function judged(judge: Judge, wrong: Wrong, suspect: ReadonlySet<string>): Promise<Finding> {
  const started = performance.now();
  const { name, clause, what } = wrong;
  const transport = transportOf(wrong);
  const scenarios = judge.scenariosFor(transport, new Set([clause])).filter(({ id }) => !suspect.has(id));
  const failed = (await judge.run(scenarios, transport, true)).find(hasFailed);
  const caught = failed ? { id: failed.id, name: failed.name, said: failed.error ?? '' } : null;
  return {
    name,
    group: groupOf(wrong),
    clause,
    what,
    transport,
    scenarios: scenarios.length,
    caught,
    seconds: (performance.now() - started) / 1_000,
  };
}

async function stubRun(judge: Judge): Promise<StubFinding> {
  const results = await judge.run(judge.scenariosFor('rest'), 'rest', false);
  const passed = results.filter((result) => !hasFailed(result)).map(({ id }) => id);
  const failed = results.length - passed.length;
  return { scenarios: results.length, failed, percent: (100 * failed) / results.length, passed };
}

/** Judges wrong deployments as a run of `perpsim conform` with a control plane does. */
export async function steeredTest(
  { wrongs, stub }: { readonly wrongs: readonly Wrong[]; readonly stub: boolean },
  proxy: Proxy,
  judge: Judge,
  say: (line: string) => void,
): Promise<SelfTest> {
  const started = performance.now();
  const control = await controlRun(judge, wrongs, say);
  say(`control: ${control.scenarios} scenarios, ${control.failed.length} failed`);
  for (const line of control.failed.flatMap(brokenLines)) say(line);
  const suspect = new Set(control.failed.map(({ id }) => id));
  const findings: Finding[] = [];
  for (const wrong of wrongs) {
    const { source } = wrong.make();
    const simulator = source && (await startSimulator(await buildPatched(wrong.name, source)));
    proxy.become(wrong, simulator?.origin);
    const finding = await judged(judge, wrong, suspect);
    // A connection that is still closing asks the control plane once more, and must find one.
    proxy.become(undefined);
    await proxy.idle();
    await simulator?.stop();
    findings.push(withFaults(finding, simulator?.faults ?? []));
    say(findingLine(findings.at(-1) ?? finding));
  }
  if (stub) proxy.become(STUB);
  const stubFinding = stub ? await stubRun(judge) : null;
  proxy.become(undefined);
  return { control, findings, stub: stubFinding, seconds: (performance.now() - started) / 1_000 };
}
