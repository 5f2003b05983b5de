import { describe, expect, test } from 'vitest';
import { checkChain } from './recompute.test-helper.ts';
import { createControlPlane } from '../control/control-plane.ts';
import { Explanations } from './explanations.ts';
import { type Exchange, createExchange } from '../exchange.ts';
import { BID, type Lab, startLab } from '../lab.test-helper.ts';
import { exchangeDigest } from '../journal/ledger-record.ts';
import { replay } from '../journal/replay.ts';
import { createSignatureChecker } from '../signatures/signature.ts';
import { createWhy } from './why.ts';

const FIRST = '1867542890123456789';

const signing = async () => ({
  serviceName: 'PerpSim',
  checker: await createSignatureChecker({ serviceName: 'PerpSim' }),
});

/** Sends a request that is refused and returns its id. */
async function refused(lab: Lab, ...order: Parameters<Lab['signed']>): Promise<string> {
  const { envelope } = await lab.post('trade', await lab.signed(...order));
  return envelope.request_id;
}

describe('a refused request', () => {
  test('item by item of a batch, by the id of its response', async () => {
    const lab = await startLab();
    const orders = [{ ...BID, quantity: '0.00001' }, BID, { ...BID, price: '100000' }];
    const id = await refused(lab, 0, 'placeOrders', { orders });
    const { why } = lab.core;
    expect(why.refusal(id, 2)).toMatchObject({
      subject: { requestId: id, item: '2', action: 'placeOrders', command: 'PlaceOrder', symbol: 'BTC-USDT' },
      verdict: { code: 'PRICE_OUT_OF_BOUNDS', message: 'price out of bounds', step: 'submit' },
    });
    expect(why.refusal(id)).toMatchObject({ subject: { item: '0' }, verdict: { code: 'QUANTITY_TOO_SMALL' } });
    checkChain(why.refusal(id, 0));
    checkChain(why.refusal(id, 2));
    expect(() => why.refusal(id, 1)).toThrow(`item 1 of request ${id} was not refused: refused were 0, 2`);
    expect(why.refusals().map(({ requestId, item, code }) => [requestId, item, code])).toEqual([
      [id, 0, 'QUANTITY_TOO_SMALL'],
      [id, 2, 'PRICE_OUT_OF_BOUNDS'],
    ]);
  });

  test('linked orders that were refused together are each explained', async () => {
    const lab = await startLab();
    const stop = { symbol: 'BTC-USDT', side: 'sell', orderType: 'triggerSl', triggerPrice: '90000.5' };
    const orders = [BID, { ...stop, quantity: '0.01', isTriggerMarket: true, reduceOnly: true }];
    const id = await refused(lab, 0, 'placeOrders', { orders, grouping: 'normalTpsl' });
    for (const item of [0, 1]) {
      const explanation = lab.core.why.refusal(id, item);
      checkChain(explanation);
      expect(explanation.verdict['code']).toBe('INVALID_TRIGGER_PRICE');
    }
  });

  test('an item that never reached the engine does not take the reason of another', async () => {
    const lab = await startLab();
    const id = await refused(lab, 0, 'cancelOrders', { orderIds: ['5', '1948058938469999999'] });
    expect(lab.core.why.refusal(id, 0).steps).toEqual([]);
    expect(lab.core.why.refusal(id, 1).inputs[0]).toMatchObject({ name: 'order', value: '1948058938469999999' });
  });

  test('as a whole by the engine', async () => {
    const lab = await startLab();
    await lab.post('trade', await lab.signed(0, 'placeOrders', { orders: [{ ...BID, quantity: '60' }] }, { nonce: 1 }));
    const id = await refused(lab, 0, 'updateLeverage', { symbol: 'BTC-USDT', leverage: '1' }, { nonce: 2 });
    const explanation = lab.core.why.refusal(id);
    checkChain(explanation);
    expect(explanation.verdict).toMatchObject({ code: 'INSUFFICIENT_MARGIN', step: 'submit' });
    expect(explanation.steps.at(-1)?.with).toBe('5700000 > 1152950');
    expect(() => lab.core.why.refusal(id, 0)).toThrow('it was refused as a whole');
  });

  test('before the engine: step, field, text and clause', async () => {
    const lab = await startLab();
    const seen = async (body: unknown, surface: 'trade' | 'info' = 'trade'): Promise<unknown[]> => {
      const { envelope } = await lab.post(surface, body);
      const { verdict, rules, steps } = lab.core.why.refusal(envelope.request_id);
      expect(steps).toEqual([]);
      expect(rules.map(({ id }) => id)).toEqual([verdict['step']]);
      return [verdict['step'], verdict['code'], verdict['field']];
    };
    const signed = (overrides = {}, params: object = { orders: [BID] }, owner = 0) =>
      lab.signed(0, 'placeOrders', params as never, overrides, owner);
    expect(await seen(new Uint8Array(20_481))).toEqual(['checkSize', 'INVALID_FORMAT', 'body']);
    expect(await seen('{')).toEqual(['checkBody', 'INVALID_FORMAT', 'body']);
    expect(await seen({})).toEqual(['checkAction', 'MISSING_REQUIRED_FIELD', 'params']);
    expect(await seen({ ...(await signed()), params: { action: 'placeOrders', subAccountId: 'x' } })).toEqual([
      'checkSubAccountId',
      'VALIDATION_ERROR',
      'subAccountId',
    ]);
    expect(await seen({ ...(await signed()), signature: null })).toEqual([
      'checkSignatureForm',
      'UNAUTHORIZED',
      'signature',
    ]);
    expect(await seen(await signed({ expiresAfter: 1_767_571_200_000 }))).toEqual([
      'checkDeadline',
      'UNAUTHORIZED',
      'expiresAfter',
    ]);
    await lab.post('trade', await signed({ nonce: 5 }));
    expect(await seen(await signed({ nonce: 5 }))).toEqual(['checkNonce', 'UNAUTHORIZED', 'nonce']);
    expect(await seen(await signed({ nonce: 6 }, { orders: [BID] }, 1))).toEqual([
      'checkAuthority',
      'UNAUTHORIZED',
      'signature',
    ]);
    expect((await seen(await signed({ nonce: 7 }, { orders: [{ ...BID, side: 'up' }] }))).slice(0, 2)).toEqual([
      'checkParams',
      'VALIDATION_ERROR',
    ]);
    lab.core.steering.setWhitelisted(lab.accounts[0]?.address ?? '', false);
    expect(await seen(await signed({ nonce: 8 }))).toEqual(['checkWhitelist', 'FORBIDDEN', 'wallet']);
    lab.core.steering.setExchangeStatus('draining');
    expect((await seen(await signed({ nonce: 9 }))).slice(0, 2)).toEqual(['checkStatus', 'SERVICE_UNAVAILABLE']);
  });

  test('is forgotten when a thousand others have come', async () => {
    const lab = await startLab({ limits: { enabled: false } });
    const id = await refused(lab, 0, 'placeOrders', { orders: [{ ...BID, price: '100000' }] });
    for (let more = 0; more < 999; more += 1) await lab.post('info', '{');
    expect(lab.core.why.refusal(id).verdict['code']).toBe('PRICE_OUT_OF_BOUNDS');
    await lab.post('info', '{');
    expect(() => lab.core.why.refusal(id)).toThrow(`no refusal of request ${id} is kept: only the latest 1000 are`);
    expect(lab.core.why.refusals()).toHaveLength(1_000);
  });
});

