import { describe, expect, test } from 'vitest';
import { flatNonces } from '../../engine/admission.ts';
import { failureText } from './failures.ts';
import { BID, type Lab, startLab } from '../lab.test-helper.ts';

const NOW = 1_767_571_200_000; // start of a manual exchange

/** Sends one resting bid with this nonce and says what became of it: `ok`, or the refusal. */
async function bid(lab: Lab, nonce: number | bigint | null, signer = 0, owner = signer): Promise<string> {
  const body = await lab.signed(signer, 'placeOrders', { orders: [BID] }, { nonce }, owner);
  return said(lab, body);
}

async function said(lab: Lab, body: unknown): Promise<string> {
  const { status, envelope } = await lab.post('trade', body);
  return envelope.error ? `${status} ${envelope.error.code} ${envelope.error.message}` : envelope.status;
}

const REUSED = '401 UNAUTHORIZED nonce already used';
const REQUIRED = '400 MISSING_REQUIRED_FIELD nonce is required for this operation';
const NO_UINT64 = '400 VALIDATION_ERROR nonce must be an unsigned 64-bit integer';

describe('a nonce on a write', () => {
  test.each([
    [0, REQUIRED],
    [1, 'ok'],
    [2n ** 53n + 1n, 'ok'],
    [2n ** 64n - 1n, 'ok'],
  ])('of %s', async (nonce, expected) => {
    const lab = await startLab();
    const before = lab.core.state.orders.size;
    expect(await bid(lab, nonce)).toBe(expected);
    expect(lab.core.state.orders.size).toBe(expected === 'ok' ? before + 1 : before);
  });

  test.each([
    ['2^64 in digits', '18446744073709551616'],
    ['2^64 as text', '"18446744073709551616"'],
    ['a negative one', '-1'],
    ['a fraction', '1.5'],
    ['a leading zero', '"01"'],
    ['an empty text', '""'],
    ['a truth value', 'true'],
  ])('%s is no uint64', async (_case, written) => {
    const lab = await startLab();
    const body = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 7 });
    const text = JSON.stringify(body).replace('"nonce":7', `"nonce":${written}`);
    expect(await said(lab, text)).toBe(NO_UINT64);
    expect(lab.core.state.nonces.size).toBe(0);
  });

  test.each([
    ['as a number', '9007199254740993'],
    ['as text', '"9007199254740993"'],
  ])('beyond 2^53 keeps every digit %s', async (_case, written) => {
    const lab = await startLab();
    const body = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 9_007_199_254_740_993n });
    const text = JSON.stringify(body).replace('"nonce":"9007199254740993"', `"nonce":${written}`);
    expect(await said(lab, text)).toBe('ok');
    expect([...flatNonces(lab.core.state.nonces).values()]).toEqual([9_007_199_254_740_993n]);
  });

  test('absent and null are missing', async () => {
    const lab = await startLab();
    expect(await bid(lab, null)).toBe(REQUIRED);
    const body = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 0 });
    expect(await said(lab, { ...body, nonce: null })).toBe(REQUIRED);
  });

  test('must grow: equal and lower ones are refused, and nothing happens', async () => {
    const lab = await startLab();
    expect(await bid(lab, 100)).toBe('ok');
    const { size } = lab.core.state.orders;
    const inputs = lab.core.state.inputSeq;
    expect(await bid(lab, 100)).toBe(REUSED);
    expect(await bid(lab, 99)).toBe(REUSED);
    expect(lab.core.state.orders.size).toBe(size);
    // Each is charged to the address, and that is all: 5 tokens of 10,000 parts each, three times.
    expect(lab.core.journal.length).toBe(inputs);
    lab.core.sequencer.flush();
    const [after, ...more] = [...lab.core.journal.records()].slice(inputs).map(({ input }) => input);
    expect(after).toEqual({ kind: 'clock', at: NOW, levels: { ip: [['127.0.0.1', { parts: 150_000, at: NOW }]] } });
    expect(more).toEqual([]);
    expect(await bid(lab, 101)).toBe('ok');
  });

  test('under the unique rule a lower one that was never used passes', async () => {
    const lab = await startLab({ nonceRule: 'unique' });
    expect(await bid(lab, 100)).toBe('ok');
    expect(await bid(lab, 99)).toBe('ok');
    expect(await bid(lab, 99)).toBe(REUSED);
  });

  test('counts for each wallet and each subaccount by itself', async () => {
    const lab = await startLab();
    const second = lab.core.steering.openAccount(lab.accounts[0]!.address, 'second');
    expect(await bid(lab, 100)).toBe('ok');
    expect(await bid(lab, 100, 1)).toBe('ok');
    const body = await lab.signed(0, 'cancelAllOrders', { symbols: ['*'] }, { nonce: 100, subAccountId: second });
    expect(await said(lab, body)).not.toBe(REUSED);
    expect(await said(lab, body)).toBe(REUSED);
  });

  test.each([
    [
      'validation',
      { orders: [{ ...BID, side: 'up' }] },
      '400 VALIDATION_ERROR order 0: side must be one of: [buy sell]',
    ],
    ['the engine', { orders: [{ ...BID, price: '94000.01' }] }, 'ok'],
  ])('is spent although %s refuses', async (_case, params, expected) => {
    const lab = await startLab();
    const before = lab.core.state.orders.size;
    const body = await lab.signed(0, 'placeOrders', params, { nonce: 5 });
    expect(await said(lab, body)).toBe(expected);
    expect(await said(lab, body)).toBe(REUSED);
    expect(lab.core.state.orders.size).toBe(before);
  });

  test('is spent although the owner is not whitelisted', async () => {
    const lab = await startLab();
    const { address } = lab.accounts[0]!;
    lab.core.steering.setWhitelisted(address, false);
    expect(await bid(lab, 5)).toBe('403 FORBIDDEN failed whitelist arbitration');
    lab.core.steering.setWhitelisted(address, true);
    expect(await bid(lab, 5)).toBe(REUSED);
    expect(await bid(lab, 6)).toBe('ok');
  });

  test('is journalled when it is spent for nothing', async () => {
    const lab = await startLab();
    await said(lab, await lab.signed(0, 'placeOrders', { orders: [{ ...BID, side: 'up' }] }, { nonce: 5 }));
    expect([...lab.core.journal.records()].at(-1)?.input).toEqual({
      kind: 'request',
      at: NOW,
      wallet: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      account: 0,
      action: 'placeOrders',
      nonce: 5n,
      commands: [],
      charge: { ip: '127.0.0.1', surface: 'trade', tokens: 5, account: 0, orders: 1 },
    });
  });

  test('is not moved by a signature over something else', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 5 });
    const tampered = { ...body, params: { ...(body.params as object), orders: [{ ...BID, quantity: '0.02' }] } };
    expect(await said(lab, tampered)).toMatch(
      /^401 UNAUTHORIZED wallet 0x[0-9a-f]{40} is not authorized to act on this subaccount$/,
    );
    expect(lab.core.state.nonces.size).toBe(0);
    expect(await said(lab, body)).toBe('ok');
  });
});

