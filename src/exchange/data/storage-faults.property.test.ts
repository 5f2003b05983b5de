import { expect, test } from 'vitest';
import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Exchange } from '../exchange.ts';
import { bid, openIds, startOn } from './kept-exchange.test-helper.ts';
import { MemoryStorage } from './memory-storage.test-helper.ts';
import { runsOf } from '../../kernel/test-budget.test-helper.ts';

const SEEDS = runsOf({ quick: 5, full: 15 });
const ROUNDS = 4;
const ORDERS_A_ROUND = 25;

/** What a client knows of its orders. */
interface Ledger {
  readonly acknowledged: string[];
  /** Refused while nothing was wrong but the space: these must not be there. */
  readonly refused: string[];
  readonly sent: Set<string>;
}

/** A disk that writes short, is full for a while, and in the end fails for good; each as the draw says. */
function disturb(storage: MemoryStorage, draw: RandomInputs): void {
  let full = 0;
  const fails = draw.between(5, 60);
  let calls = 0;
  storage.faults = {
    write: () => {
      calls += 1;
      if (calls > fails && draw.chance(30_000)) return 'EIO';
      if (full > 0) {
        full -= 1;
        return 'ENOSPC';
      }
      if (draw.chance(40_000)) full = draw.between(1, 6);
      return draw.chance(200_000) ? 'short' : null;
    },
    sync: () => (calls > fails && draw.chance(30_000) ? 'EIO' : null),
  };
}

/** Places orders, some at the same time, and notes what became of each; stops when the exchange has failed. */
async function trade(exchange: Exchange, ledger: Ledger, draw: RandomInputs, round: number): Promise<void> {
  let seen = false;
  void exchange.failure().then(() => (seen = true));
  const hasFailed = (): boolean => seen;
  for (let no = 0; no < ORDERS_A_ROUND && !hasFailed();) {
    const group = Array.from({ length: draw.between(1, 3) }, () => `r${round}n${(no += 1)}`);
    const results = await Promise.allSettled(
      group.map((id) => {
        ledger.sent.add(id);
        // One account may have 15 open orders in a market.
        return exchange.client(ledger.sent.size % exchange.accounts.length).placeOrders([bid(id)]);
      }),
    );
    for (const [place, { status }] of results.entries()) {
      const id = group[place] ?? '';
      if (status === 'fulfilled') ledger.acknowledged.push(id);
      else if (!hasFailed()) ledger.refused.push(id);
    }
  }
}

test(`over ${SEEDS} seeds of storage faults and losses of power no acknowledged order is lost and none is invented`, async () => {
  const counted = { acknowledged: 0, refused: 0, failures: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const draw = new RandomInputs(String(seed), 'storage-faults');
    const storage = new MemoryStorage();
    const ledger: Ledger = { acknowledged: [], refused: [], sent: new Set() };
    const durability = seed % 3 === 0 ? 'sync' : 'batch';
    for (let round = 0; round < ROUNDS; round += 1) {
      const exchange = await startOn(storage, { durability, snapshotEvery: 7 });
      const open = new Set((await Promise.all(exchange.accounts.map((_, no) => openIds(exchange, no)))).flat());
      const about = `seed ${seed}, round ${round}`;
      expect(
        ledger.acknowledged.filter((id) => !open.has(id)),
        `${about}: lost`,
      ).toEqual([]);
      expect(
        [...open].filter((id) => !ledger.sent.has(id)),
        `${about}: invented`,
      ).toEqual([]);
      expect(
        ledger.refused.filter((id) => open.has(id)),
        `${about}: refused and yet there`,
      ).toEqual([]);
      disturb(storage, draw);
      await trade(exchange, ledger, draw, round);
      storage.faults = {};
      // Power is lost while the exchange runs: nothing of it is closed.
      storage.losePower(draw);
    }
    counted.acknowledged += ledger.acknowledged.length;
    counted.refused += ledger.refused.length;
    counted.failures += ledger.sent.size - ledger.acknowledged.length - ledger.refused.length;
  }
  expect(counted.acknowledged).toBeGreaterThan(20 * SEEDS);
  expect(counted.refused).toBeGreaterThan(SEEDS);
  expect(counted.failures).toBeGreaterThan(0.4 * SEEDS);
});

test('a loss of power leaves no snapshot of inputs that the journal has lost, under no durability', async () => {
  let lost = 0;
  for (let seed = 1; seed <= runsOf({ quick: 4, full: 8 }); seed += 1) {
    const draw = new RandomInputs(String(seed), 'unsynced-journal');
    const storage = new MemoryStorage();
    for (let round = 0, inputs = 0; round < 4; round += 1) {
      // The start is refused when a snapshot is of later inputs than the journal.
      const exchange = await startOn(storage, { durability: 'none', snapshotEvery: 5 });
      const found = exchange.control.state().inputs;
      expect(found).toBeLessThanOrEqual(inputs);
      lost += inputs - found;
      for (let no = draw.between(1, 40); no > 0; no -= 1) {
        exchange.clock.advance(500);
        if (draw.chance(300_000)) await new Promise((resolve) => setImmediate(resolve));
      }
      inputs = exchange.control.state().inputs;
      storage.losePower(draw);
    }
  }
  expect(lost).toBeGreaterThan(50);
});
