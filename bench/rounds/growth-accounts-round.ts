import { openPositionRecord } from '../../src/exchange/reads/records/position-record.ts';
import { UNIT } from '../../src/kernel/units.ts';
import { RandomInputs } from '../../src/kernel/random-inputs.test-helper.ts';
import { BenchEngine, SYMBOL } from '../load/bench-engine.ts';
import { openPositions, Requests, restOrders, typicalUs } from '../load/settled-market.ts';
import { commandStream, MID } from '../load/stream.ts';
import { profiled } from '../process/profile-session.ts';

// An exchange of so many accounts, each with a position and an order in the book: `growth-accounts-round.ts <accounts>`.

/** Microseconds. */
export interface AccountsRound {
  /** A command of the engine stream. */
  readonly commandUs: number;
  /** A control command that moves the index by up to 0.1 %. */
  readonly indexMoveUs: number;
  /** A position record in a market that stands still, and one after each move of the index. */
  readonly positionUs: number;
  readonly movedPositionUs: number;
}

const WARM_ACCOUNTS = 1_000;
const COMMANDS = 30_000;
const MOVES = 2_000;
const READS = 4_000;
const MOVED_READS = 2_000;
const MINUTE_MS = 60_000;

const accounts = Number(process.argv[2]);
const commands = commandStream('7', COMMANDS);
const draw = new RandomInputs('7', 'index moves');

/** Moves the index, back towards where it began when it has gone away from there. */
function moveIndex(bench: BenchEngine): void {
  const { state } = bench.engine;
  const market = state.markets.get(SYMBOL);
  if (!market) throw new Error(`${SYMBOL} exists`);
  const home = MID * UNIT;
  const step = (home / 100_000) * draw.between(0, 100);
  const price = market.index + (market.index > home ? -step : step);
  const command = { type: 'SetIndexPrice', symbol: SYMBOL, price } as const;
  bench.engine.apply({ kind: 'control', at: state.now, commands: [command] });
}

function readPosition(bench: BenchEngine, no: number): void {
  const { state } = bench.engine;
  const account = state.accounts.get(no);
  const position = account?.positions.get(SYMBOL);
  // The stream may have closed the position of an account.
  if (account && position) openPositionRecord(state, account, position);
}

/** Only the reads count. */
const movedPositionUs = (bench: BenchEngine, accountAt: (place: number) => number): number =>
  typicalUs(MOVED_READS, (place, time) => {
    moveIndex(bench);
    time(() => readPosition(bench, accountAt(place)));
  });

function measured(size: number): AccountsRound {
  const bench = new BenchEngine(size);
  const requests = new Requests(bench);
  openPositions(requests, size);
  restOrders(requests, size, size);
  const commandUs = requests.stream(commands);
  // A position is ranked from the minute after it was opened.
  requests.wait(2 * MINUTE_MS);
  const indexMoveUs = typicalUs(MOVES, (_, time) => time(() => moveIndex(bench)));
  const accountAt = (place: number): number => (place * 7_919) % size;
  readPosition(bench, 0);
  const positionUs = typicalUs(READS, (place, time) => time(() => readPosition(bench, accountAt(place))));
  return { commandUs, indexMoveUs, positionUs, movedPositionUs: movedPositionUs(bench, accountAt) };
}

measured(WARM_ACCOUNTS);
const round = await profiled(() => measured(accounts));
process.stdout.write(`result ${JSON.stringify(round)}\n`);
