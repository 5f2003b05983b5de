import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountNoOf } from '../../../kernel/ids.ts';
import { type Lab, startLab } from '../../lab.test-helper.ts';
import { Listener, nextTurn, place, fieldsOf } from '../listener.test-helper.ts';

/** 2026-01-05T00:00:00Z */
const T0 = 1_767_571_200_000;

let lab: Lab;
let reader: Listener;

/** A trading account of 10,000 USDT that is long one bitcoin at 95,000 against account 1: docs/risk.md works its figures out. */
async function longVenue(vaultFunds = '1000000'): Promise<void> {
  lab = await startLab({ world: { extends: 'bare', risk: { vaultFunds } } });
  const venue = lab.core.steering.openAccount(lab.accounts[0]?.address ?? '', 'hedge');
  lab.core.steering.deposit(venue, 'USDT', '10000');
  place(lab, 1, 'sell', '1', '95000');
  place(lab, 0, 'buy', '1', '95000', { account: accountNoOf(BigInt(venue)) ?? -1 });
  reader = new Listener(lab.core);
  for (const symbol of ['BTC-USDT', 'ETH-USDT']) reader.follow('liquidations', { symbol });
}

const moveIndex = (price: string): void => lab.core.steering.movePrice('BTC-USDT', price);
const stages = async (): Promise<unknown[][]> =>
  fieldsOf(await reader.data(), 'stage', 'side', 'size', 'liquidationPrice');

afterEach(() => lab.core.stop());

describe('a slice against the book', () => {
  beforeEach(async () => {
    await longVenue();
    place(lab, 1, 'buy', '1', '85600');
  });

  test('is one frame, in both sets of names, and names no account', async () => {
    moveIndex('85474');
    await nextTurn();
    const [push, ...more] = reader.pushes();
    expect(more).toEqual([]);
    expect(push).toEqual({
      method: 'liquidation',
      channel: 'liquidation',
      timestamp: T0,
      meseq: push?.meseq,
      met: '1767571200000000',
      data: {
        eventId: String(lab.core.state.counters.trade),
        symbol: 'BTC-USDT',
        market: 'BTC-USDT',
        side: 'sell',
        size: '0.00694',
        liquidationPrice: '85600',
        stage: 'partial',
        timestamp: T0,
        tsMs: T0,
      },
    });
  });

  test('is a public trade as well', async () => {
    reader.follow('trades');
    moveIndex('85474');
    expect(
      fieldsOf(await reader.data(), 'eventId', 'tradeId')
        .flat()
        .filter((id) => id !== undefined),
    ).toEqual([String(lab.core.state.counters.trade), String(lab.core.state.counters.trade)]);
  });
});

describe('what no book sees', () => {
  test.each([
    ['the vault takes over', '1000000', '85200', ['vault', 'sell', '1', '85200']],
    ['the winners give up', '0', '85000', ['adl', 'sell', '1', '85048']],
  ])('%s: sent on this channel, and no public trade', async (_case, vaultFunds, index, stage) => {
    await longVenue(vaultFunds);
    const public_ = new Listener(lab.core);
    public_.follow('trades');
    public_.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
    moveIndex(index);
    expect(await stages()).toEqual([stage]);
    expect(public_.pushes()).toEqual([]);
  });

  test('the vault that sells what it took over is not liquidated', async () => {
    await longVenue();
    moveIndex('85200');
    place(lab, 2, 'buy', '1', '85150');
    await stages();
    lab.core.clock.advance(60_000);
    expect(lab.core.state.accounts.get(1_000_000_000_000)?.positions.size).toBe(0);
    expect(await stages()).toEqual([]);
  });
});

test('an account that stays healthy is no news', async () => {
  await longVenue();
  moveIndex('90000');
  expect(await stages()).toEqual([]);
});
