import { afterEach, describe, expect, test } from 'vitest';
import { ControlError, createExchange, type Exchange, type ExchangeOptions } from '../../index.ts';
import { nextTurn } from './slices.ts';
import { HandWall } from './hand-wall.test-helper.ts';

const START = 1_767_571_200_000;
const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '90000', quantity: '0.01' } as const;

/** Resolves once so many requests wait. */
async function waiting(exchange: Exchange, count: number): Promise<void> {
  while (exchange.clock.advancing()?.waitingRequests !== count) await nextTurn();
}

const open: Exchange[] = [];
afterEach(() => Promise.all(open.splice(0).map((exchange) => exchange.close())));

/** An exchange on a machine so slow that each slice is one input. */
async function slow(options: ExchangeOptions = {}): Promise<{ exchange: Exchange; wall: HandWall }> {
  const wall = new HandWall(11);
  const exchange = await createExchange({ seed: 7, world: 'calm', startTime: START, wall, ...options });
  open.push(exchange);
  return { exchange, wall };
}

const conflict = (now: number): ControlError =>
  new ControlError(
    'CONFLICT',
    'clock',
    `the clock is at ${now} on its way to ${START + 60_000}: wait for the end of that advance, or cancel it`,
    409,
  );

describe('an advance in slices', () => {
  test('has the inputs of one at once, however slow the machine is', async () => {
    const atOnce = await createExchange({ seed: 7, world: 'calm', startTime: START });
    open.push(atOnce);
    const whole = atOnce.clock.advance(20_500);
    for (const stepMs of [0, 3, 11]) {
      const { exchange, wall } = await slow();
      wall.stepMs = stepMs;
      await expect(exchange.clock.advanceAsync(20_500)).resolves.toEqual(whole);
      expect(exchange.digest()).toBe(atOnce.digest());
      expect(exchange.control.state().inputs).toBe(21);
    }
  });

  test('reports each slice, and can be asked for its progress', async () => {
    const { exchange } = await slow();
    const seen: [number, number][] = [];
    const done = exchange.clock.advanceToAsync(START + 3_000, {
      startedBy: 'test',
      onProgress: ({ now, to }) => seen.push([now, to]),
    });
    expect(exchange.clock.advancing()).toEqual({
      from: START,
      to: START + 3_000,
      now: START,
      startedBy: 'test',
      elapsedMs: 11,
      waitingRequests: 0,
    });
    await done;
    expect(seen).toEqual([1_000, 2_000, 3_000].map((passed) => [START + passed, START + 3_000]));
    expect(exchange.clock.advancing()).toBeNull();
  });

  test('leaves the event loop to others between slices', async () => {
    const { exchange } = await slow();
    let turns = 0;
    const done = exchange.clock.advanceAsync(5_000);
    while (exchange.clock.advancing()) {
      turns += 1;
      await nextTurn();
    }
    await done;
    expect(turns).toBeGreaterThan(3);
  });

  test('is refused as one at once would be', async () => {
    const { exchange } = await slow();
    const refusal = 'ms must be a whole number of milliseconds from 0 to 31622400000';
    await expect(exchange.clock.advanceAsync(-1)).rejects.toEqual(new ControlError('INVALID_VALUE', 'ms', refusal));
    await expect(exchange.clock.advanceToAsync(START - 1)).rejects.toEqual(
      new ControlError('INVALID_VALUE', 'time', `the clock never goes back: it is at ${START}`),
    );
    expect(exchange.control.state().inputs).toBe(0);
  });
});

test('frames that meet injected faults leave the inputs and frames of an advance at once', async () => {
  const outcomes: { digest: string; frames: readonly string[] }[] = [];
  for (const inSlices of [false, true]) {
    const { exchange } = await slow();
    const frames: string[] = [];
    const session = exchange.stream('info', {
      send: (some) => void frames.push(...some),
      close: () => undefined,
      buffered: () => 0,
    });
    session.receive('{"method":"subscribe","params":{"type":"trades","symbol":"BTC-USDT"}}');
    exchange.control.setFaults([{ match: { channel: 'trades' }, effect: { kind: 'lose' }, perMille: 500, seed: '3' }]);
    if (inSlices) await exchange.clock.advanceAsync(30_000);
    else exchange.clock.advance(30_000);
    await exchange.delivered();
    outcomes.push({ digest: exchange.digest(), frames });
  }
  const [atOnce, sliced] = outcomes;
  expect(sliced).toEqual(atOnce);
  expect(atOnce?.frames.length).toBeGreaterThan(5);
});

