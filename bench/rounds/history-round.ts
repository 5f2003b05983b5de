import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { loadScenario } from '../../src/scenarios/format/load.ts';
import { openRun } from '../../src/scenarios/run/open-run.ts';

// Plays recorded depth and trades as a market, from CSV files: `history-round.ts <rows>`.

/** What one run came to. */
export interface HistoryRound {
  readonly rows: number;
  readonly seconds: number;
}

const START = Date.parse('2026-01-05T00:00:00Z');
const ROWS_EACH_SECOND = 100;
const LEVELS = 20;
const MID = 95_000;
const TICK = 10;

const rows = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'perpsim-bench-history-'));

/** One row in ten is a trade, the others change one of twenty levels a side. */
async function write(): Promise<void> {
  const depth = createWriteStream(join(folder, 'depth.csv'));
  const trades = createWriteStream(join(folder, 'trades.csv'));
  depth.write('time,side,price,quantity\n');
  trades.write('time,price,quantity,side\n');
  for (let row = 0; row < rows; row += 1) {
    const time = START + Math.floor((row * 1_000) / ROWS_EACH_SECOND);
    const isBid = row % 2 === 0;
    const away = TICK * (1 + (Math.floor(row / 2) % LEVELS));
    if (row % 10 === 9 && row > LEVELS * 4)
      trades.write(`${time},${isBid ? MID - TICK : MID + TICK},0.001,${isBid ? 'sell' : 'buy'}\n`);
    else depth.write(`${time},${isBid ? 'bid' : 'ask'},${isBid ? MID - away : MID + away},${1 + (row % 7)}\n`);
  }
  depth.end();
  trades.end();
  await Promise.all([finished(depth), finished(trades)]);
}

try {
  await write();
  writeFileSync(
    join(folder, 'scenario.yaml'),
    [
      'title: Recorded data',
      'world: { extends: bare, name: history, description: Recorded data. }',
      'seed: 1',
      'start: 2026-01-05T00:00:00Z',
      `duration: ${Math.ceil(rows / ROWS_EACH_SECOND) + 1}s`,
      'markets: { BTC-USDT: { history: { trades: trades.csv, depth: depth.csv } } }',
      '',
    ].join('\n'),
  );
  const run = await openRun(loadScenario(folder));
  const started = performance.now();
  await run.play();
  const seconds = (performance.now() - started) / 1_000;
  const { inputs } = run.exchange.control.state();
  await run.close();
  if (inputs < rows / 10) throw new Error(`${rows} rows came to ${inputs} inputs only`);
  const result: HistoryRound = { rows, seconds };
  console.log(`result ${JSON.stringify(result)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