test('a served request leaves nothing, and a steered one neither', async () => {
  const lab = await startLab();
  await lab.post('trade', await lab.signed(0, 'placeOrders', { orders: [BID] }));
  expect(() => lab.core.steering.movePrice('BTC-USDT', '0.00000001')).toThrow('price must be at least one tick');
  await lab.post('info', { action: 'getMids' });
  expect(lab.core.why.refusals()).toEqual([]);
});

test('explaining changes neither the run nor its digest', async () => {
  const lab = await startLab();
  await refused(lab, 0, 'placeOrders', { orders: [{ ...BID, quantity: '0.00001' }, BID] });
  const digest = (): string => exchangeDigest(lab.core.sequencer.chainValue(), lab.core.state);
  const before = digest();
  lab.core.why.margin(FIRST);
  expect(digest()).toBe(before);
  expect(replay(lab.core.settings.config, lab.core.journal.records()).digest).toBe(before);
});

test('a payment that is no longer kept is worked out again from the journal, to the same explanation', async () => {
  const lab = await startLab();
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' };
  await lab.post('trade', await lab.signed(0, 'placeOrders', { orders: [order] }));
  lab.core.clock.advance(7_200_000);
  const { state, settings, journal, why } = lab.core;
  const forgetful = createWhy({
    isWhole: true,
    ...(await signing()),
    state,
    config: settings.config,
    journal,
    explanations: new Explanations(() => undefined),
  });
  const digest = exchangeDigest(lab.core.sequencer.chainValue(), state);
  expect(forgetful.funding('3')).toEqual(why.funding('3'));
  expect(forgetful.funding('3').verdict['payment']).toBe('-0.11875');
  expect(exchangeDigest(lab.core.sequencer.chainValue(), state)).toBe(digest);
});

