import { beforeEach, describe, expect, test } from 'vitest';
import { BID, type Lab, requestOf, startLab } from '../lab.test-helper.ts';
import { replay } from '../journal/replay.ts';
import { exchangeDigest } from '../journal/ledger-record.ts';
import type { FaultSpec } from './read-rules.ts';

let lab: Lab;
beforeEach(async () => {
  lab = await startLab({ seed: 7 });
});

const arm = (...rules: readonly FaultSpec[]): void => lab.core.steering.setFaults(rules);
const fired = (): number[] => lab.core.steering.faults().map((rule) => rule.fired);
const place = async (signer = 0, overrides = {}) =>
  lab.post('trade', await lab.signed(signer, 'placeOrders', { orders: [BID], grouping: 'na' }, overrides));
const openOrders = (): number => lab.core.state.orders.size;
const get = (path: string) => lab.core.router.handle(requestOf('GET', path));

describe('nothing is armed', () => {
  test('and no request leaves a trace of it in the log', async () => {
    await place();
    const kinds = [...lab.core.journal.records()].map(({ input }) => input.kind);
    expect(kinds).toEqual(['request']);
  });

  test('and where nothing matches, neither', async () => {
    arm({ match: { action: 'getMids' }, effect: { kind: 'failure' } });
    await place();
    expect([...lab.core.journal.records()].map(({ input }) => input.kind)).toEqual(['control', 'request']);
  });
});

describe('a failure in place of an execution', () => {
  test.each<[FaultSpec['effect'], number, string, string]>([
    [{ kind: 'failure' }, 500, 'INTERNAL_ERROR', 'Failed to place orders'],
    [{ kind: 'failure', http: 502 }, 502, 'INTERNAL_ERROR', 'Failed to place orders'],
    [{ kind: 'failure', code: 'DATABASE_ERROR' }, 500, 'DATABASE_ERROR', 'Internal server error'],
    [
      { kind: 'failure', http: 503 },
      503,
      'SERVICE_UNAVAILABLE',
      'trading service is draining, not accepting new orders',
    ],
    [{ kind: 'timeout' }, 503, 'OPERATION_TIMEOUT', 'context timeout'],
    [{ kind: 'outage', of: 'whitelist' }, 500, 'INTERNAL_ERROR', 'failed to obtain whitelist arbitration'],
    [{ kind: 'rateLimited' }, 429, 'RATE_LIMIT_EXCEEDED', 'Rate limit exceeded'],
  ])('%o', async (effect, status, code, message) => {
    const before = openOrders();
    arm({ effect });
    const response = await place();
    expect(response.status).toBe(status);
    expect(response.envelope.error).toMatchObject({ code, message });
    expect(response.envelope.error).not.toHaveProperty('details');
    expect(openOrders()).toBe(before);
    expect(lab.logged).toEqual([]);
  });

  test('spends the nonce and the tokens of a request that came so far', async () => {
    arm({ effect: { kind: 'timeout' }, times: 1 });
    expect((await place(0, { nonce: 5 })).envelope).toMatchObject({
      rateLimit: { requestsCap: 1_200, remainingTokens: 1_195 },
    });
    expect((await place(0, { nonce: 5 })).envelope.error?.message).toBe('nonce already used');
    expect((await place(0, { nonce: 6 })).status).toBe(200);
  });

  test('strikes the subaccount and the wallet it is meant for', async () => {
    const [own, other] = lab.accounts;
    arm({ match: { subAccountId: own!.subAccountId }, effect: { kind: 'timeout' } });
    expect([(await place(0)).status, (await place(1)).status]).toEqual([503, 200]);
    arm({ match: { wallet: other!.address }, effect: { kind: 'timeout' } });
    expect([(await place(0)).status, (await place(1)).status]).toEqual([200, 503]);
  });

  test('leaves what is refused before it refused', async () => {
    arm({ effect: { kind: 'timeout' } });
    expect((await place(0, { expiresAfter: 1 })).envelope.error?.message).toBe('request expired');
    expect(fired()).toEqual([0]);
  });
});

