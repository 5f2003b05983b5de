import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { unhealthyMarginAccounts } from '../src/engine/liquidation/health.ts';
import { formatScaled } from '../src/kernel/decimal.ts';
import { RandomInputs } from '../src/kernel/random-inputs.test-helper.ts';
import { UNIT } from '../src/kernel/units.ts';
import { BenchEngine, PLAIN, SYMBOL, sideOf } from './bench-engine.ts';
import { median } from './statistics.ts';
import { commandStream, MID } from './stream.ts';

// One round of the growth table in a process of its own: `growth-round.ts <accounts> <commands>`.

/** What an exchange of one size came to: each account holds a position and has one order in the book. */
export interface GrowthRound {
  /** Commands of the engine stream. */
  readonly perSecond: number;
  /** Heap that one more resting order takes. */
  readonly bytesPerOrder: number;
  /** Mean of a control command that moves the index by up to 0.1 %, and the same for looking at everybody once. */
  readonly indexMoveUs: number;
  readonly everybodyUs: number;
}

const WARM_ACCOUNTS = 1_000;
const MOVES = 1_000;
/** Lots of one BTC, and the positions in BTC: up to 3 times what the account has, so that bounds lie at all distances. */
const WHOLE = 100_000;
const LARGEST = 30;
/** Resting orders stand outside the reach of the stream and inside the price band, in ticks from the middle. */
const NEAREST = 1_500;
const SPREAD = 2_500;

const [, , size = '', length = ''] = process.argv;
const accounts = Number(size);
const commands = commandStream('7', Number(length));
let index = 0;

/** Applies what must be accepted. */
function place(bench: BenchEngine, account: number, isBuy: boolean, price: number, lots: number): void {
  const sizes = { side: sideOf(isBuy), price: String(price), quantity: formatScaled(BigInt(lots), 5) } as const;
  const order = { type: 'PlaceOrder', account, symbol: SYMBOL, orderType: 'limitGtc', ...sizes, ...PLAIN } as const;
  if (!bench.run(account, index++, order)) throw new Error(`account ${account} is refused its order`);
}

function openPositions(bench: BenchEngine): void {
  for (let account = 0; account + 1 < accounts; account += 2) {
    const lots = WHOLE * (1 + ((account / 2) % LARGEST));
    place(bench, account, false, MID, lots);
    place(bench, account + 1, true, MID, lots);
  }
}

function restOrders(bench: BenchEngine): void {
  for (let account = 0; account < accounts; account += 1) {
    const off = NEAREST + (account % SPREAD);
    place(bench, account, account % 2 === 0, MID + (account % 2 === 0 ? -off : off), 1_000);
  }
}

/** Bytes of live objects on the heap. */
function liveHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

function throughput(bench: BenchEngine): number {
  const started = performance.now();
  for (const command of commands) bench.apply(command, index++);
  return (commands.length * 1_000) / (performance.now() - started);
}

/** Mean microseconds of one of many goes. */
function meanUs(times: number, go: () => void): number {
  const started = performance.now();
  for (let time = 0; time < times; time += 1) go();
  return ((performance.now() - started) * 1_000) / times;
}

function moveIndex(bench: BenchEngine, draw: RandomInputs): void {
  const market = bench.engine.state.markets.get(SYMBOL);
  if (!market) throw new Error(`${SYMBOL} exists`);
  const home = MID * UNIT;
  const step = (home / 100_000) * draw.between(0, 100);
  const price = market.index + (market.index > home ? -step : step);
  bench.engine.apply({
    kind: 'control',
    at: bench.engine.state.now,
    commands: [{ type: 'SetIndexPrice', symbol: SYMBOL, price }],
  });
}

const warm = new BenchEngine(WARM_ACCOUNTS);
commands.forEach((command, turn) => warm.apply(command, turn));

const bench = new BenchEngine(accounts);
openPositions(bench);
const before = liveHeap();
restOrders(bench);
const bytesPerOrder = (liveHeap() - before) / accounts;
const perSecond = throughput(bench);
const draw = new RandomInputs('7', 'index moves');
const indexMoveUs = meanUs(MOVES, () => {
  moveIndex(bench, draw);
});
const everybodyUs = median(
  Array.from({ length: 5 }, () =>
    meanUs(1, () => {
      unhealthyMarginAccounts(bench.engine.state);
    }),
  ),
);
const result: GrowthRound = { perSecond, bytesPerOrder, indexMoveUs, everybodyUs };
process.stdout.write(`result ${JSON.stringify(result)}\n`);