describe('requests that arrive meanwhile', () => {
  test('wait and run at its end, in the order in which they came', async () => {
    const { exchange } = await slow();
    const trader = exchange.client(0);
    // The first signature takes long.
    await trader.getOpenOrders();
    const done = exchange.clock.advanceAsync(30_000);
    const finished: string[] = [];
    const placed = trader.placeOrders([BID]).then((result) => finished.push('placed') && result);
    const listed = trader.getOpenOrders().then((orders) => finished.push('listed') && orders);
    await waiting(exchange, 2);
    expect(finished).toEqual([]);
    await done;
    expect(await placed).toMatchObject({ statuses: [{ resting: {} }] });
    expect(await listed).toMatchObject([{ price: '90000', createdTime: START + 30_000 }]);
    expect(finished).toEqual(['placed', 'listed']);
  });

  test('get 503 with Retry-After after 5 s and are not carried out', async () => {
    const { exchange, wall } = await slow();
    const trader = exchange.client(0);
    const done = exchange.clock.advanceAsync(600_000);
    const placed = trader.placeOrders([BID]);
    const listing = exchange.fetch(`${exchange.url}/info/contracts`);
    const mids = exchange.fetch(`${exchange.url}/info`, { method: 'POST', body: '{"params":{"action":"getMids"}}' });
    const deposit = exchange.inTurn(() => exchange.control.deposit('1867542890123456789', 'USDT', '5'));
    await waiting(exchange, 4);
    wall.pass(5_000);
    await expect(placed).rejects.toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'the exchange clock is being advanced, send the request again',
    });
    await expect(deposit).rejects.toEqual(
      new ControlError(
        'SERVICE_UNAVAILABLE',
        'clock',
        'the exchange clock is being advanced, send the request again',
        503,
      ),
    );
    expect((await listing).status).toBe(503);
    expect((await listing).headers.get('retry-after')).toBe('5');
    expect(await (await listing).json()).toEqual({ error: 'service unavailable' });
    expect((await mids).headers.get('retry-after')).toBe('5');
    expect(await (await mids).json()).toMatchObject({
      status: 'error',
      error: { code: 'SERVICE_UNAVAILABLE', category: 'SYSTEM', retryable: true },
    });
    expect(exchange.clock.advancing()).not.toBeNull();
    await exchange.clock.cancelAdvance();
    expect(await done).toMatchObject({ cancelled: true });
    expect(await trader.getOpenOrders()).toEqual([]);
  });

  test('for the status get it at once, and leave no trace in the log', async () => {
    const { exchange } = await slow();
    const other = await slow();
    await other.exchange.clock.advanceAsync(400_000);
    const done = exchange.clock.advanceAsync(400_000);
    await nextTurn();
    const { now } = exchange.clock;
    const status = await exchange.client(0).getExchangeStatus();
    const page = await exchange.fetch(`${exchange.url}/exchange/status`);
    const docs = await exchange.fetch(`${exchange.url.replace(/\/v1$/, '')}/docs/openapi.json`);
    expect(exchange.clock.advancing()).not.toBeNull();
    expect(status).toMatchObject({ accepting_orders: true });
    expect(status.timestamp_ms).toBeGreaterThan(START);
    expect(status.timestamp_ms).toBeLessThanOrEqual(now());
    expect([page.status, docs.status]).toEqual([200, 200]);
    await done;
    expect(exchange.digest()).toBe(other.exchange.digest());
  });
});

describe('what a program does meanwhile', () => {
  test('a second advance, a step, a control input and a change of mode are refused with 409', async () => {
    const { exchange } = await slow();
    const done = exchange.clock.advanceAsync(60_000);
    const { now } = exchange.clock;
    await nextTurn();
    await expect(exchange.clock.advanceAsync(1)).rejects.toEqual(conflict(now()));
    await expect(exchange.clock.advanceToAsync(START + 60_000)).rejects.toEqual(conflict(now()));
    expect(() => exchange.clock.advance(1)).toThrow(conflict(now()));
    expect(() => exchange.clock.setMode('live')).toThrow(conflict(now()));
    expect(() => exchange.control.setExchangeStatus('draining')).toThrow(conflict(now()));
    await exchange.clock.cancelAdvance();
    await done;
    exchange.control.setExchangeStatus('draining');
    expect(exchange.control.state().status).toBe('draining');
  });

  test('a cancelled advance stops at a whole input, and says where', async () => {
    const { exchange } = await slow();
    const done = exchange.clock.advanceAsync(60_000);
    await nextTurn();
    const ended = await exchange.clock.cancelAdvance();
    expect(ended).toEqual(await done);
    expect(ended).toMatchObject({ from: START, now: exchange.clock.now(), cancelled: true });
    expect((exchange.clock.now() - START) % 1_000).toBe(0);
    expect(exchange.clock.now()).toBeLessThan(START + 60_000);
    expect(await exchange.clock.cancelAdvance()).toBeNull();
    await expect(exchange.clock.advanceToAsync(START + 60_000)).resolves.toMatchObject({ now: START + 60_000 });
  });

  test('a signal cancels too, also one that came before', async () => {
    const { exchange } = await slow();
    const controller = new AbortController();
    const done = exchange.clock.advanceAsync(60_000, { signal: controller.signal });
    await nextTurn();
    controller.abort();
    const { now, cancelled } = await done;
    expect(now).toBeGreaterThan(START);
    expect(cancelled).toBe(true);
    const before = await exchange.clock.advanceAsync(60_000, { signal: AbortSignal.abort() });
    expect(before).toMatchObject({ from: now, now, cancelled: true });
  });

  test('a drain cancels it and ends', async () => {
    const { exchange } = await slow();
    const done = exchange.clock.advanceAsync(31_622_400_000);
    await exchange.drain();
    expect(await done).toMatchObject({ cancelled: true });
    expect(exchange.control.state().status).toBe('draining');
  });

  test('a reset cancels it, and the new life begins where it should', async () => {
    const { exchange } = await slow();
    const done = exchange.clock.advanceAsync(31_622_400_000);
    await exchange.control.reset();
    expect(await done).toMatchObject({ cancelled: true });
    expect(exchange.clock.now()).toBe(START);
    expect(exchange.clock.advancing()).toBeNull();
  });
});
