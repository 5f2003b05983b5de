import type { StrategyParams } from '../../src/scenarios/scenario.ts';

/** A bot whose results show how hard the market is. */
export interface Bot {
  readonly name: string;
  /** What it does, for the report. */
  readonly does: string;
  readonly account: 'regular' | 'maker';
  readonly symbol: 'BTC-USDT' | 'BNB-USDT' | 'WTI-USDT';
  readonly strategy: string;
  readonly params: StrategyParams;
}

/** Without a position that matters to it: it leans against none and never stops adding. */
const NAIVE = { skew: '0', maxPosition: '1000000' };

const BTC_QUOTES = { spread: '0.6', size: '0.02' };
const BNB_QUOTES = { spread: '4', size: '2' };
const WTI_QUOTES = { spread: '2.5', size: '20' };

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
    params: { ...BTC_QUOTES, ...NAIVE },
  },
  {
    name: 'inventory, BTC',
    does: 'the same quotes, moved against its position by up to 0.3 bp; it adds to no position above 0.2 BTC',
    account: 'maker',
    symbol: 'BTC-USDT',
    strategy: 'maker',
    params: { ...BTC_QUOTES, skew: '0.3', maxPosition: '0.2' },
  },
  {
    name: 'naive, BNB',
    does: 'quotes 2 BNB 2 bp either side of the mid, once a second, whatever it holds',
    account: 'maker',
    symbol: 'BNB-USDT',
    strategy: 'maker',
    params: { ...BNB_QUOTES, ...NAIVE },
  },
  {
    name: 'inventory, BNB',
    does: 'the same quotes, moved against its position by up to 2 bp; it adds to no position above 10 BNB',
    account: 'maker',
    symbol: 'BNB-USDT',
    strategy: 'maker',
    params: { ...BNB_QUOTES, skew: '2', maxPosition: '10' },
  },
  {
    name: 'naive, WTI',
    does: 'quotes 20 WTI 1.25 bp either side of the mid, once a second, whatever it holds',
    account: 'maker',
    symbol: 'WTI-USDT',
    strategy: 'maker',
    params: { ...WTI_QUOTES, ...NAIVE },
  },
  {
    name: 'inventory, WTI',
    does: 'the same quotes, moved against its position by up to 1.2 bp; it adds to no position above 200 WTI',
    account: 'maker',
    symbol: 'WTI-USDT',
    strategy: 'maker',
    params: { ...WTI_QUOTES, skew: '1.2', maxPosition: '200' },
  },
];
