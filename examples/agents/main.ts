import { fileURLToPath } from 'node:url';
import { backtest, type Strategy } from '../../src/index.ts';
import { plainSpread } from './plain-model.ts';

/**
 * Rebuilds the zero-intelligence market of Smith, Farmer, Gillemot and Krishnamurthy (2003) from agents of perpsim, and compares its mean
 * spread with the law that Farmer, Patelli and Zovko (2005) give for it: (mu / alpha) (0.28 + 1.86 epsilon^(3/4)), where epsilon is
 * delta / mu for orders of one size. `npx tsx examples/agents/main.ts 1h` runs an hour at each mean life of an order, and
 * `npx tsx examples/agents/main.ts 1h 100000` at 100 s alone.
 */
const scenario = fileURLToPath(new URL('zero-intelligence.yaml', import.meta.url));
const [, , until = '90m', lives = '500000,100000,50000,25000'] = process.argv;

/** Figures of the scenario: an order a second on each side over 1,000 ticks of one, and a market order every 5 s. */
const LIMIT = 0.001;
const MARKET = 0.2;
const REACH = 1_000;
const CHARACTERISTIC = MARKET / (2 * LIMIT);
const WARM_MS = 600_000;
const PLAIN_EVENTS = 400_000;

/** Measures the mean spread over time, after the book has filled. */
class Watcher implements Strategy {
  #begin: number | null = null;
  #since = 0;
  #spread = 0;
  #area = 0;
  #time = 0;

  onBook({ bids, asks }: Parameters<NonNullable<Strategy['onBook']>>[0], { now }: { readonly now: number }): void {
    this.#begin ??= now;
    if (this.#spread > 0 && this.#since - this.#begin >= WARM_MS) {
      this.#area += this.#spread * (now - this.#since);
      this.#time += now - this.#since;
    }
    this.#since = now;
    if (bids[0] && asks[0]) this.#spread = Number(asks[0][0]) - Number(bids[0][0]);
  }

  get mean(): number {
    return this.#area / this.#time;
  }
}

const rows: { readonly root: number; readonly here: number; readonly plain: number }[] = [];
process.stdout.write(
  'epsilon  spread here  plain model  law  (in units of mu / alpha, alpha counted over both sides)\n',
);
for (const life of lives.split(',').map(Number)) {
  const watcher = new Watcher();
  const set = { 'agents[0].params.lifeMs': life, 'agents[1].params.lifeMs': life };
  await backtest({ scenario, strategy: watcher, account: 'watcher', symbol: 'BTC-USDT', set, until });
  const cancel = 1_000 / life;
  const plain = plainSpread({ limit: LIMIT, market: MARKET, cancel, reach: REACH }, PLAIN_EVENTS) / CHARACTERISTIC;
  const epsilon = cancel / MARKET;
  const root = epsilon ** 0.75;
  const here = watcher.mean / CHARACTERISTIC;
  rows.push({ root, here, plain });
  const cells = [epsilon, here, plain, 0.28 + 1.86 * root].map((figure) => figure.toFixed(3));
  process.stdout.write(`${cells.join('  ')}\n`);
}
if (rows.length > 1) {
  process.stdout.write(
    `slope over epsilon^(3/4): here ${slope('here')}, plain model ${slope('plain')}, law 1.86\n` +
      `value at epsilon 0: here ${start('here')}, plain model ${start('plain')}, law 0.28\n`,
  );
}

function fit(of: 'here' | 'plain'): { readonly slope: number; readonly start: number } {
  const count = rows.length;
  const meanX = rows.reduce((sum, { root }) => sum + root, 0) / count;
  const meanY = rows.reduce((sum, row) => sum + row[of], 0) / count;
  const above = rows.reduce((sum, row) => sum + (row.root - meanX) * (row[of] - meanY), 0);
  const below = rows.reduce((sum, { root }) => sum + (root - meanX) ** 2, 0);
  return { slope: above / below, start: meanY - (above / below) * meanX };
}

function slope(of: 'here' | 'plain'): string {
  return fit(of).slope.toFixed(2);
}

function start(of: 'here' | 'plain'): string {
  return fit(of).start.toFixed(2);
}
