import { describe, expect, test } from 'vitest';
import type { InfoRead } from '../../contract/action.ts';
import { INFO_ACTIONS } from '../../contract/catalogue.ts';
import { Dispatcher } from './dispatcher.ts';
import { BID, type Lab, startLab } from '../lab.test-helper.ts';
import { RequestIds } from '../http/http.ts';
import { createSignatureChecker } from '../signatures/signature.ts';

/**
 * Goal: the first step of wire 0.3 that fails decides the response. Method: one placeOrders that is wrong in every
 * way, then the same one mended from the front, one step at a time.
 */
const STEPS = [
  { flaw: 'body over 20 KiB', status: 400, code: 'INVALID_FORMAT', message: 'Invalid request body' },
  { flaw: 'repeated key', status: 400, code: 'INVALID_FORMAT', message: 'Invalid request body' },
  { flaw: 'no params', status: 400, code: 'MISSING_REQUIRED_FIELD', message: 'params is required' },
  { flaw: 'no action', status: 400, code: 'MISSING_REQUIRED_FIELD', message: 'action is required' },
  { flaw: 'unknown action', status: 400, code: 'VALIDATION_ERROR', message: 'unsupported action' },
  {
    flaw: 'draining',
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'trading service is draining, not accepting new orders',
  },
  { flaw: 'subaccount 0', status: 400, code: 'VALIDATION_ERROR', message: 'subaccount id cannot be zero' },
  { flaw: 'v of 5', status: 401, code: 'UNAUTHORIZED', message: 'signature v field must be 0, 1, 27, or 28' },
  { flaw: 'nonce of 2^64', status: 400, code: 'VALIDATION_ERROR', message: 'nonce must be an unsigned 64-bit integer' },
  {
    flaw: 'half an expiresAfter',
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'expiresAfter must be an unsigned 64-bit integer',
  },
  { flaw: 'orders no array', status: 400, code: 'INVALID_FORMAT', message: 'Invalid request body' },
  { flaw: 'expired', status: 401, code: 'UNAUTHORIZED', message: 'request expired' },
  {
    flaw: 'r of no key',
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'signature verification failed: no key gives this signature',
  },
  { flaw: 'no nonce', status: 400, code: 'MISSING_REQUIRED_FIELD', message: 'nonce is required for this operation' },
  { flaw: 'used nonce', status: 401, code: 'UNAUTHORIZED', message: 'nonce already used' },
  {
    flaw: 'stranger',
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'wallet 0x70997970c51812dc3a010c7d01b50e0d17dc79c8 is not authorized to act on this subaccount',
  },
  { flaw: 'quantity zero', status: 400, code: 'VALIDATION_ERROR', message: 'order 0: quantity is zero' },
  { flaw: 'not whitelisted', status: 403, code: 'FORBIDDEN', message: 'failed whitelist arbitration' },
] as const;
type Flaw = (typeof STEPS)[number]['flaw'];

const USED = 1_000;
const FRESH = 2_000;

async function bodyWith(lab: Lab, flaws: ReadonlySet<Flaw>): Promise<string> {
  const has = (flaw: Flaw): boolean => flaws.has(flaw);
  const signer = has('stranger') ? 1 : 0;
  const nonce = has('nonce of 2^64') || has('no nonce') ? null : has('used nonce') ? USED : FRESH;
  const order = { ...BID, ...(has('quantity zero') && { quantity: '0' }) };
  const overrides = { nonce, ...(has('expired') && { expiresAfter: 1_767_571_200 }) };
  const body = await lab.signed(signer, 'placeOrders', { orders: [order], grouping: 'na' }, overrides, 0);
  const { action, subAccountId, ...rest } = body.params as Record<string, unknown>;
  const sent = {
    ...body,
    params: {
      ...rest,
      ...(!has('no action') && { action: has('unknown action') ? '__proto__' : action }),
      subAccountId: has('subaccount 0') ? '0' : subAccountId,
      ...(has('orders no array') && { orders: {} }),
    },
    signature: {
      ...(body.signature as object),
      ...(has('v of 5') && { v: 5 }),
      ...(has('r of no key') && { r: `0x${'0'.repeat(64)}` }),
    },
    ...(has('nonce of 2^64') && { nonce: '18446744073709551616' }),
    ...(has('half an expiresAfter') && { expiresAfter: 0.5 }),
  };
  const text = JSON.stringify(has('no params') ? { ...sent, params: undefined } : sent);
  const twice = has('repeated key') ? text.replace('{', '{"signature":1,') : text;
  return has('body over 20 KiB') ? twice + ' '.repeat(20_481 - twice.length) : twice;
}

