import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createExchange, type Exchange } from '../exchange.ts';
import { HandWall } from '../clock/hand-wall.test-helper.ts';
import { nextTurn } from '../clock/slices.ts';
import { FIRST_ACCOUNT, START } from './control-plane.test-helper.ts';
import { type ControlPlane, createControlPlane } from './control-plane.ts';

const DAY_MS = 86_400_000;
const JSON_TYPE = { host: '127.0.0.1:8700', 'content-type': 'application/json' };

let wall: HandWall;
let exchange: Exchange;
let plane: ControlPlane;
/** Every slice is one input: this machine is slow. */
beforeEach(async () => {
  wall = new HandWall(11);
  exchange = await createExchange({ seed: 7, startTime: START, wall });
  plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
});
afterEach(() => exchange.close());

async function ask(method: 'GET' | 'POST', path: string, body?: object) {
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body));
  const request = { method, path: `/sim/v1${path}`, headers: JSON_TYPE, body: bytes, ip: '127.0.0.1' };
  const response = await plane.handle(request);
  if (!response) throw new Error(`${path} is no path of the control plane`);
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(response.body) as Record<string, unknown>,
  };
}

/** Lets the advance under way run a few slices. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const conflict = (message: unknown) => ({
  status: 409,
  body: { error: { code: 'CONFLICT', field: 'clock', message } },
});
const ON_ITS_WAY = expect.stringMatching(
  new RegExp(`^the clock is at \\d+ on its way to ${START + DAY_MS}: wait for the end of that advance, or cancel it$`),
) as string;

describe('while the clock is being advanced', () => {
  test('GET /clock says how far it has come', async () => {
    const done = ask('POST', '/clock/advance', { ms: DAY_MS });
    await someTurns();
    const { status, body } = await ask('GET', '/clock');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mode: 'manual',
      advancing: { from: START, to: START + DAY_MS, startedBy: 'control plane', waitingRequests: 0 },
    });
    const { now } = body['advancing'] as { now: number };
    expect(now).toBeGreaterThan(START);
    expect(body['now']).toBe(now);
    expect((await ask('GET', '/state')).status).toBe(200);
    await exchange.clock.cancelAdvance();
    await done;
    expect((await ask('GET', '/clock')).body['advancing']).toBeNull();
  });

  test('POST /clock/cancel stops it at a whole input, and both responses say where', async () => {
    const done = ask('POST', '/clock/advance', { ms: DAY_MS });
    await someTurns();
    const cancelled = await ask('POST', '/clock/cancel', {});
    const advanced = await done;
    expect(advanced.status).toBe(200);
    expect(advanced.body).toMatchObject({ from: START, cancelled: true });
    expect(cancelled.body).toMatchObject({ cancelled: true, now: advanced.body['now'], advancing: null });
    expect((Number(advanced.body['now']) - START) % 1_000).toBe(0);
    expect((await ask('POST', '/clock/cancel', {})).body).toMatchObject({ cancelled: false });
  });

  test('a second advance and a change of mode are refused with 409, and change nothing', async () => {
    const done = ask('POST', '/clock/advance', { ms: DAY_MS });
    await someTurns();
    expect(await ask('POST', '/clock/advance', { ms: 1 })).toMatchObject(conflict(ON_ITS_WAY));
    expect(await ask('POST', '/clock/advanceTo', { time: START + 2 * DAY_MS })).toMatchObject(conflict(ON_ITS_WAY));
    expect(await ask('POST', '/clock/mode', { mode: 'live' })).toMatchObject(conflict(ON_ITS_WAY));
    expect(await ask('POST', '/clock/speed', { speed: 2 })).toMatchObject({ status: 200, body: { mode: 'manual' } });
    await ask('POST', '/clock/cancel', {});
    expect((await done).body).toMatchObject({ from: START, cancelled: true });
  });

  test('a route that writes waits for its end, and gets 503 with Retry-After after 5 s', async () => {
    const done = ask('POST', '/clock/advance', { ms: DAY_MS });
    const late = ask('POST', '/deposit', { subAccountId: FIRST_ACCOUNT, asset: 'USDT', amount: '5' });
    await someTurns();
    const before = exchange.control.state().events;
    wall.pass(5_000);
    expect(await late).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: {
        error: {
          code: 'SERVICE_UNAVAILABLE',
          field: 'clock',
          message: 'the exchange clock is being advanced, send the request again',
        },
      },
    });
    const waiting = ask('POST', '/status', { status: 'degraded' });
    await nextTurn();
    expect(exchange.control.state().status).toBe('running');
    await ask('POST', '/clock/cancel', {});
    expect(await waiting).toMatchObject({ status: 200, body: { ok: true } });
    expect(exchange.control.state().status).toBe('degraded');
    expect(exchange.control.state().events).toBeGreaterThan(before);
    await done;
  });
});

test('POST /clock/advanceTo goes no further than POST /clock/advance', async () => {
  const most = 31_622_400_000;
  expect(await ask('POST', '/clock/advance', { ms: most + 1 })).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'INVALID_VALUE',
        field: 'ms',
        message: `ms must be a whole number of milliseconds from 0 to ${most}`,
      },
    },
  });
  expect(await ask('POST', '/clock/advanceTo', { time: START + most + 1 })).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'INVALID_VALUE',
        field: 'time',
        message: `time must be at most ${most} ms after the exchange time, which is ${START}`,
      },
    },
  });
  expect(exchange.control.state().inputs).toBe(0);
});
