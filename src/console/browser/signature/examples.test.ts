import { expect, test } from 'vitest';
import { createExchange } from '../../../exchange/exchange.ts';
import { type ExampleName, exampleOf } from './examples.ts';

test.each<[ExampleName, string, string | undefined]>([
  ['The chain id of the wallet', 'explained', 'domain.chainId'],
  ['Another service name', 'explained', 'domain.name'],
  ['A quantity that was written anew', 'explained', 'message.orders[0].quantity'],
  ['Fields sorted by name', 'explained', 'types.Order'],
  ['No mistake', 'right', undefined],
])('the exchange says of the example "%s": %s', async (name, verdict, field) => {
  const exchange = await createExchange({ world: 'quiet' });
  const [account] = exchange.accounts;
  if (!account) throw new Error('the world has accounts');
  const text = await exampleOf(name, { ...account, serviceName: exchange.serviceName }, exchange.clock.now());
  const report = exchange.why.signature(text);
  expect([report.verdict, report.mistake?.field]).toEqual([verdict, field]);
  await exchange.close();
});