describe('authority', () => {
  const STRANGER =
    '401 UNAUTHORIZED wallet 0x70997970c51812dc3a010c7d01b50e0d17dc79c8 is not authorized to act on this subaccount';

  test('a foreign subaccount and one that does not exist get the same response, the second time too', async () => {
    const lab = await startLab();
    const nowhere = { nonce: 5, subAccountId: '1867542890123999999' };
    for (const expected of [STRANGER, REUSED]) {
      expect(await bid(lab, 5, 1, 0)).toBe(expected);
      expect(await said(lab, await lab.signed(1, 'placeOrders', { orders: [BID] }, nowhere))).toBe(expected);
    }
  });

  test('reads of a foreign subaccount are refused the same way', async () => {
    const lab = await startLab();
    expect(await said(lab, await lab.signed(1, 'getOpenOrders', {}, {}, 0))).toBe(STRANGER);
    expect(await said(lab, await lab.signed(1, 'getOpenOrders', {}, { subAccountId: '7' }))).toBe(STRANGER);
  });

  test('getOrderHistory distinguishes a subaccount that does not exist from a foreign one', async () => {
    const lab = await startLab();
    const nowhere = await lab.signed(1, 'getOrderHistory', {}, { subAccountId: '1867542890123999999' });
    expect(await said(lab, nowhere)).toBe('404 NOT_FOUND Subaccount not found');
    expect(await said(lab, await lab.signed(1, 'getOrderHistory', {}, {}, 0))).toMatch(/^401 UNAUTHORIZED wallet /);
  });

  test('modifyOrder refuses a stranger with 403', async () => {
    const lab = await startLab();
    const body = await lab.signed(1, 'modifyOrder', { orderId: '1948058938469519360', price: '1' }, { nonce: 5 }, 0);
    expect(await said(lab, body)).toBe(STRANGER.replace('401 UNAUTHORIZED', '403 FORBIDDEN'));
  });

  test('a manager of the owner may trade', async () => {
    const lab = await startLab();
    const [owner, manager] = lab.accounts.map(({ address }) => address.toLowerCase());
    expect(await bid(lab, 5, 1, 0)).toBe(STRANGER);
    lab.core.state.wallets.get(owner!)!.managers.add(manager!);
    expect(await bid(lab, 6, 1, 0)).toBe('ok');
  });

  test('unknown wallets leave no trace in the table of nonces', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 5 });
    for (let nonce = 6; nonce < 26; nonce += 1)
      expect(await said(lab, { ...body, nonce })).toMatch(/^401 UNAUTHORIZED wallet/);
    expect(lab.core.state.nonces.size).toBe(0);
  });
});

