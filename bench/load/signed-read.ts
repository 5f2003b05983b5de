import { Client } from '../../src/client/client.ts';
import { devAccountsOf } from '../../src/exchange/dev-accounts.ts';
import type { HttpRequest } from '../../src/exchange/http/http.ts';
import { subAccountIdOf } from '../../src/kernel/ids.ts';
import type { BenchCore } from './bench-core.ts';

/** Signs a read of one of the accounts once, by taking it from a client on its way out. */
export async function signedRead(
  { core, accounts }: BenchCore,
  place: number,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<HttpRequest> {
  const subAccountId = subAccountIdOf(accounts[place]?.no ?? 0);
  const reader = devAccountsOf(core.state).find((dev) => dev.subAccountId === subAccountId);
  if (!reader) throw new Error(`account ${place} is no development account`);
  const sent: HttpRequest[] = [];
  const client = new Client({
    restUrl: 'http://exchange.invalid/v1',
    serviceName: 'PerpSim',
    privateKey: reader.privateKey,
    subAccountId,
    fetch: (url, init) => {
      const { pathname: path } = new URL(url);
      const headers = { 'content-type': 'application/json' };
      sent.push({ method: 'POST', path, headers, body: Buffer.from(init.body as string), ip: '127.0.0.1' });
      return Promise.reject(new Error('taken'));
    },
  });
  await client.raw(action, params).catch(() => undefined);
  const [request] = sent;
  if (!request) throw new Error(`${action} was not sent`);
  return request;
}
