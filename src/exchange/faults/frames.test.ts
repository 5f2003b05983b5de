import { beforeEach, expect, test } from 'vitest';
import { type Lab, startLab } from '../lab.test-helper.ts';
import { Listener, nextTurn, place } from '../stream/listener.test-helper.ts';
import type { FaultSpec } from './read-rules.ts';

let lab: Lab;
let listener: Listener;
beforeEach(async () => {
  lab = await startLab();
  listener = new Listener(lab.core);
  listener.follow('trades', { symbol: 'BTC-USDT' });
});

const arm = (effect: FaultSpec['effect'], times?: number): void =>
  lab.core.steering.setFaults([{ match: { channel: 'trades' }, effect, ...(times !== undefined && { times }) }]);

/** One execution, of so much. */
const trade = async (quantity: string): Promise<void> => {
  place(lab, 1, 'sell', quantity, '95001');
  place(lab, 0, 'buy', quantity, '95001', { orderType: 'limitIoc' });
  await nextTurn();
};
const received = (): unknown[] => listener.pushes().map(({ data }) => data['quantity'] ?? data);

test('a frame comes twice', async () => {
  arm({ kind: 'duplicate' }, 1);
  await trade('0.001');
  await trade('0.002');
  expect(received()).toEqual(['0.001', '0.001', '0.002']);
});

test('a frame is lost', async () => {
  arm({ kind: 'lose' }, 1);
  await trade('0.001');
  await trade('0.002');
  expect(received()).toEqual(['0.002']);
});

test('a frame comes after the next one, also when the rule has gone meanwhile', async () => {
  arm({ kind: 'reorder' });
  await trade('0.001');
  lab.core.steering.clearFaults();
  expect(received()).toEqual([]);
  await trade('0.002');
  await trade('0.003');
  expect(received()).toEqual(['0.002', '0.001', '0.003']);
});

test('every second frame is overtaken when nothing bounds the rule', async () => {
  arm({ kind: 'reorder' });
  for (const quantity of ['0.001', '0.002', '0.003', '0.004']) await trade(quantity);
  expect(received()).toEqual(['0.002', '0.001', '0.004', '0.003']);
});

test('a frame comes when the clock has moved so far', async () => {
  arm({ kind: 'delay', ms: 250 }, 1);
  await trade('0.001');
  await trade('0.002');
  lab.core.clock.advance(249);
  await nextTurn();
  expect(received()).toEqual(['0.002']);
  lab.core.clock.advance(1);
  await nextTurn();
  expect(received()).toEqual(['0.001']);
});

test('what is delayed or held back is not owed to one who has left the stream', async () => {
  arm({ kind: 'delay', ms: 250 }, 1);
  await trade('0.001');
  arm({ kind: 'reorder' }, 1);
  await trade('0.002');
  listener.ask('unsubscribe', { type: 'trades', symbol: 'BTC-USDT' });
  listener.follow('trades', { symbol: 'BTC-USDT' });
  await trade('0.003');
  lab.core.clock.advance(250);
  await nextTurn();
  expect(received()).toEqual(['0.003']);
});

test('a connection drops in place of a frame, and others go on', async () => {
  const other = new Listener(lab.core);
  other.follow('trades', { symbol: 'BTC-USDT' });
  arm({ kind: 'drop' }, 1);
  await trade('0.001');
  expect(listener.closed).toEqual([1011]);
  expect(received()).toEqual([]);
  expect(other.closed).toEqual([]);
  expect(other.pushes()).toHaveLength(1);
});

test('each connection meets the rule for itself, and another channel does not', async () => {
  const other = new Listener(lab.core);
  other.follow('trades', { symbol: 'BTC-USDT' });
  other.follow('candles', { symbol: 'BTC-USDT', timeframe: '1m' });
  arm({ kind: 'lose' });
  await trade('0.001');
  expect(lab.core.steering.faults()[0]).toMatchObject({ met: 2, fired: 2 });
  expect(received()).toEqual([]);
  expect(other.pushes().map(({ method }) => method)).not.toContain('trades');
});