describe('items', () => {
  test('one of a batch is refused, the others are carried out', async () => {
    arm({ match: { action: 'placeOrders', item: 1 }, effect: { kind: 'reject', code: 'OPERATION_TIMEOUT' } });
    const orders = [BID, BID, { ...BID, price: '93000' }];
    const { envelope } = await lab.post('trade', await lab.signed(0, 'placeOrders', { orders, grouping: 'na' }));
    const { statuses } = envelope.response as { statuses: Record<string, unknown>[] };
    expect(statuses.map((status) => Object.keys(status)[0])).toEqual(['resting', 'error', 'resting']);
    expect(statuses[1]).toMatchObject({ error: 'context timeout', errorCode: 'OPERATION_TIMEOUT' });
  });

  test('a stale price is said in the words of the action', async () => {
    arm({ effect: { kind: 'stalePrice' } });
    expect((await place()).envelope.response).toMatchObject({
      statuses: [{ error: 'collateral price is stale', errorCode: 'COLLATERAL_PRICE_STALE' }],
    });
    const exchange = { sourceAsset: 'WETH', targetUSDTAmount: 'all' };
    const response = await lab.post('trade', await lab.signed(0, 'voluntaryCollateralExchange', exchange));
    expect([response.status, response.envelope.error?.code]).toEqual([400, 'COLLATERAL_PRICE_STALE']);
  });
});

describe('what is lost', () => {
  const sent = async (): Promise<{ status: number; lost?: true }> => {
    const body = await lab.signed(0, 'placeOrders', { orders: [BID], grouping: 'na' }, { nonce: 9 });
    return lab.core.router.handle(requestOf('POST', '/v1/trade', body));
  };

  test('the response of a request that was carried out', async () => {
    const before = openOrders();
    arm({ match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, times: 1 });
    expect(await sent()).toMatchObject({ lost: true });
    expect(openOrders()).toBe(before + 1);
    // Who sends the same once more learns that it got through.
    expect(await sent()).toMatchObject({ status: 401 });
    expect(openOrders()).toBe(before + 1);
  });

  test('the request with its connection: its nonce is still good', async () => {
    const before = openOrders();
    arm({ effect: { kind: 'drop' }, times: 1 });
    expect(await sent()).toMatchObject({ lost: true });
    expect(openOrders()).toBe(before);
    expect((await sent()).status).toBe(200);
    expect(openOrders()).toBe(before + 1);
  });
});

describe('latency', () => {
  const settled = async (work: Promise<unknown>): Promise<boolean> => {
    let done = false;
    void work.then(() => (done = true));
    await new Promise((resolve) => setImmediate(resolve));
    return done;
  };

  test('of a response: the request is carried out at once, and the response is sent when the clock has advanced by the latency', async () => {
    arm({ effect: { kind: 'latency', ms: 300, of: 'answer' } });
    const before = openOrders();
    const response = place();
    expect(await settled(response)).toBe(false);
    expect(openOrders()).toBe(before + 1);
    lab.core.clock.advance(299);
    expect(await settled(response)).toBe(false);
    lab.core.clock.advance(1);
    expect((await response).envelope.timestamp).toBe(lab.core.state.now - 300);
  });

  test('of a request: the request is validated after the latency, so that it may have expired', async () => {
    const { now } = lab.core.state;
    arm({ effect: { kind: 'latency', ms: 300, of: 'request' }, times: 1 });
    const response = place(0, { expiresAfter: now + 200 });
    expect(await settled(response)).toBe(false);
    lab.core.clock.advance(300);
    expect((await response).envelope.error?.message).toBe('request expired');
  });

  test('no request waits for a clock that stops', async () => {
    arm({ effect: { kind: 'latency', ms: 300 } });
    const response = place();
    await settled(response);
    lab.core.stop();
    expect((await response).status).toBe(200);
  });
});