async function labWith(flaws: ReadonlySet<Flaw>): Promise<Lab> {
  const lab = await startLab();
  if (flaws.has('used nonce')) {
    const signer = flaws.has('stranger') ? 1 : 0;
    await lab.post('trade', await lab.signed(signer, 'cancelAllOrders', { symbols: ['*'] }, { nonce: USED }, 0));
  }
  if (flaws.has('not whitelisted')) lab.core.steering.setWhitelisted(lab.accounts[0]!.address, false);
  if (flaws.has('draining')) lab.core.steering.setExchangeStatus('draining');
  return lab;
}

describe('the order of the validation steps', () => {
  test.each(
    STEPS.map((step, index) => [step.flaw, step, new Set<Flaw>(STEPS.slice(index).map(({ flaw }) => flaw))] as const),
  )('%s wins over everything after it', async (_flaw, step, flaws) => {
    const lab = await labWith(flaws);
    const orders = lab.core.state.orders.size;
    const { status, envelope } = await lab.post('trade', await bodyWith(lab, flaws));
    expect({ status, code: envelope.error?.code, message: envelope.error?.message }).toEqual({
      status: step.status,
      code: step.code,
      message: step.message,
    });
    expect(lab.core.state.orders.size).toBe(orders);
    expect(lab.logged).toEqual([]);
  });

  test.each(STEPS.map((step) => [step.flaw, step] as const))('%s alone gets the same response', async (flaw, step) => {
    const flaws = new Set<Flaw>([flaw]);
    const lab = await labWith(flaws);
    const orders = lab.core.state.orders.size;
    const { status, envelope } = await lab.post('trade', await bodyWith(lab, flaws));
    expect([status, envelope.error?.code, envelope.error?.message]).toEqual([step.status, step.code, step.message]);
    expect(lab.core.state.orders.size).toBe(orders);
  });

  test('without a flaw the order rests', async () => {
    const lab = await startLab();
    const { status, envelope } = await lab.post('trade', await bodyWith(lab, new Set()));
    expect(status).toBe(200);
    expect(envelope).toMatchObject({
      status: 'ok',
      response: { statuses: [{ resting: { order: { clientId: '' } } }] },
    });
    expect(envelope.request_id).toMatch(/^[0-9a-f]{16}$/);
    expect(envelope.requestId).toBe(envelope.request_id);
    expect(envelope.timestamp).toBe(1_767_571_200_000);
  });

  test('a body of exactly 20,480 bytes is read', async () => {
    const lab = await startLab();
    const text = await bodyWith(lab, new Set());
    const { status } = await lab.post('trade', text + ' '.repeat(20_480 - text.length));
    expect(status).toBe(200);
  });
});

