import { afterEach, expect, test } from 'vitest';
import { BranchServers } from './branch-servers.ts';
import { EventLog } from './event-log/event-log.ts';
import { createExchange, type Exchange } from './exchange.ts';

// What a run was at its moments, and what it becomes from there.

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function started(options: object = {}): Promise<{ exchange: Exchange; log: EventLog }> {
  const exchange = await createExchange({ world: 'quiet', seed: 7, limits: { enabled: false }, ...options });
  const log = new EventLog(exchange.runView);
  closing.push(
    () => exchange.close(),
    () => log.close(),
  );
  return { exchange, log };
}

const buy = (price: string, quantity: string) =>
  ({ symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price, quantity }) as const;

/** Two orders with a fill and a jump of the price between them. Returns the moments with the digest at each. */
async function played({
  exchange,
}: {
  readonly exchange: Exchange;
}): Promise<readonly { input: number; digest: string }[]> {
  const moments: { input: number; digest: string }[] = [];
  const keep = (): void => {
    const digest = exchange.digest();
    moments.push({ input: exchange.runView.state.inputSeq, digest });
  };
  const client = exchange.client(0);
  await client.placeOrder(buy('94990', '0.5'));
  keep();
  exchange.clock.advance(5_000);
  await client.placeOrder({ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' });
  keep();
  exchange.clock.advance(5_000);
  exchange.control.movePrice('BTC-USDT', '95500');
  exchange.clock.advance(5_000);
  await client.placeOrder(buy('94100', '0.2'));
  keep();
  return moments;
}

test('the timeline counts fills, refusals, price controls and faults by their time, at every zoom', async () => {
  const { exchange, log } = await started();
  const start = log.start;
  await played({ exchange });
  await expect(exchange.client(0).placeOrder(buy('94000', '0.00001'))).rejects.toMatchObject({ name: 'OrderRejected' });
  exchange.control.setFaults([{ effect: { kind: 'replyLost' }, times: 1 }]);
  const window = { from: start, to: exchange.clock.now(), most: 15 };
  const sums = (counts: ReturnType<EventLog['timeline']>) =>
    counts.buckets.map(({ at, ...kinds }) => [at - start, kinds]);
  expect(sums(log.timeline(window))).toEqual([
    [5_000, { fill: 1 }],
    [10_000, { price: 1 }],
    [15_000, { refusal: 1, fault: 1 }],
  ]);
  const close = log.timeline({ from: start + 4_990, to: start + 5_010, most: 10 });
  expect(close.width).toBe(2);
  expect(sums(close)).toEqual([[5_000, { fill: 1 }]]);
});

test('after a revert the timeline counts from there, and from the start when it is asked to', async () => {
  const { exchange, log } = await started();
  await played({ exchange });
  await exchange.revert(exchange.snapshot('here'));
  const all = () => log.timeline({ from: log.start, to: exchange.clock.now(), most: 240 }).buckets.length;
  expect(log.countedFrom).toBe(exchange.runView.state.inputSeq + 1);
  expect(all()).toBe(0);
  await log.countAll();
  expect(log.countedFrom).toBe(1);
  expect(all()).toBe(2);
});

test('a moment shows account, book and log as they were, from the start and from a snapshot alike', async () => {
  const { exchange, log } = await started();
  const [first, second] = await played({ exchange });
  const then = await log.moment({ moment: { input: first?.input ?? 0 } });
  expect(then.account?.orders.map(({ price, quantity }) => `${quantity} at ${price}`)).toEqual(['0.5 at 94990']);
  expect(then.account?.positions).toEqual([]);
  expect(then.book.bids.some(([price]) => price === '94990')).toBe(true);
  expect(then.rows.at(-1)?.text).toBe('Order rests in the book: buy 0.5 at 94990 (limit)');
  expect(then).toMatchObject({
    from: { snapshot: null, input: 0 },
    opens: '',
    inputs: exchange.runView.state.inputSeq,
  });
  const at = then.at + 5_000;
  const whole = await log.moment({ moment: { at } });
  expect(whole.input).toBe(second?.input);
  expect(whole.account?.positions).toMatchObject([{ symbol: 'BTC-USDT', side: 'long', quantity: '0.1' }]);

  const other = await started();
  await other.exchange.client(0).placeOrder(buy('94990', '0.5'));
  other.exchange.snapshot('early');
  other.exchange.clock.advance(5_000);
  await other.exchange.client(0).placeOrder({ symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '0.1' });
  const fromSaved = await other.log.moment({ moment: { at } });
  expect(fromSaved.from.snapshot).toBe('early');
  expect({ ...fromSaved.account }).toEqual({ ...whole.account });
  expect(fromSaved.book).toEqual(whole.book);
});

test('an exchange that is opened at a moment has the digest that it had then', async () => {
  const { exchange } = await started();
  const moments = await played({ exchange });
  for (const { input, digest } of moments) {
    const branch = await exchange.branchAt({ input });
    closing.push(() => branch.close());
    expect(branch.digest()).toBe(digest);
    expect(branch.clock.mode()).toBe('manual');
  }
  exchange.snapshot('late');
  exchange.clock.advance(1_000);
  await exchange.client(0).placeOrder(buy('94200', '0.3'));
  const [input, digest] = [exchange.runView.state.inputSeq, exchange.digest()];
  await exchange.client(0).placeOrder(buy('94300', '0.3'));
  const branch = await exchange.branchAt({ input });
  closing.push(() => branch.close());
  expect(branch.digest()).toBe(digest);
  await branch.client(0).placeOrder(buy('94400', '0.1'));
});

test('what the journal has lost is refused with the reason, unless a snapshot leads there', async () => {
  const { exchange, log } = await started({ journalWindow: 5 });
  const client = exchange.client(0);
  await client.placeOrder(buy('94000', '0.5'));
  const { subAccountId = '' } = exchange.accounts[0] ?? {};
  for (let deposit = 0; deposit < 20; deposit += 1) exchange.control.deposit(subAccountId, 'USDT', '1');
  const reason = /The journal begins after input \d+: what was before it is not known any more/;
  expect(log.reach.reason).toMatch(reason);
  await expect(log.moment({ moment: { input: 1 } })).rejects.toThrow(reason);
  await expect(exchange.branchAt({ input: 1 })).rejects.toThrow(reason);
  await expect(log.moment({ moment: { input: 9_999 } })).rejects.toThrow('input 9999 has not happened yet');
  const last = exchange.runView.state.inputSeq;
  expect((await log.moment({ moment: { input: last } })).opens).toMatch(reason);
  await expect(exchange.branchAt({ input: last })).rejects.toThrow(reason);
  exchange.snapshot('saved');
  await client.placeOrder(buy('93000', '0.1'));
  const now = await log.moment({ moment: { input: exchange.runView.state.inputSeq } });
  expect(now).toMatchObject({ from: { snapshot: 'saved' }, opens: '' });
});

test('a run that is repeated with nothing other comes to the same accounts, and a change parts the runs', async () => {
  const { exchange, log } = await started();
  const [first] = await played({ exchange });
  const client = exchange.client(0);
  await client.cancelAllOrders(['BTC-USDT']);
  const branches = new BranchServers(exchange, { token: null, onError: () => undefined });
  closing.push(() => branches.close());
  const moment = { input: first?.input ?? 0 };
  const last = { moment: { input: exchange.runView.state.inputSeq } };
  const same = await branches.again(moment, null, 0);
  expect(same).toMatchObject({ snapshot: `input ${moment.input}`, inputs: 4, otherwise: 0 });
  const [here, there] = await Promise.all([
    log.moment(last),
    branches.logOf(same.port).moment({ moment: { at: Number.MAX_SAFE_INTEGER } }),
  ]);
  expect(there.account).toEqual(here.account);
  expect(there.book).toEqual(here.book);

  const fields = { symbol: 'BTC-USDT', price: '90000' };
  const other = await branches.again(moment, { command: 'movePrice', fields }, 0);
  const changed = await branches.logOf(other.port).moment({ moment: { at: Number.MAX_SAFE_INTEGER } });
  expect(changed.account?.accountValue).not.toBe(here.account?.accountValue);
  expect(branches.parting(other.port)).toEqual({
    isSameStart: true,
    input: moment.input + 1,
    here: 'The clock',
    there: 'Set index price 90000',
  });
  await expect(branches.again(moment, { command: 'movePrices', fields }, 0)).rejects.toThrow(
    'there is no command movePrices (did you mean movePrice?)',
  );
  await expect(branches.again(moment, { command: 'movePrice', fields: {} }, 0)).rejects.toThrow('symbol is missing');
});