describe('GET routes', () => {
  test.each<[FaultSpec['effect'], number, string]>([
    [{ kind: 'failure' }, 500, '{"error":"internal error"}'],
    [{ kind: 'failure', http: 502 }, 502, '{"error":"internal error"}'],
    [{ kind: 'failure', http: 503 }, 503, '{"error":"service unavailable"}'],
    [{ kind: 'timeout' }, 503, '{"error":"service unavailable"}'],
    [{ kind: 'rateLimited' }, 429, '{"error":"rate limit exceeded"}'],
  ])('%o', async (effect, status, body) => {
    arm({ match: { route: 'contracts' }, effect, times: 1 });
    const response = await get('/v1/info/contracts');
    expect([response.status, response.body]).toEqual([status, body]);
    expect((await get('/v1/info/contracts')).status).toBe(200);
  });

  test('another route is not struck, and a lost one says nothing', async () => {
    arm({ match: { route: 'contract_specs' }, effect: { kind: 'replyLost' } });
    expect((await get('/v1/info/contracts')).status).toBe(200);
    expect(await get('/v1/info/contract_specs')).toMatchObject({ lost: true, body: '' });
  });
});

test('unavailable limits of subaccounts refuse no request and add no snapshot', async () => {
  arm({ match: { action: 'getBalanceUpdates' }, effect: { kind: 'rateLimitUnavailable' } });
  for (let request = 0; request < 13; request += 1) {
    const response = await lab.post('trade', await lab.signed(0, 'getBalanceUpdates', {}));
    expect(response.status).toBe(200);
    expect(response.envelope).not.toHaveProperty('rateLimit');
  }
  expect((await place()).envelope).toMatchObject({ rateLimit: { remainingTokens: 1_195 } });
});

describe('a run with faults', () => {
  /** Status and body of each response; those that are lost have neither. */
  async function drive({ core, accounts, signed }: Lab): Promise<string[]> {
    const responses: string[] = [];
    const send = async (signer: number, action: string, params: object, nonce: number): Promise<void> => {
      const body = await signed(signer, action, params as Record<string, unknown>, { nonce });
      const response = await core.router.handle(requestOf('POST', '/v1/trade', body));
      responses.push(`${response.status} ${response.body}`);
    };
    core.steering.setFaults([
      { name: 'lost', match: { action: 'placeOrders' }, effect: { kind: 'replyLost' }, perMille: 300 },
      { name: 'slow', effect: { kind: 'timeout' }, perMille: 200, seed: 'x' },
      {
        name: 'stuck',
        effect: { kind: 'reject', code: 'CANCEL_FAILED' },
        match: { action: 'cancelAllOrders' },
        times: 2,
      },
      { name: 'transfer', effect: { kind: 'transferFails' } },
    ]);
    core.steering.setRecord('trade', '1', { direction: 'sideways' });
    const to = core.steering.openAccount(accounts[0]!.address);
    for (let turn = 1; turn <= 20; turn += 1) {
      await send(turn % 3, 'placeOrders', { orders: [BID], grouping: 'na' }, turn);
      if (turn % 5 === 0) await send(turn % 3, 'cancelAllOrders', { symbols: ['*'] }, 100 + turn);
      core.clock.advance(700);
    }
    for (const nonce of [201, 202, 203]) {
      await send(0, 'transferCollateral', { to, symbol: 'USDT', amount: '1' }, nonce);
    }
    return responses;
  }

  test('replays from its journal to the same digest, with every rule as often fired', async () => {
    await drive(lab);
    const { sequencer, state, settings, journal, steering } = lab.core;
    expect(steering.faults().map((rule) => rule.fired > 0)).toEqual([true, true, true, true]);
    const again = replay(settings.config, journal.records());
    expect(again.digest).toBe(exchangeDigest(sequencer.chainValue(), state));
    expect(again.state.faults.rules.map((rule) => rule.fired)).toEqual(fired());
  });

  test('fails the same requests for the same seed, and others for another seed', async () => {
    const responses = await drive(lab);
    expect(await drive(await startLab({ seed: 7 }))).toEqual(responses);
    expect(responses.filter((response) => response === '0 ').length).toBeGreaterThan(0);
    const statuses = (all: readonly string[]): string[] => all.map((response) => response.slice(0, 3));
    expect(statuses(await drive(await startLab({ seed: 8 })))).not.toEqual(statuses(responses));
  });
});