describe('what is no request at all', () => {
  test.each([
    ['nothing', ''],
    ['a truncated body', '{"params":{"action":"placeOrders"'],
    ['an array', '[]'],
    ['a text', '"placeOrders"'],
    ['null', 'null'],
    ['bad UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)],
    ['params of another type', '{"params":[]}'],
    ['depth', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ])('%s is refused on both surfaces', async (_case, body) => {
    const lab = await startLab();
    for (const surface of ['trade', 'info'] as const) {
      const { status, envelope } = await lab.post(surface, body);
      expect([status, envelope.error?.code, envelope.error?.message]).toEqual([
        400,
        'INVALID_FORMAT',
        'Invalid request body',
      ]);
    }
  });

  test.each([
    ['an empty object', {}, 'MISSING_REQUIRED_FIELD', 'params is required'],
    ['empty params', { params: {} }, 'MISSING_REQUIRED_FIELD', 'action is required'],
    ['an empty action', { params: { action: '' } }, 'MISSING_REQUIRED_FIELD', 'action is required'],
    ['an action that is no text', { params: { action: 1 } }, 'VALIDATION_ERROR', 'unsupported action'],
    ['an inherited name', { params: { action: 'constructor' } }, 'VALIDATION_ERROR', 'unsupported action'],
  ])('%s on both surfaces', async (_case, body, code, message) => {
    const lab = await startLab();
    for (const surface of ['trade', 'info'] as const) {
      const { status, envelope } = await lab.post(surface, body);
      expect([status, envelope.error?.code, envelope.error?.message]).toEqual([400, code, message]);
    }
  });

  test.each([
    ['trade', 'placeOrder', 'did you mean placeOrders?'],
    ['info', 'getOrderBook', 'did you mean getOrderbook?'],
    ['info', 'getTrades', 'getTrades is served by POST /v1/trade'],
    ['trade', 'getMids', 'getMids is served by POST /v1/info'],
    ['info', 5, 'must be a string'],
    ['info', 'x'.repeat(20_000), undefined],
  ] satisfies ['trade' | 'info', unknown, string | undefined][])(
    '%s: the details of an unknown action name the nearest one',
    async (surface, action, hint) => {
      const lab = await startLab();
      const { envelope } = await lab.post(surface, { params: { action } });
      const details = { field: 'action', ...(hint !== undefined && { hint }) };
      expect(envelope.error?.details).toEqual(details);
      expect(lab.core.why.refusal(envelope.request_id).verdict).toMatchObject(details);
    },
  );

  test.each([
    [
      'info',
      { action: 'getLastTrades', symbol: 'BTC-USDT', limit: '5' },
      { field: 'limit', hint: 'must be an integer' },
    ],
    ['trade', { orders: {} }, { field: 'orders', hint: 'must be an array' }],
    ['trade', { orders: [7] }, { field: 'orders[0]', hint: 'must be an object' }],
    ['trade', { orders: [{}, { price: 5 }] }, { field: 'orders[1].price', hint: 'must be a string' }],
    ['trade', { orders: [{ reduceOnly: 'no' }] }, { field: 'orders[0].reduceOnly', hint: 'must be true or false' }],
  ] satisfies ['trade' | 'info', object, object][])(
    '%s: the details of %j name the field',
    async (surface, params, details) => {
      const lab = await startLab();
      const signed = await lab.signed(0, 'placeOrders', { orders: [] });
      const body =
        surface === 'info' ? { params } : { ...signed, params: { ...(signed['params'] as object), ...params } };
      const { envelope } = await lab.post(surface, body);
      expect(envelope.error).toMatchObject({ code: 'INVALID_FORMAT', message: 'Invalid request body', details });
      expect(lab.core.why.refusal(envelope.request_id).verdict).toMatchObject(details);
    },
  );

  test('the details of a body that is no JSON name the place of the mistake', async () => {
    const lab = await startLab();
    const { envelope } = await lab.post('info', new TextEncoder().encode('{"params":{"action":"getMids",}}'));
    expect(envelope.error?.details).toEqual({ field: 'body', hint: 'expected a key at character 30' });
  });

  test('an action of the other surface is unknown', async () => {
    const lab = await startLab();
    expect((await lab.post('trade', { params: { action: 'getMids' } })).envelope.error?.message).toBe(
      'unsupported action',
    );
    expect((await lab.post('info', { params: { action: 'getTrades' } })).envelope.error?.message).toBe(
      'unsupported action',
    );
  });
});

describe('the info surface', () => {
  test.each([
    ['the wrapper', { params: { action: 'getMids' } }],
    ['bare fields', { action: 'getMids' }],
    ['type for action', { type: 'getMids' }],
    ['type inside the wrapper', { params: { type: 'getMids' } }],
  ])('reads %s', async (_case, body) => {
    const lab = await startLab();
    const { status, envelope } = await lab.post('info', body);
    expect(status).toBe(200);
    expect(envelope.response).toMatchObject({ 'BTC-USDT': '95000' });
  });

  test('prefers action to type', async () => {
    const lab = await startLab();
    const { envelope } = await lab.post('info', { action: 'getMids', type: 'getTiers' });
    expect(envelope.response).toMatchObject({ 'BTC-USDT': '95000' });
  });

  test('serves nothing but the status while draining', async () => {
    const lab = await startLab();
    lab.core.steering.setExchangeStatus('draining');
    expect(await lab.post('info', { params: { action: 'getMids' } })).toMatchObject({
      status: 503,
      envelope: { error: { code: 'SERVICE_UNAVAILABLE' } },
    });
    expect(await lab.post('info', { params: { action: 'getExchangeStatus' } })).toMatchObject({
      status: 200,
      envelope: { response: { accepting_orders: false, exchange_status: 'MAINTENANCE', code: 'SERVICE_DRAINING' } },
    });
  });
});

describe('an internal failure', () => {
  test('is a generic 500, and only the log knows more', async () => {
    const lab = await startLab();
    const broken: InfoRead = {
      ...INFO_ACTIONS.get('getMids')!,
      parse: () => {
        throw new Error('secret reason');
      },
    };
    const { state, sequencer } = lab.core;
    const logged: unknown[] = [];
    const dispatcher = new Dispatcher({
      state,
      sequencer,
      onRequest: null,
      views: { ready: () => Promise.resolve() } as never,
      checker: await createSignatureChecker({ serviceName: 'PerpSim' }),
      requestIds: new RequestIds('1'),
      log: { error: (facts, message) => void logged.push([message, (facts.err as Error).message]) },
      explanations: lab.core.explanations,
      faults: lab.core.faults,
      gate: lab.core.gate,
      tradeActions: new Map(),
      infoActions: new Map([['getMids', broken]]),
    });
    const reply = await dispatcher.info(Buffer.from('{"action":"getMids"}'), { ip: '127.0.0.1' });
    expect(reply.http).toBe(500);
    expect(reply.envelope).toMatchObject({
      status: 'error',
      error: {
        code: 'INTERNAL_ERROR',
        message: 'Could not pull market configuration',
        category: 'SYSTEM',
        retryable: true,
      },
    });
    expect(JSON.stringify(reply.envelope)).not.toContain('secret');
    expect(logged).toEqual([['getMids failed', 'secret reason']]);
  });
});
