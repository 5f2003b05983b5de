import { describe, expect, test } from 'vitest';
import type { Core } from '../core.ts';
import { BID, type Lab, startLab } from '../lab.test-helper.ts';
import { stateDigest } from '../../engine/canonical-state.ts';
import { exchangeDigest } from './ledger-record.ts';
import { Replay, replay } from './replay.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

const digestOf = ({ sequencer, state }: Core): string => exchangeDigest(sequencer.chainValue(), state);

/** A busy half minute: bids and takers of two accounts, a deposit, a moved price, refusals, and time between them. */
async function drive(lab: Lab, digestEachStep = false): Promise<Lab> {
  const { core } = lab;
  for (let nonce = 1; nonce <= 12; nonce += 1) {
    const signer = nonce % 2;
    const order = nonce % 3 === 0 ? { symbol: 'ETH-USDT', side: 'sell', orderType: 'market', quantity: '0.1' } : BID;
    await lab.post(
      'trade',
      await lab.signed(signer, 'placeOrders', { orders: [order, { ...BID, price: '0.01' }] }, { nonce }),
    );
    if (nonce % 4 === 0)
      await lab.post('trade', await lab.signed(signer, 'placeOrders', { orders: [] }, { nonce: nonce + 100 }));
    core.clock.advance(2_500);
    if (digestEachStep) digestOf(core);
  }
  core.steering.deposit(lab.accounts[2]!.subAccountId, 'USDT', '12.5');
  core.steering.movePrice('BTC-USDT', '95100');
  core.clock.advance(130_000);
  return lab;
}

describe.each(['default', 'quiet'])('a run in the %s world', (world) => {
  test('replayed from its journal ends in the same state with the same digest', async () => {
    const { core } = await drive(await startLab({ world, seed: 7 }));
    const again = replay(core.settings.config, core.journal.records());
    expect(stateDigest(again.state)).toBe(stateDigest(core.state));
    expect(again.digest).toBe(digestOf(core));
    expect(core.journal.length).toBeGreaterThan(20);
    expect(core.state.inputSeq).toBe(core.journal.length);
  });

  testInFull('has the same digest however often it was asked for on the way', async () => {
    const often = await drive(await startLab({ world, seed: 7 }), true);
    const once = await drive(await startLab({ world, seed: 7 }));
    expect(digestOf(often.core)).toBe(digestOf(once.core));
  });
});

test('another seed gives another digest', async () => {
  const seven = await drive(await startLab({ world: 'default', seed: 7 }));
  const eight = await drive(await startLab({ world: 'default', seed: 8 }));
  expect(digestOf(seven.core)).not.toBe(digestOf(eight.core));
});

test('a journal without its last input gives another digest', async () => {
  const { core } = await drive(await startLab({ seed: 7 }));
  const cut = [...core.journal.records()].slice(0, -1);
  expect(replay(core.settings.config, cut).digest).not.toBe(digestOf(core));
});

test('a replay stops at the first input whose checksum before it is another', async () => {
  const { core } = await drive(await startLab({ seed: 7 }));
  const records = [...core.journal.records()];
  const late = records.findIndex(({ input }, index) => index > 5 && input.at < (records[index + 1]?.input.at ?? 0));
  const wrong = records.map((record, index) =>
    index === late ? { ...record, input: { ...record.input, at: record.input.at + 1 } } : record,
  );
  const run = new Replay(core.settings.config);
  const failure = (): unknown => {
    try {
      for (const record of wrong) run.apply(record, record.crc);
      return null;
    } catch (error) {
      return error;
    }
  };
  expect(failure()).toMatchObject({ name: 'ReplayError', seq: late + 2, expected: records[late + 1]?.crc });
  expect(run.state.inputSeq).toBe(late + 1);
});

test('the digest sees one spent nonce that changed nothing else', async () => {
  const lab = await startLab();
  const before = stateDigest(lab.core.state);
  await lab.post('trade', await lab.signed(0, 'placeOrders', { orders: [{ ...BID, side: 'up' }] }, { nonce: 5 }));
  expect(stateDigest(lab.core.state)).not.toBe(before);
});
