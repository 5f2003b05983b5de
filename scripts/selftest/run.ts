import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadSteps } from '../../src/cli/conform/files.ts';
import { simulatorDeployment } from '../../src/suite/targets/simulator.ts';
import { Judge } from './judge.ts';
import { plainTest } from './plain-run.ts';
import { PairTest } from './pair-run.ts';
import { pairLine, pairMarkdown, pairSummary } from './pair-table.ts';
import { type PairsWanted, pairsIn, PairFile, pairsWanted, REPORT } from './pair-file.ts';
import { PlainStage, USUAL_SCENE } from './plain-stage.ts';
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
npm run conform:selftest -- --world NAME      as plain deployments on quiet and in another world, such as default; --seed S,
                                              --resume for those that have no result, --shard 1/2, --every N, --page PATH
npm run conform:selftest -- --only NAME       one of them, as often as it is given; --only stub for the stub
npm run conform:selftest -- --list            names them, with the clause each breaks
npm run conform:selftest -- --json            prints the result as one line of JSON, the progress on stderr

Ends with 0 when all were caught with a control plane, 1 with a survivor there or a scenario that fails although nothing is
wrong, 2 for wrong usage. Reports go to reports/latest/selftest.{md,json}.`;

interface Wanted {
  readonly wrongs: readonly Wrong[];
  readonly stub: boolean;
  readonly steered: boolean;
  readonly plain: boolean;
  readonly list: boolean;
  readonly json: boolean;
  readonly help: boolean;
  /** Plain deployments are judged in this world, too, and nothing else is done. */
  readonly pairs: PairsWanted | undefined;
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
        world: { type: 'string' },
        seed: { type: 'string', default: USUAL_SCENE.seed },
        resume: { type: 'boolean', default: false },
        shard: { type: 'string', default: '1/1' },
        every: { type: 'string', default: '1' },
        page: { type: 'string' },
      },
      allowNegative: true,
    });
    const { only, control, list, json, help } = values;
    const unknown = only?.find((name) => name !== 'stub' && !WRONGS.some((wrong) => wrong.name === name));
    if (unknown !== undefined) throw new Error(`--only: there is no "${unknown}", see --list`);
    const wrongs = only ? WRONGS.filter(({ name }) => only.includes(name)) : WRONGS;
    const halves = { steered: control !== false, plain: control !== true };
    const pairs = pairsIn(values);
    return { wrongs, stub: only?.includes('stub') ?? true, ...halves, list, json, help, pairs };
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

/** Judges wrongs in two worlds; each result is kept as it comes, so that a run that was cut can go on. */
async function pairs({ wrongs }: Wanted, wanted: PairsWanted, simulator: Simulator, say: Say): Promise<void> {
  const file = new PairFile(wanted);
  const test = new PairTest(simulator, new Judge(), wanted);
  await test.open();
  try {
    for (const wrong of pairsWanted(wrongs, wanted, file)) {
      const pair = await test.judged(wrong, file.hintsFor(wrong.name));
      file.add(pair);
      say(pairLine(pair));
    }
  } finally {
    await test.close();
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
  if (wanted.pairs?.page !== undefined) {
    writePage(wanted.pairs, say);
    return 0;
  }
  const simulator = await startSimulator();
  await loadSteps();
  if (wanted.pairs) {
    try {
      await pairs(wanted, wanted.pairs, simulator, say);
      for (const line of pairSummary(new PairFile(wanted.pairs).all, wanted.pairs.world)) say(line);
      return 0;
    } finally {
      await simulator.stop();
    }
  }
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

/** Writes the tables into a page, in place of all that follows its first rule. */
function writePage(wanted: PairsWanted, say: Say): void {
  const { page = '', world } = wanted;
  const { all } = new PairFile(wanted);
  const [head = ''] = readFileSync(page, 'utf8').split(RULE);
  writeFileSync(
    page,
    `${head}${RULE}${[...pairSummary(all, world).map((line) => `- ${line}`), '', ...pairMarkdown(all, world)].join('\n')}\n`,
  );
  say(`${all.length} wrongs in ${page}`);
}

/** What follows on a page is made by this command. */
const RULE = '\n<!-- made by npm run conform:selftest -- --world default --page -->\n\n';

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
