import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { explore, type FoundDifference } from '../src/lab/explore/explore.ts';
import { ReferenceParty } from '../src/lab/explore/parties/reference-party.ts';
import { SimulatorParty } from '../src/lab/explore/parties/simulator-party.ts';
import { nameOf } from '../src/lab/explore/shrink.ts';
import { buildPatched } from './selftest/patched.ts';
import { Proxy } from './selftest/proxy.ts';
import { endSimulators, type Simulator, startSimulator } from './selftest/simulator.ts';
import { transportOf, type Wrong } from './selftest/wrong.ts';
import { groupOf, WRONGS } from './selftest/wrongs/index.ts';

/**
 * Tests exploring: it must find deployments that are wrong in one way, and shrink each difference to at most ten commands.
 *
 *   npx tsx scripts/explore-selftest.ts                 the twenty below
 *   npx tsx scripts/explore-selftest.ts --only NAME  one, as often as it is given; any wrong of the self-test that is met over REST
 *   npx tsx scripts/explore-selftest.ts --all        every wrong that is met over REST
 *   npx tsx scripts/explore-selftest.ts --seed S     another sequence
 *   npx tsx scripts/explore-selftest.ts --right      deployments that are right, with five seeds: nothing may be found
 *
 * Ends with 0 when all were found and shrunk. The table goes to stdout and to reports/latest/explore-selftest.md.
 */

/** From every group that is met over REST: rewritten responses and requests, other settings, and other sources. */
const TWENTY: readonly string[] = [
  'no-category',
  'nonces-in-any-order',
  'expiry-ignored-for-one-write',
  'typed-data-of-modify-order-as-modify-order',
  'rights-of-the-whole-wallet',
  'modify-loses-the-place',
  'triggers-the-wrong-way',
  'end-excluded',
  'steeper-haircut',
  'history-at-a-discount',
  'candles-turned-round',
  'nonce-before-expiry',
  'taker-names-the-price',
  'flip-fee-counted-twice',
  'twap-without-size-variance',
  'gtd-a-millisecond-more',
  'expires-a-millisecond-late',
  'funding-at-the-mark',
  'all-of-a-large-position-at-once',
  'candle-high-of-the-first-trade',
];

const COMMANDS = 6_000;
const SHORT = 10;
const RIGHT_SEEDS = ['1', '2', '3', '4', '5'];
const RIGHT_COMMANDS = 2_000;

interface Row {
  readonly name: string;
  readonly group: string;
  readonly found: FoundDifference | undefined;
  /** Commands of all episodes up to the difference. */
  readonly commands: number;
  readonly seconds: number;
}

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    all: { type: 'boolean', default: false },
    right: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});

function chosen(): readonly Wrong[] {
  const overRest = WRONGS.filter((wrong) => transportOf(wrong) === 'rest');
  if (flags.all) return overRest;
  return (flags.only ?? TWENTY).map((name) => {
    const wrong = overRest.find((one) => one.name === name);
    if (!wrong) throw new Error(`there is no wrong deployment ${name} that is met over REST`);
    return wrong;
  });
}

async function exploreAt(
  makeRight: () => void,
  origin: string,
  serviceName: string,
  seed: string,
  commands: number,
): ReturnType<typeof explore> {
  const target = new SimulatorParty({ origin, serviceName });
  const reference = new ReferenceParty(serviceName);
  try {
    return await explore({
      target,
      reference,
      world: 'quiet',
      seed,
      commands,
      untilFound: 1,
      accounts: 4,
      shrinks: true,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  } finally {
    await reference.close();
    // The last reset must not be a wrong one.
    makeRight();
    await target.close();
  }
}

async function row(wrong: Wrong, right: Simulator, proxy: Proxy, origin: string): Promise<Row> {
  const started = performance.now();
  const { source } = wrong.make();
  const other = source && (await startSimulator(await buildPatched(wrong.name, source)));
  proxy.become(wrong, other?.origin);
  try {
    const { differences, commands } = await exploreAt(
      () => proxy.become(undefined, other?.origin),
      origin,
      right.serviceName,
      flags.seed,
      COMMANDS,
    );
    const seconds = (performance.now() - started) / 1_000;
    return { name: wrong.name, group: groupOf(wrong), found: differences[0], commands, seconds };
  } finally {
    proxy.become(undefined);
    await proxy.idle();
    await other?.stop();
  }
}

const lengthOf = ({ found }: Row): number => found?.shrunk?.steps.length ?? Number.POSITIVE_INFINITY;
const isGood = (one: Row): boolean => lengthOf(one) <= SHORT;

function placeOf({ found }: Row): string {
  if (!found) return 'not found';
  if (!found.shrunk) return `not shown again: ${found.first.path}`;
  const { steps, difference } = found.shrunk;
  const command = steps[difference.index]?.command;
  return `${command ? nameOf(command) : ''} ${difference.path}`;
}

const cells = (one: Row): readonly string[] => [
  one.name,
  one.group,
  one.found ? String(one.commands) : '-',
  one.found?.shrunk ? String(lengthOf(one)) : '-',
  placeOf(one),
  `${one.seconds.toFixed(0)} s`,
];

const HEAD = ['deployment', 'group', 'commands until found', 'after shrinking', 'differs at', 'time'];

async function findWrongs(simulator: Simulator): Promise<boolean> {
  const proxy = new Proxy(simulator.origin, simulator.serviceName);
  const origin = await proxy.listen();
  const rows: Row[] = [];
  try {
    for (const wrong of chosen()) {
      const done = await row(wrong, simulator, proxy, origin);
      rows.push(done);
      console.log(cells(done).join('  '));
    }
  } finally {
    await proxy.close();
  }
  const found = rows.filter(({ found: one }) => one).length;
  const line = `found ${found} of ${rows.length}, shrunk to at most ${SHORT} commands ${rows.filter(isGood).length} of ${rows.length}, seed ${flags.seed}`;
  console.log(line);
  const table = [HEAD, HEAD.map(() => '---'), ...rows.map(cells)].map((list) => `| ${list.join(' | ')} |`);
  mkdirSync('reports/latest', { recursive: true });
  writeFileSync(
    'reports/latest/explore-selftest.md',
    `${['# Exploring wrong deployments', '', ...table, '', line].join('\n')}\n`,
  );
  return rows.every(isGood);
}

async function findNothing({ origin, serviceName }: Simulator): Promise<boolean> {
  let isRight = true;
  for (const seed of RIGHT_SEEDS) {
    const { commands, differences } = await exploreAt(() => undefined, origin, serviceName, seed, RIGHT_COMMANDS);
    console.log(`seed ${seed}: ${commands} commands, ${differences.length} differences`);
    for (const { first, shrunk } of differences) console.log(JSON.stringify({ first, steps: shrunk?.steps }));
    isRight &&= differences.length === 0;
  }
  return isRight;
}

process.once('SIGINT', () => {
  endSimulators();
  process.exit(130);
});
const simulator = await startSimulator();
try {
  const isGood = flags.right ? await findNothing(simulator) : await findWrongs(simulator);
  process.exitCode = isGood ? 0 : 1;
} finally {
  await simulator.stop();
}
