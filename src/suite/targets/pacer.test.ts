import { describe, expect, test } from 'vitest';
import { Unmet } from '../deployment.ts';
import { Pacer } from './pacer.ts';
import { StillWall } from './wall.test-helper.ts';

const ACCOUNT = '1867542890123456789';

function pacer(options: { budget?: number; addressTokens?: number } = {}): { pacer: Pacer; wall: StillWall } {
  const wall = new StillWall();
  return { wall, pacer: new Pacer({ wall, ...options }) };
}

describe('buckets', () => {
  test('what a full bucket holds is spent without waiting', async () => {
    const { pacer: one, wall } = pacer();
    await one.pay({ tokens: 9_000 });
    await one.pay({ tokens: 1_000 });
    expect(wall.waits).toEqual([]);
  });

  test('an empty address waits until enough has come back: 200 tokens take 200 ms', async () => {
    const { pacer: one, wall } = pacer();
    await one.pay({ tokens: 10_000 });
    await one.pay({ tokens: 200 });
    expect(wall.waits).toEqual([200]);
  });

  test('a subaccount is taken for one of the lowest tier until a response reports more', async () => {
    const { pacer: one, wall } = pacer();
    await one.pay({ tokens: 1_000, subAccountId: ACCOUNT });
    await one.pay({ tokens: 5, subAccountId: ACCOUNT });
    expect(wall.waits).toEqual([50]);
  });

  test('a snapshot puts right what is believed', async () => {
    const { pacer: one, wall } = pacer();
    one.receivedFigures(ACCOUNT, { requestsCap: 2_000, remainingTokens: 10 });
    expect(one.holds(ACCOUNT)).toBe(10);
    await one.pay({ tokens: 50, subAccountId: ACCOUNT });
    expect(wall.waits).toEqual([200]);
  });

  test('a bucket can be waited for until it is full: 300 tokens of 1,200 take 2.5 s', async () => {
    const { pacer: one, wall } = pacer();
    one.receivedFigures(ACCOUNT, { requestsCap: 1_200, remainingTokens: 900 });
    await one.fill(ACCOUNT);
    expect(wall.waits).toEqual([2_501]);
    expect(one.holds(ACCOUNT)).toBe(1_200);
  });

  test('an address is full for certain once nothing was asked for ten seconds', async () => {
    const { pacer: one, wall } = pacer();
    await one.pay({ tokens: 1 });
    await one.fillAddress();
    expect(wall.waits).toEqual([10_001]);
    await one.fillAddress();
    expect(wall.waits).toEqual([10_001]);
  });

  test('what may be refused waits for nothing, and an address that was run empty is waited for afterwards', async () => {
    const { pacer: one, wall } = pacer();
    await one.pay({ tokens: 12_000 }, false);
    await one.pay({ tokens: 50 }, false);
    expect(wall.waits).toEqual([]);
    expect(one.spent).toBe(12_050);
    one.emptied();
    await one.pay({ tokens: 200 });
    expect(wall.waits).toEqual([200]);
  });

  test('subaccounts do not wait for each other', async () => {
    const { pacer: one, wall } = pacer();
    one.receivedFigures(ACCOUNT, { requestsCap: 1_000, remainingTokens: 0 });
    await one.pay({ tokens: 100, subAccountId: '1867542890123456790' });
    expect(wall.waits).toEqual([]);
  });

  test('a charge above the size of a bucket waits for a full one instead of for ever', async () => {
    const { pacer: one, wall } = pacer({ addressTokens: 100 });
    await one.pay({ tokens: 250 });
    await one.pay({ tokens: 10 });
    expect(wall.waits).toEqual([16_000]);
  });

  test('after a refusal the buckets count as empty', async () => {
    const { pacer: one, wall } = pacer();
    one.refused(ACCOUNT);
    await one.pay({ tokens: 100, subAccountId: ACCOUNT });
    expect(wall.waits).toEqual([1_000]);
  });
});

describe('orders per second', () => {
  test('the 101st waits until the first ones are a second old', async () => {
    const { pacer: one, wall } = pacer();
    one.receivedFigures(ACCOUNT, { requestsCap: 5_000, remainingTokens: 5_000 });
    for (let batch = 0; batch < 5; batch += 1) await one.pay({ tokens: 100, subAccountId: ACCOUNT, orders: 20 });
    expect(wall.waits).toEqual([]);
    await one.pay({ tokens: 5, subAccountId: ACCOUNT, orders: 1 });
    expect(wall.waits).toEqual([1_000]);
  });
});

describe('the budget', () => {
  test('is spent to the last token, and then says so', async () => {
    const { pacer: one } = pacer({ budget: 100 });
    one.demand(100);
    await one.pay({ tokens: 99 });
    one.demand(1);
    await one.pay({ tokens: 1 });
    expect(one.spent).toBe(100);
    expect(() => one.demand(1)).toThrow(new Unmet('budget', 'the budget of 100 tokens is spent'));
  });

  test('cleaning up is counted and not stopped', async () => {
    const { pacer: one } = pacer({ budget: 10 });
    await one.pay({ tokens: 12 });
    expect(one.spent).toBe(12);
  });
});

describe('lanes', () => {
  test('a large payment out of the bucket of the address is not overtaken by small ones', async () => {
    const { pacer: one } = pacer();
    await one.pay({ tokens: 10_000 });
    const paid: number[] = [];
    const payments = [5_000, 1, 1].map((tokens) => one.pay({ tokens }).then(() => paid.push(tokens)));
    await Promise.all(payments);
    expect(paid).toEqual([5_000, 1, 1]);
  });

  test('the pacer does not wait for a target whose responses report no bucket, until it refuses', async () => {
    const { pacer: one, wall } = pacer();
    one.servedSigned(false);
    await one.pay({ tokens: 50_000, subAccountId: ACCOUNT });
    expect(wall.waits).toEqual([]);
    one.refused(ACCOUNT);
    await one.pay({ tokens: 100 });
    expect(wall.waits).toEqual([100]);
  });
});
