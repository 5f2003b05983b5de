import { resolve } from 'node:path';
import type { StrategyParams } from '../../src/scenarios/scenario.ts';

/** Markets that bots trade in. */
export const SYMBOLS = ['BTC-USDT', 'BNB-USDT', 'WTI-USDT'] as const;
export type BotSymbol = (typeof SYMBOLS)[number];

/** A bot whose results show how hard the market is. */
export interface Bot {
  readonly name: string;
  /** What it does, for the report. */
  readonly does: string;
  readonly account: 'regular' | 'maker';
  readonly symbol: BotSymbol;
  readonly strategy: string;
  readonly params: StrategyParams;
}

/** Without a position that matters to it: it leans against none and never stops adding. */
const NAIVE = { skew: '0', maxPosition: '1000000' };
const CAREFUL = resolve('examples/backtest/careful-maker.mjs');
const AS = 'as the [careful maker](../examples/backtest/careful-maker.mjs) of the examples does';

export const BOTS: readonly Bot[] = [
  {
    name: 'random, BTC',
    does: 'buys or sells 0.05 BTC at random every ten seconds with market orders',
    account: 'regular',
    symbol: 'BTC-USDT',
    strategy: 'taker',
    params: { everyMs: 10_000, size: '0.05', maxPosition: '0.5' },
  },
  {
    name: 'naive, BTC',
    does: 'quotes 0.02 BTC 0.3 bp either side of the mid, once a second, whatever it holds',
    account: 'maker',
    symbol: 'BTC-USDT',
    strategy: 'maker',
    params: { spread: '0.6', size: '0.02', ...NAIVE },
  },
  {
    name: 'careful, BTC',
    does: `quotes 0.02 BTC ${AS}; it adds to no position above 0.2 BTC`,
    account: 'maker',
    symbol: 'BTC-USDT',
    strategy: CAREFUL,
    params: { size: '0.02', maxPosition: 0.2, edge: 0.3, skew: 0.3 },
  },
  {
    name: 'naive, BNB',
    does: 'quotes 2 BNB 2 bp either side of the mid, once a second, whatever it holds',
    account: 'maker',
    symbol: 'BNB-USDT',
    strategy: 'maker',
    params: { spread: '4', size: '2', ...NAIVE },
  },
  {
    name: 'careful, BNB',
    does: `quotes 2 BNB ${AS}; it adds to no position above 10 BNB`,
    account: 'maker',
    symbol: 'BNB-USDT',
    strategy: CAREFUL,
    params: { size: '2', maxPosition: 10, edge: 1.5, skew: 1.5 },
  },
  {
    name: 'naive, WTI',
    does: 'quotes 20 WTI 1.25 bp either side of the mid, once a second, whatever it holds',
    account: 'maker',
    symbol: 'WTI-USDT',
    strategy: 'maker',
    params: { spread: '2.5', size: '20', ...NAIVE },
  },
  {
    name: 'careful, WTI',
    does: `quotes 20 WTI ${AS}; it adds to no position above 200 WTI`,
    account: 'maker',
    symbol: 'WTI-USDT',
    strategy: CAREFUL,
    params: { size: '20', maxPosition: 200, edge: 1, skew: 1 },
  },
];
