import { describe, expect, test } from 'vitest';
import { testConfig, testMarket } from '../config.test-helper.ts';
import type { MarketSpec } from '../config.ts';
import { genesis, staticLadder } from '../genesis.ts';

const LADDER = { kind: 'static', levels: 3, firstTicks: 10, stepTicks: 10, lotsPerLevel: 100_000 } as const;

function ladderOf(change: Partial<MarketSpec>): string[] {
  const { state } = genesis(testConfig({ markets: [testMarket('BTC-USDT', change)] }));
  const market = state.markets.get('BTC-USDT');
  if (!market) throw new Error('no market');
  return staticLadder(state, market).map((command) =>
    command.type === 'PlaceOrder' ? `${command.side} ${command.quantity} at ${command.price}` : command.type,
  );
}

describe('staticLadder', () => {
  test('quotes both sides outwards from the index', () => {
    expect(ladderOf({ liquidity: LADDER })).toEqual([
      'buy 1 at 94990',
      'sell 1 at 95010',
      'buy 1 at 94980',
      'sell 1 at 95020',
      'buy 1 at 94970',
      'sell 1 at 95030',
    ]);
  });

  test('writes normalized decimals of the market', () => {
    const grid = { tickUnits: 10_000, lotUnits: 10_000_000, priceExponent: 4, quantityExponent: 1, minLots: 10 };
    const one = { ...LADDER, levels: 1, lotsPerLevel: 100_005 };
    expect(ladderOf({ ...grid, initialIndex: 230_000_000, liquidity: one })).toEqual([
      'buy 10000.5 at 2.299',
      'sell 10000.5 at 2.301',
    ]);
  });

  test('leaves out bids below the lowest price', () => {
    const low = { initialIndex: 1_900_000_000, minNotional: 0n, liquidity: LADDER };
    expect(ladderOf(low)).toEqual(['buy 1 at 9', 'sell 1 at 29', 'sell 1 at 39', 'sell 1 at 49']);
  });

  test('is empty without static liquidity', () => {
    expect(ladderOf({ liquidity: { kind: 'none' } })).toEqual([]);
  });
});
