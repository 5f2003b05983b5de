import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Way } from '../../src/harness/results/run.ts';
import { simulatorDeployment } from '../../src/harness/targets/simulator.ts';
import { hasFailed, Judge } from './judge.ts';
import { Proxy } from './proxy.ts';
import { startSimulator } from './simulator.ts';
import { STUB } from './stub.ts';
import {
  type Control,
  type Finding,
  findingLine,
  isSound,
  markdownOf,
  type SelfTest,
  type StubFinding,
  summaryLines,
} from './table.ts';
import type { Wrong } from './wrong.ts';
import { WRONGS } from './wrongs/index.ts';

/**
 * Tests the conformance suite: deployments that are wrong in exactly one way must each fail a scenario that cites the clause
 * they break. `npm run build` first, then
 *
 *   npm run conform:selftest                      all of them, a control run, and the stub that says yes to everything
 *   npm run conform:selftest -- --only NAME       one of them, as often as it is given; `--only stub` for the stub
 *   npm run conform:selftest -- --list            names them, with the clause each breaks
 *   npm run conform:selftest -- --json            prints the result as one line of JSON, the progress on stderr
 *
 * Ends with 0 when all were caught, 1 with a survivor, 2 for wrong usage. Reports go to reports/latest/selftest.{md,json}.
 */

const REPORT = 'reports/latest';
const WAYS: readonly Way[] = ['rest', 'ws'];

interface Wanted {
  readonly wrongs: readonly Wrong[];
  readonly stub: boolean;
  readonly list: boolean;
  readonly json: boolean;
}

/** Undefined for flags that make no sense; it has said so. */
function readFlags(): Wanted | undefined {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const { only, list, json } = values;
    const unknown = only?.find((name) => name !== 'stub' && !WRONGS.some((wrong) => wrong.name === name));
    if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}", see --list`);
    const wrongs = only ? WRONGS.filter(({ name }) => only.includes(name)) : WRONGS;
    return { wrongs, stub: only?.includes('stub') ?? true, list, json };
  } catch (error) {
    process.stderr.write(`conform:selftest: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

const wayOf = ({ way = 'rest' }: Wrong): Way => way;

/** Every scenario that a wrong may be caught by, where nothing is wrong. */
async function controlRun(judge: Judge, wrongs: readonly Wrong[]): Promise<Control> {
  const results = [];
  for (const way of WAYS) {
    const clauses = new Set(wrongs.filter((wrong) => wayOf(wrong) === way).map(({ clause }) => clause));
    results.push(...(await judge.run(judge.scenariosFor(way, clauses), way, false)));
  }
  return { scenarios: results.length, failed: results.filter(hasFailed).map(({ id }) => id) };
}

async function judged(judge: Judge, wrong: Wrong, suspect: ReadonlySet<string>): Promise<Finding> {
  const started = performance.now();
  const { name, clause, what } = wrong;
  const way = wayOf(wrong);
  const scenarios = judge.scenariosFor(way, new Set([clause])).filter(({ id }) => !suspect.has(id));
  const failed = (await judge.run(scenarios, way, true)).find(hasFailed);
  const caught = failed ? { id: failed.id, name: failed.name, said: failed.error ?? '' } : null;
  return {
    name,
    clause,
    what,
    way,
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

async function selfTest(
  { wrongs, stub }: Wanted,
  proxy: Proxy,
  judge: Judge,
  say: (line: string) => void,
): Promise<SelfTest> {
  const started = performance.now();
  const control = await controlRun(judge, wrongs);
  say(`control: ${control.scenarios} scenarios, ${control.failed.length} failed`);
  const findings: Finding[] = [];
  for (const wrong of wrongs) {
    proxy.become(wrong);
    const finding = await judged(judge, wrong, new Set(control.failed));
    findings.push(finding);
    say(findingLine(finding));
  }
  if (stub) proxy.become(STUB);
  const stubFinding = stub ? await stubRun(judge) : null;
  proxy.become(undefined);
  return { control, findings, stub: stubFinding, seconds: (performance.now() - started) / 1_000 };
}

async function main(): Promise<number> {
  const wanted = readFlags();
  if (!wanted) return 2;
  if (wanted.list) {
    for (const { name, clause, what } of wanted.wrongs) console.log(`${name.padEnd(40)} ${clause.padEnd(42)} ${what}`);
    return 0;
  }
  const say = (line: string): void => void (wanted.json ? process.stderr : process.stdout).write(`${line}\n`);
  const simulator = await startSimulator();
  const proxy = new Proxy(simulator.origin, simulator.serviceName);
  try {
    const deployment = await simulatorDeployment({ origin: await proxy.listen() });
    if (!deployment) throw new Error('no control plane answers through the proxy');
    const test = await selfTest(wanted, proxy, new Judge(deployment), say);
    mkdirSync(REPORT, { recursive: true });
    writeFileSync(`${REPORT}/selftest.json`, `${JSON.stringify(test, null, 2)}\n`);
    writeFileSync(`${REPORT}/selftest.md`, markdownOf(test));
    for (const line of summaryLines(test)) say(line);
    if (wanted.json) console.log(JSON.stringify(test));
    return isSound(test) ? 0 : 1;
  } finally {
    await proxy.close();
    await simulator.stop();
  }
}

process.exitCode = await main();
