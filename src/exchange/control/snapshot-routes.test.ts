import { describe, expect, test } from 'vitest';
import { createExchange } from '../exchange.ts';
import { BranchServers } from '../branch-servers.ts';
import { useControlPlane } from './control-plane.test-helper.ts';
import { createControlPlane } from './control-plane.ts';

const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' } as const;
const steered = useControlPlane();
const orders = async (): Promise<number> => (await steered.exchange.client(0).getOpenOrders()).length;

describe('the control plane', () => {
  test('saves the exchange and goes back to it twice', async () => {
    await steered.exchange.client(0).placeOrders([BID]);
    const { status, body } = await steered.post('/snapshots', { name: 'one-order' });
    expect([status, body]).toMatchObject([
      200,
      { name: 'one-order', inputs: 1, time: 1767571200000, world: 'quiet', seed: '1' },
    ]);
    const { digest } = (await steered.get('/digest')).body;
    for (let time = 1; time <= 2; time += 1) {
      await steered.exchange.client(0).placeOrders([BID]);
      expect(await orders()).toBe(2);
      expect((await steered.post('/snapshots/one-order/revert', {})).status).toBe(200);
      expect(await orders()).toBe(1);
    }
    await steered.post('/snapshots/one-order/revert', {});
    expect((await steered.get('/digest')).body['digest']).toBe(digest);
  });

  test('lists, gives and deletes snapshots', async () => {
    await steered.post('/snapshots', {});
    const { body } = await steered.get('/snapshots');
    expect(body).toMatchObject({ snapshots: [{ name: 'snapshot-1', inputs: 0 }] });
    const line = steered.exchange.exportSnapshot('snapshot-1');
    const other = await createExchange({ state: line });
    expect(other.digest()).toBe(steered.exchange.digest());
    await other.close();
    expect(await steered.post('/snapshots/snapshot-1/delete', {})).toMatchObject({ status: 200, body: { ok: true } });
    expect((await steered.get('/snapshots')).body).toEqual({ snapshots: [] });
  });

  test('compares a snapshot with another one and with the exchange as it is', async () => {
    await steered.post('/snapshots', { name: 'empty' });
    const { digest } = (await steered.get('/digest')).body;
    expect((await steered.get('/snapshots/empty/compare')).body).toMatchObject({ total: 0, differences: [] });
    await steered.exchange.client(0).placeOrders([BID]);
    await steered.post('/snapshots', { name: 'one-order' });
    const { body } = await steered.get('/snapshots/empty/compare?with=one-order');
    expect(body).toMatchObject({ a: { name: 'empty', inputs: 0 }, b: { name: 'one-order', inputs: 1 } });
    const differences = body['differences'] as { path: string; a: string; b: string }[];
    expect(differences).toContainEqual({ path: 'state.inputSeq', a: '0', b: '1' });
    expect(body['total']).toBeGreaterThanOrEqual(differences.length);
    const now = (await steered.get('/snapshots/empty/compare')).body;
    expect(now).toEqual({ ...body, b: { ...(body['b'] as object), name: '' } });
    await steered.post('/snapshots/empty/revert', {});
    expect((await steered.get('/digest')).body['digest']).toBe(digest);
    expect(await steered.get('/snapshots/empty/compare?with=nowhere')).toMatchObject({
      status: 404,
      body: { error: { message: 'there is no snapshot nowhere; there are empty, one-order' } },
    });
  });

  test.each([
    ['/snapshots/nowhere/revert', 404, 'name', 'there is no snapshot nowhere; there are here'],
    ['/snapshots/nowhere/delete', 404, 'name', 'there is no snapshot nowhere; there are here'],
    ['/snapshots/here/branch', 409, 'path', 'there is no server that could open a port for a branch'],
    ['/branches/8700/end', 409, 'path', 'there is no server that could open a port for a branch'],
    ['/branches/x/end', 400, 'port', 'port must be the port of a branch'],
  ])('refuses %s and changes nothing', async (path, status, field, message) => {
    await steered.post('/snapshots', { name: 'here' });
    const before = [(await steered.get('/digest')).body, (await steered.get('/snapshots')).body];
    expect(await steered.post(path, {})).toMatchObject({ status, body: { error: { field, message } } });
    expect([(await steered.get('/digest')).body, (await steered.get('/snapshots')).body]).toEqual(before);
  });

  test.each([
    [{ name: 'here' }, 'name', 'there is a snapshot here already: delete it first, or take another name'],
    [{ name: '' }, 'name', 'name must be the name of a snapshot'],
    [{ named: 'x' }, 'named', 'unknown field "named" (did you mean name?); the fields here are name'],
  ])('refuses a snapshot with %j', async (body, field, message) => {
    await steered.post('/snapshots', { name: 'here' });
    expect(await steered.post('/snapshots', body)).toMatchObject({ status: 400, body: { error: { field, message } } });
    expect((await steered.get('/snapshots')).body).toMatchObject({ snapshots: [{ name: 'here' }] });
  });
});

describe('a branch', () => {
  test('runs on a port of its own, goes on independently, and ends on request', async () => {
    const { exchange } = steered;
    const branches = new BranchServers(exchange, { token: null, onError: (error) => expect.fail(String(error)) });
    const plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0', branches });
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' };
      const request = {
        method: 'POST',
        path: `/sim/v1${path}`,
        headers,
        body: Buffer.from(JSON.stringify(body)),
        ip: '127.0.0.1',
      };
      return JSON.parse((await plane.handle(request))?.body ?? '') as Record<string, unknown>;
    };
    await exchange.client(0).placeOrders([BID]);
    await post('/snapshots', { name: 'here' });
    const branch = await post('/snapshots/here/branch', {});
    expect(branch).toMatchObject({ snapshot: 'here', url: `http://127.0.0.1:${String(branch['port'])}/v1` });
    const controlUrl = String(branch['controlUrl']);
    const digestOf = async (): Promise<unknown> => (await fetch(`${controlUrl}/digest`)).json();
    expect(await digestOf()).toEqual({ digest: exchange.digest() });
    await exchange.client(0).placeOrders([BID]);
    expect(await digestOf()).not.toEqual({ digest: exchange.digest() });
    expect(branches.list()).toEqual([branch]);
    const unknown = {
      error: { code: 'NOT_FOUND', field: 'name', message: 'there is no snapshot nowhere; there are here' },
    };
    expect(await post('/snapshots/nowhere/branch', {})).toEqual(unknown);
    const taken = await post('/snapshots/here/branch', { port: branch['port'] });
    expect(taken).toMatchObject({
      error: { field: 'port', message: `port ${String(branch['port'])} of 127.0.0.1 cannot be opened: it is in use` },
    });
    expect(await post(`/branches/${String(branch['port'])}/end`, {})).toEqual({ ok: true });
    expect(branches.list()).toEqual([]);
    await expect(fetch(`${controlUrl}/digest`)).rejects.toThrow();
    expect(await post(`/branches/${String(branch['port'])}/end`, {})).toMatchObject({ error: { field: 'port' } });
    await branches.close();
  });
});