test('a payment from before the start of the journal is not explained once it is no longer kept', async () => {
  const lab = await startLab({ journalWindow: 2 });
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' };
  await lab.post('trade', await lab.signed(0, 'placeOrders', { orders: [order] }));
  for (let hour = 0; hour < 6; hour += 1) lab.core.clock.advance(3_600_000);
  const { state, settings, journal, why } = lab.core;
  const parts = { ...(await signing()), state, config: settings.config, journal };
  const forgetful = createWhy({ isWhole: true, ...parts, explanations: new Explanations(() => undefined) });
  expect(forgetful.funding(String(state.counters.payment))).toEqual(why.funding(String(state.counters.payment)));
  expect(() => forgetful.funding('1')).toThrow(
    `funding payment 1 happened before input ${journal.first}, with which the journal begins: it is not known any more`,
  );
  expect(() => forgetful.funding('99')).toThrow(`no funding payment 99: so far there are ${state.counters.payment}`);
});

describe('over the control plane', () => {
  const asked = async (exchange: Exchange, path: string) => {
    const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
    const request = { method: 'GET', headers: { host: '127.0.0.1' }, body: new Uint8Array(), ip: '127.0.0.1' };
    const response = await plane.handle({ ...request, path: `/sim/v1${path}` });
    return { status: response?.status, body: JSON.parse(response?.body ?? 'null') as Record<string, unknown> };
  };

  test('an index, margin, funding, and what is not known', async () => {
    const exchange = await createExchange({ seed: 7, world: 'quiet' });
    await exchange.client(0).placeOrders([{ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' }]);
    exchange.clock.advance(3_600_000);
    const { body: index } = await asked(exchange, '/why');
    expect((index['kinds'] as { path: string }[]).map(({ path }) => path)).toEqual([
      '/why/refusals',
      '/why/refusal/{requestId}',
      '/why/signature',
      '/why/signature/{requestId}',
      '/why/margin/{subAccountId}',
      '/why/order/{orderId}',
      '/why/funding/{paymentId}',
      '/why/liquidations',
      '/why/liquidation/{number}',
      '/why/adl/{tradeId}',
    ]);
    const margin = await asked(exchange, `/why/margin/${FIRST}?symbol=BTC-USDT`);
    expect(margin).toMatchObject({ status: 200, body: { kind: 'margin', verdict: { side: 'long', quantity: '0.1' } } });
    expect(await asked(exchange, '/why/funding/1')).toMatchObject({ status: 200, body: { kind: 'funding' } });
    expect((await asked(exchange, '/why/liquidations')).body).toEqual({ liquidations: [] });
    await exchange.close();
  });

  test('an entry that was not taken when it fired', async () => {
    const exchange = await createExchange({ seed: 7, world: 'quiet' });
    const order = {
      symbol: 'BTC-USDT',
      side: 'buy',
      orderType: 'triggerTp',
      price: '94000',
      triggerPrice: '94500',
      quantity: '100',
    } as const;
    const { statuses } = await exchange.client(0).placeOrders([order, order]);
    exchange.control.movePrice('BTC-USDT', '94500');
    const [taken, over] = statuses.map(({ resting }) => resting?.id ?? '');
    expect(await asked(exchange, `/why/order/${over}`)).toMatchObject({
      status: 200,
      body: {
        kind: 'refusal',
        subject: { order: over, symbol: 'BTC-USDT' },
        verdict: { code: 'INSUFFICIENT_MARGIN' },
      },
    });
    expect(await asked(exchange, `/why/order/${taken}`)).toMatchObject({ status: 404 });
    await exchange.close();
  });

  test.each([
    ['/why/order/x', 400, 'orderId'],
    ['/why/order/1', 404, 'orderId'],
    ['/why/refusal/0123456789abcdef', 404, 'requestId'],
    ['/why/refusal/short', 400, 'requestId'],
    ['/why/refusal/0123456789abcdef?item=x', 400, 'item'],
    ['/why/refusal/0123456789abcdef?what=1', 400, 'what'],
    ['/why/margin/1', 404, 'subAccountId'],
    [`/why/margin/${FIRST}?symbol=NO-USDT`, 404, 'symbol'],
    [`/why/margin/${FIRST}?symbol=A&symbol=B`, 400, 'symbol'],
    ['/why/funding/1', 404, 'paymentId'],
    ['/why/liquidation/1', 404, 'number'],
    ['/why/liquidations?subAccountId=1', 404, 'subAccountId'],
    ['/why/adl/1', 404, 'tradeId'],
    ['/why/adl/%', 404, 'path'],
    ['/why/weather', 404, 'path'],
    ['/why/margin/', 404, 'path'],
  ])('%s responds with %i about %s', async (path, status, field) => {
    const exchange = await createExchange({ world: 'quiet' });
    expect(await asked(exchange, path)).toMatchObject({ status, body: { error: { field } } });
    await exchange.close();
  });
});