describe('a nonce on a read', () => {
  test.each([
    ['absent: form A', null, 'ok'],
    ['0: form A', 0, 'ok'],
    ['above 0: form B', 5, 'ok'],
  ])('%s', async (_case, nonce, expected) => {
    const lab = await startLab();
    const body = await lab.signed(0, 'getOpenOrders', {}, { nonce });
    expect(await said(lab, body)).toBe(expected);
    expect(await said(lab, body)).toBe(expected);
    expect(lab.core.state.nonces.size).toBe(0);
  });

  test('is part of what is signed', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'getOpenOrders', {}, { nonce: 5 });
    expect(await said(lab, { ...body, nonce: 6 })).toMatch(/^401 UNAUTHORIZED wallet/);
    expect(await said(lab, { ...body, nonce: 0 })).toMatch(/^401 UNAUTHORIZED wallet/);
  });
});

describe('expiresAfter', () => {
  const EXPIRED = '401 UNAUTHORIZED request expired';
  test.each([
    ['now in ms', NOW, EXPIRED],
    ['a millisecond ahead', NOW + 1, 'ok'],
    ['now in seconds', NOW / 1000, EXPIRED],
    ['a second ahead', NOW / 1000 + 1, 'ok'],
    ['0, never', 0, 'ok'],
    ['the last number read as seconds', 99_999_999_999, 'ok'],
    ['the first number read as ms', 100_000_000_000, EXPIRED],
    ['2^64 - 1', 2n ** 64n - 1n, 'ok'],
  ])('%s', async (_case, expiresAfter, expected) => {
    const lab = await startLab();
    const write = await lab.signed(0, 'placeOrders', { orders: [BID] }, { nonce: 5, expiresAfter });
    expect(await said(lab, write)).toBe(expected);
    expect(lab.core.state.nonces.size).toBe(expected === 'ok' ? 1 : 0);
    expect(await said(lab, await lab.signed(0, 'getOpenOrders', {}, { expiresAfter }))).toBe(expected);
  });

  test('passes with the exchange clock', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'getOpenOrders', {}, { expiresAfter: NOW + 1_000 });
    lab.core.clock.advance(999);
    expect(await said(lab, body)).toBe('ok');
    lab.core.clock.advance(1);
    expect(await said(lab, body)).toBe(EXPIRED);
  });

  test('that differs from the signed one recovers another wallet', async () => {
    const lab = await startLab();
    const body = await lab.signed(0, 'getOpenOrders', {}, { expiresAfter: NOW + 1_000 });
    expect(await said(lab, { ...body, expiresAfter: NOW + 2_000 })).toMatch(/^401 UNAUTHORIZED wallet/);
  });
});

describe('the text of a failure', () => {
  test.each([
    ['placeOrders', {}, 'Failed to place orders'],
    ['placeOrders', { params: { grouping: 'na' } }, 'Failed to place orders'],
    ['placeOrders', { params: { grouping: 'normalTpsl' } }, 'Failed to place compound order'],
    ['placeOrders', { params: { grouping: 'multipleTpsl' } }, 'Failed to place compound order'],
    ['placeOrders', { params: { grouping: 'positionTpsl' } }, 'Failed to place position TP/SL'],
    ['placeOrders', { params: { grouping: 'twap' } }, 'Failed to place TWAP order'],
    ['cancelOrders', { params: { grouping: 'twap' } }, 'Failed to cancel orders'],
    ['scheduleCancel', {}, 'Failed to schedule cancel'],
    ['updateLeverage', {}, 'Failed to update leverage'],
    ['getTrades', {}, 'Failed to retrieve trades'],
    ['getSubAccount', { params: { subAccountId: '12' } }, 'Failed to get subaccount by id 12'],
    ['getSubAccount', { params: {} }, 'Internal server error'],
    ['somethingNew', {}, 'Internal server error'],
  ])('of %s', (action, body, text) => {
    expect(failureText(action, body)).toBe(text);
  });
});
