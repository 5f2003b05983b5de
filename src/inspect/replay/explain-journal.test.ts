import { expect, test } from 'vitest';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import { resummed } from '../../exchange/journal/tampered-lines.test-helper.ts';
import { explainJournal, type JournalWhy } from './explain-journal.ts';

/** Explains from what the exchange has written, as if it were read from a file. */
async function whyOf(exchange: Exchange, change = (line: string): string => line): Promise<JournalWhy | null> {
  const lines = resummed([...exchange.control.journal()].map((line) => change(line.trimEnd())));
  const explained = await explainJournal(inPieces(lines), undefined, () => undefined);
  return 'why' in explained ? explained.why : null;
}

async function* inPieces(lines: readonly string[]): AsyncIterable<string> {
  yield* lines;
}

const BUY = { symbol: 'BTC-USDT', side: 'buy', orderType: 'market', quantity: '10' } as const;

test('a journal alone explains a liquidation, a payment and a margin as its exchange does', async () => {
  const exchange = await createExchange({ seed: 7, world: 'quiet' });
  await exchange.client(0).placeOrders([BUY, BUY]);
  exchange.clock.advance(3_600_000);
  exchange.control.movePrice('BTC-USDT', '38000');
  exchange.clock.advance(1_000);
  const why = await whyOf(exchange);
  const subAccountId = exchange.accounts[0]?.subAccountId ?? '';
  expect(why?.liquidation('1')).toEqual(exchange.why.liquidation('1'));
  expect(why?.liquidations()).toEqual(exchange.why.liquidations());
  expect(why?.funding('1')).toEqual(exchange.why.funding('1'));
  expect(why?.margin(subAccountId)).toEqual(exchange.why.margin(subAccountId));
  await exchange.close();
});

test('refusals of an input are explained by the place of their command', async () => {
  const exchange = await createExchange({ seed: 7, world: 'quiet' });
  const tiny = { ...BUY, quantity: '0.00001' };
  await exchange.client(0).placeOrders([BUY, tiny, { ...BUY, orderType: 'limitGtc', price: '100000' }]);
  const [third, second] = exchange.why
    .refusals()
    .map(({ requestId, item }) => exchange.why.refusal(requestId, item ?? 0));
  const input = Number(second?.subject['input']);
  const why = await whyOf(exchange);
  const places = [second, third].map((one) => one?.subject['place']).toSorted();
  expect(places).toEqual(['1', '2']);
  for (const one of [second, third]) {
    const { said, steps, inputs } = one ?? {};
    expect(why?.refusalIn(input, Number(one?.subject['place']))).toMatchObject({ said, steps, inputs });
  }
  expect(why?.refusalIn(input).subject['place']).toBe('1');
  expect(() => why?.refusalIn(input, 0)).toThrow(`command 0 of input ${input} was not refused: refused were 1, 2`);
  expect(() => why?.refusalIn(input + 99)).toThrow(`input ${input + 99} is not in the journal`);
  await exchange.close();
});

test('a journal that does not replay to its checksums explains nothing', async () => {
  const exchange = await createExchange({ seed: 7, world: 'quiet' });
  await exchange.client(0).placeOrders([BUY]);
  expect(await whyOf(exchange, (line) => line.replace(/"crc":\d+,"input"/, '"crc":1,"input"'))).toBeNull();
  await exchange.close();
});
