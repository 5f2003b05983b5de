import { Client } from '../client/client.ts';
import { NonceSource } from '../client/nonce.ts';
import type { Overrides } from '../client/request-client.ts';
import type { Params } from '../client/typed-data.ts';
import { type Core, startCore } from './core.ts';
import { type DevAccount, devAccountsOf } from './dev-accounts.ts';
import { type ExchangeOptions, settingsOf } from './options.ts';

/** A whole exchange laid open, and a way to send it anything. */
export interface Lab {
  readonly core: Core;
  readonly accounts: readonly DevAccount[];
  /** The entries of the log. */
  readonly logged: { readonly facts: Readonly<Record<string, unknown>>; readonly message: string }[];
  post(surface: 'trade' | 'info', body: unknown): Promise<ApiResponse>;
  /** A body signed by account `signer`, for the subaccount of account `owner`. */
  signed(signer: number, action: string, params: Params, overrides?: Overrides, owner?: number): Promise<Params>;
}

export interface ApiResponse {
  readonly status: number;
  readonly envelope: Envelope;
}

export interface Envelope {
  readonly status: string;
  readonly response?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown };
  readonly request_id: string;
  readonly requestId: string;
  readonly timestamp: number;
}

export async function startLab(options: ExchangeOptions = {}): Promise<Lab> {
  const logged: Lab['logged'] = [];
  const log = {
    error: (facts: Readonly<Record<string, unknown>>, message: string) => void logged.push({ facts, message }),
  };
  const core = await startCore(settingsOf({ world: 'quiet', log, ...options }));
  const accounts = devAccountsOf(core.state);
  const accountAt = (place: number): DevAccount => {
    const account = accounts[place];
    if (!account) throw new Error(`the world has no account ${place}`);
    return account;
  };
  // One for all requests: two of them are signed within one millisecond.
  const nonces = new NonceSource();
  return {
    core,
    accounts,
    logged,
    post: async (surface, body) => {
      const response = await core.router.handle(requestOf('POST', `/v1/${surface}`, body));
      return { status: response.status, envelope: JSON.parse(response.body) as Envelope };
    },
    signed: (signer, action, params, overrides = {}, owner = signer) => {
      const { privateKey } = accountAt(signer);
      const { subAccountId } = accountAt(owner);
      return new Client({ restUrl: 'http://lab/v1', privateKey, subAccountId, nonces }).signed(
        action,
        params,
        overrides,
      );
    },
  };
}

/** Objects are written as JSON, texts and bytes are sent as they are. */
export const requestOf = (
  method: string,
  path: string,
  body: unknown = '',
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => ({
  method,
  path,
  headers,
  body: body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ip: '127.0.0.1',
});

/** A bid far below the quiet book: it rests. */
export const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
