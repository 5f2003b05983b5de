import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadSteps } from '../../src/cli/conform/files.ts';
import { simulatorDeployment } from '../../src/suite/targets/simulator.ts';
import { Judge } from './judge.ts';
import { plainTest } from './plain-run.ts';
import { PlainStage } from './plain-stage.ts';
import { plainMarkdown, plainSummary, type PlainTest } from './plain-table.ts';
import { Proxy } from './proxy.ts';
import { endSimulators, type Simulator, startSimulator } from './simulator.ts';
import { steeredTest } from './steered-run.ts';
import { areSound, type Halves, scoreLines, scoreMarkdown, bothScores } from './scores.ts';
import { markdownOf, type SelfTest, summaryLines } from './table.ts';
import type { Wrong } from './wrong.ts';
import { WRONGS } from './wrongs/index.ts';

/**
 * Tests the conformance suite: deployments that are wrong in exactly one way must each fail a scenario that cites the clause
 * they break.
 */

const HELP = `npm run conform:selftest                      all of them with and without a control plane, a control run, and the stub
npm run conform:selftest -- --no-control      as plain deployments alone; --control with a control plane alone
npm run conform:selftest -- --only NAME       one of them, as often as it is given; --only stub for the stub
npm run conform:selftest -- --list            names them, with the clause each breaks
npm run conform:selftest -- --json            prints the result as one line of JSON, the progress on stderr

Ends with 0 when all were caught with a control plane, 1 with a survivor there or a scenario that fails although nothing is
wrong, 2 for wrong usage. Reports go to reports/latest/selftest.{md,json}.`;

const REPORT = 'reports/latest';

interface Wanted {
  readonly wrongs: readonly Wrong[];
  readonly stub: boolean;
  readonly steered: boolean;
  readonly plain: boolean;
  readonly list: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** Undefined for flags that make no sense; it has said so. */
function readFlags(): Wanted | undefined {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        control: { type: 'boolean' },
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowNegative: true,
    });
    const { only, control, list, json, help } = values;
    const unknown = only?.find((name) => name !== 'stub' && !WRONGS.some((wrong) => wrong.name === name));
    if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}", see --list`);
    const wrongs = only ? WRONGS.filter(({ name }) => only.includes(name)) : WRONGS;
    const halves = { steered: control !== false, plain: control !== true };
    return { wrongs, stub: only?.includes('stub') ?? true, ...halves, list, json, help };
  } catch (error) {
    process.stderr.write(`conform:selftest: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}

type Say = (line: string) => void;

async function steered(wanted: Wanted, { origin, serviceName }: Simulator, judge: Judge, say: Say): Promise<SelfTest> {
  const proxy = new Proxy(origin, serviceName);
  try {
    const found = await simulatorDeployment({ origin: await proxy.listen() });
    if (!found) throw new Error('no control plane responds through the proxy');
    judge.moveTo(found.deployment);
    return await steeredTest(wanted, proxy, judge, say);
  } finally {
    await proxy.close();
  }
}

async function plain({ wrongs }: Wanted, simulator: Simulator, judge: Judge, say: Say): Promise<PlainTest> {
  const stage = new PlainStage(simulator);
  try {
    await stage.open();
    // A source patch brings its own simulator, which the stage does not prepare.
    const rewritten = wrongs.filter(({ make }) => make().source === undefined);
    return await plainTest(rewritten, stage, judge, say);
  } finally {
    await stage.close();
  }
}

async function main(): Promise<number> {
  const wanted = readFlags();
  if (!wanted) return 2;
  if (wanted.help) {
    console.log(HELP);
    return 0;
  }
  if (wanted.list) {
    for (const { name, clause, what } of wanted.wrongs) console.log(`${name.padEnd(40)} ${clause.padEnd(42)} ${what}`);
    return 0;
  }
  const say = (line: string): void => void (wanted.json ? process.stderr : process.stdout).write(`${line}\n`);
  const simulator = await startSimulator();
  await loadSteps();
  // A process reads the steps once, so both halves share them.
  const judge = new Judge();
  try {
    const started = performance.now();
    const halves: Halves = {
      steered: wanted.steered ? await steered(wanted, simulator, judge, say) : null,
      plain: wanted.plain && wanted.wrongs.length > 0 ? await plain(wanted, simulator, judge, say) : null,
    };
    const seconds = (performance.now() - started) / 1_000;
    report(halves, seconds, say);
    if (wanted.json) console.log(JSON.stringify(resultOf(halves, seconds)));
    return areSound(halves) ? 0 : 1;
  } finally {
    await simulator.stop();
  }
}

const resultOf = (halves: Halves, seconds: number) => ({
  sound: areSound(halves),
  seconds,
  scores: bothScores(halves),
  ...halves,
});

function report(halves: Halves, seconds: number, say: Say): void {
  const { steered, plain } = halves;
  const pages = [
    scoreMarkdown(halves, seconds),
    ...(steered ? [markdownOf(steered)] : []),
    ...(plain ? [plainMarkdown(plain)] : []),
  ];
  mkdirSync(REPORT, { recursive: true });
  writeFileSync(`${REPORT}/selftest.json`, `${JSON.stringify(resultOf(halves, seconds), null, 2)}\n`);
  writeFileSync(`${REPORT}/selftest.md`, pages.join('\n'));
  for (const line of [
    ...(steered ? summaryLines(steered) : []),
    ...(plain ? plainSummary(plain) : []),
    ...scoreLines(halves, seconds),
  ]) {
    say(line);
  }
}

/** The shell's way to say that a signal ended a command. */
const SIGNALLED = 128;

// However this process ends, no simulator outlives it.
process.on('exit', endSimulators);
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  process.once(signal, () => {
    process.stderr.write('conform:selftest: stopped, no report is written\n');
    process.exit(SIGNALLED + number);
  });
}

process.exitCode = await main();
