import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';
import { PRESETS } from '../random-run/presets.test-helper.ts';
import { RandomRun } from '../random-run/random-run.test-helper.ts';
import type { State } from '../state.ts';
import { TestVenue } from '../venue.test-helper.ts';
import { reduceOnlyOrdersOf } from './evolve-order.ts';

const SEEDS = shareOf(60);
const COMMANDS = 300;

/** Holds each list against a look at every order; returns how many reduce-only orders there are. */
function compare(state: State, where: string): number {
  let found = 0;
  for (const account of state.accounts.values()) {
    for (const [symbol, open] of account.open) {
      const scanned = { buy: [] as number[], sell: [] as number[] };
      for (const no of [...open.orders].sort((a, b) => a - b)) {
        const order = state.orders.get(no);
        if (!order?.reduceOnly || order.twap) continue;
        if (order.trigger && !order.resting) continue;
        scanned[order.side].push(no);
        found += 1;
      }
      expect(reduceOnlyOrdersOf(state, open), `${where}, ${symbol} of account ${account.no}`).toEqual(scanned);
    }
  }
  return found;
}

// Goal: the lists of reduce-only orders are what a look at every order finds. Method: random runs of every preset, compared
// after every command, so that each list exists before the orders that it must follow.
test('the lists of reduce-only orders follow what becomes of the orders', () => {
  let found = 0;
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const preset = PRESETS[seed % PRESETS.length];
    if (!preset) throw new Error('there are presets');
    const run = new RandomRun(seed, preset);
    for (let command = 1; command <= COMMANDS; command += 1) {
      run.step();
      found += compare(run.state, `seed ${seed}, ${preset.name}, command ${command}`);
    }
  }
  expect(found).toBeGreaterThan(shareOf(300));
});

// Goal: many orders on one position, which shrinks and turns. Method: random reduce-only orders, cancels, changes and fills
// of one account.
test('the lists hold when the position of many reduce-only orders shrinks and turns', () => {
  const venue = new TestVenue();
  const { state } = venue.engine;
  const draw = new RandomInputs('7', 'shrinking');
  let most = 0;
  for (let turn = 0; turn < 1_500; turn += 1) {
    const closing = (venue.account(0).positions.get('BTC-USDT')?.lots ?? 0) > 0 ? 'sell' : 'buy';
    const far = closing === 'sell' ? 96_000 : 94_000;
    const own = [...(venue.account(0).open.get('BTC-USDT')?.orders ?? [])];
    const no = own[draw.between(0, Math.max(0, own.length - 1))];
    if (draw.chance(150_000)) {
      const side = draw.chance(500_000) ? 'buy' : 'sell';
      venue.place(1, side === 'buy' ? 'sell' : 'buy', '0.2', '95000');
      venue.place(0, side, '0.2', '95000', { orderType: 'limitIoc' });
      venue.run({ type: 'CancelOrder', account: 1, order: { no: state.counters.order - 2 } });
    } else if (no !== undefined && draw.chance(200_000)) {
      venue.run({ type: 'CancelOrder', account: 0, order: { no } });
    } else if (no !== undefined && draw.chance(200_000)) {
      const price = String(far + draw.between(0, 9));
      venue.run({ type: 'ModifyOrder', account: 0, order: { no }, price, quantity: '0.01', triggerPrice: null });
    } else {
      const quantity = `0.0${draw.between(1, 9)}`;
      venue.place(0, closing, quantity, String(far + draw.between(0, 9)), { reduceOnly: true });
    }
    most = Math.max(most, compare(state, `turn ${turn}`));
  }
  expect(most).toBeGreaterThan(4);
});
