import { fileURLToPath } from 'node:url';
import { backtest, type BacktestOptions } from '../../src/index.ts';

/** Runs the scenario beside this file with some strategies, and prints one line for each. */
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const FAR = { entry: 200, response: 200, data: 200 };

const candidates: Readonly<Record<string, Partial<BacktestOptions>>> = {
  'maker, spread 2': {},
  'maker, spread 8': { set: { 'strategy.spread': 8 } },
  'careful maker': { strategy: file('careful-maker.mjs') },
  'front-runner': { strategy: file('front-runner.mjs') },
  'careful maker, 200 ms away': { strategy: file('careful-maker.mjs'), latency: FAR },
  'front-runner, 200 ms away': { strategy: file('front-runner.mjs'), latency: FAR },
};

for (const [name, options] of Object.entries(candidates)) {
  const { statistics, pnl } = await backtest({ scenario: file('scenario.yaml'), ...options });
  const { fills, adverseSelection, drawdown } = statistics;
  const figures = [
    `fills ${fills}`,
    `pnl ${money(pnl.total)} (price ${money(pnl.price)}, fees ${money(pnl.fees)}, funding ${money(pnl.funding)})`,
    `drawdown ${money(drawdown)}`,
    `against it after 10 s ${adverseSelection.after10s?.toFixed(2) ?? 'none'} bps`,
  ];
  process.stdout.write(`${name.padEnd(27)}${figures.join('  ')}\n`);
}

/** Two decimals, cut off: good enough to print. */
function money(text: string): string {
  return /^-?\d+(\.\d{1,2})?/.exec(text)?.[0] ?? text;
}
