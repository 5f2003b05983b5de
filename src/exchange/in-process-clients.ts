import { Client } from '../client/client.ts';
import { NonceSource } from '../client/nonce.ts';
import type { Identity } from '../client/request-client.ts';
import { StreamClient } from '../client/stream/stream-client.ts';
import { lastNonceOf } from '../engine/admission/nonce.ts';
import type { State } from '../engine/state.ts';
import { ControlError } from './control-error.ts';
import type { DevAccount } from './dev-accounts.ts';
import type { Exchange } from './exchange-terms.ts';
import { fetchInProcess } from './http/in-process-fetch.ts';
import { InProcessSocket } from './stream/in-process-socket.ts';

type Served = Pick<Exchange, 'accounts' | 'serviceName' | 'url' | 'wsUrl' | 'clock' | 'handle' | 'stream'>;

/** Clients of the accounts of one exchange, without a socket between them. */
export class InProcessClients {
  readonly #exchange: Served;
  readonly #state: () => State;
  /** One source of nonces for each wallet, so that its clients do not stand in each other's way. */
  readonly #nonces = new Map<string, NonceSource>();

  constructor(exchange: Served, state: () => State) {
    this.#exchange = exchange;
    this.#state = state;
  }

  rest(account: DevAccount | number): Client {
    const { url: restUrl } = this.#exchange;
    const identity = this.#identityOf(account);
    const { subAccountId } = identity;
    return new Client({
      ...identity,
      restUrl,
      fetch: (url, init) => fetchInProcess((request) => this.#exchange.handle({ ...request, subAccountId }), url, init),
    });
  }

  stream(account: DevAccount | number): StreamClient {
    const identity = this.#identityOf(account);
    const peer = { ip: '127.0.0.1', subAccountId: identity.subAccountId };
    return new StreamClient({
      ...identity,
      wsUrl: this.#exchange.wsUrl,
      openSocket: (url) => new InProcessSocket(url, (endpoint, sink) => this.#exchange.stream(endpoint, sink, peer)),
      // Nothing stands between that could forget the connection.
      pingEveryMs: null,
    });
  }

  /** Another life of the exchange has begun: nonces of later clients begin where it stands. */
  begin(): void {
    this.#nonces.clear();
  }

  #accountAt(place: number): DevAccount {
    const { accounts } = this.#exchange;
    const account = accounts[place];
    if (account) return account;
    const message = `there is no account ${place}: the exchange has ${accounts.length}, numbered from 0`;
    throw new ControlError('INVALID_VALUE', 'account', message);
  }

  #identityOf(account: DevAccount | number): Identity {
    const dev = typeof account === 'number' ? this.#accountAt(account) : account;
    const { privateKey, subAccountId, address } = dev;
    return { privateKey, subAccountId, serviceName: this.#exchange.serviceName, nonces: this.#noncesOf(address) };
  }

  // In-process nonces follow the exchange clock, so that equal runs send equal requests.
  #noncesOf(address: string): NonceSource {
    const existing = this.#nonces.get(address);
    if (existing) return existing;
    // A life that goes on from an earlier one remembers what was used there.
    const last = Number(lastNonceOf(this.#state(), address.toLowerCase()));
    const source = new NonceSource(() => this.#exchange.clock.now(), last);
    this.#nonces.set(address, source);
    return source;
  }
}
