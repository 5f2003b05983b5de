import { Client } from '../../client/client.ts';
import { NonceSource } from '../../client/nonce.ts';
import { StreamClient } from '../../client/stream/stream-client.ts';
import { keccak256 } from '../../kernel/keccak.ts';
import type { DevAccount, Exchange } from '../../exchange/exchange.ts';
import { fetchTextInProcess } from '../../exchange/http/http.ts';
import { addressOf, bytesOfKey, LocalSigner } from '../../exchange/signatures/local-signer.ts';
import { createSignatureChecker, type SignatureChecker } from '../../exchange/signatures/signature.ts';
import { InProcessSocket } from '../../exchange/stream/in-process-socket.ts';
import type { ScenarioAccount } from '../scenario.ts';
import { type RunAccount, RunError, type StreamHost } from './run.ts';

/** A stream that a run has opened, and how to end it. */
export interface OpenedStream {
  readonly client: StreamClient;
  /** Breaks its connections without a close frame. */
  cut(): void;
}

/** Returns the key of an account of a scenario: public, equal in every run, and of no dev account. */
export function keyOf(name: string): string {
  const hash = keccak256(new TextEncoder().encode(`perpsim scenario account ${name}`));
  return `0x${Buffer.from(hash).toString('hex')}`;
}

/** The accounts of one run: opened, funded, and with clients whose nonces follow the exchange clock. */
export class Accounts {
  readonly #exchange: Exchange;
  readonly #checker: Promise<SignatureChecker>;
  readonly #accounts = new Map<string, RunAccount>();
  readonly #nonces = new Map<string, NonceSource>();
  readonly #streams: OpenedStream[] = [];

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#checker = createSignatureChecker({ serviceName: exchange.serviceName });
  }

  get all(): ReadonlyMap<string, RunAccount> {
    return this.#accounts;
  }

  /**
   * Opens an account and gives it tier, funds, leverage and latency.
   *
   * @throws RunError for a dev account that the world does not have; ControlError or ApiError for a tier, a deposit or a
   * leverage that the exchange refuses
   */
  async open(account: ScenarioAccount): Promise<RunAccount> {
    const identity = account.dev === null ? this.#ownIdentity(account.name) : this.#devIdentity(account);
    const opened = this.#runAccount(account.name, identity);
    this.#accounts.set(account.name, opened);
    const { control } = this.#exchange;
    if (account.tier !== null) control.setTier(identity.address, account.tier);
    for (const [asset, amount] of Object.entries(account.deposits)) control.deposit(opened.subAccountId, asset, amount);
    for (const [symbol, leverage] of Object.entries(account.leverage)) {
      await opened.client.updateLeverage(symbol, leverage);
    }
    // Last: what prepares the account takes no time.
    if (account.latency !== null) control.setLatency(opened.subAccountId, account.latency);
    return opened;
  }

  /** Opens a stream whose connections the run can break. By itself it is not opened again: no wall clock takes part. */
  openStream({ subAccountId, privateKey, ip }: RunAccount, host: StreamHost = NO_HOST): OpenedStream {
    const cuts: (() => void)[] = [];
    const client = new StreamClient({
      privateKey,
      subAccountId,
      signer: this.#signerOf(privateKey),
      serviceName: this.#exchange.serviceName,
      nonces: this.#noncesOf(privateKey),
      wsUrl: this.#exchange.wsUrl,
      openSocket: (url) =>
        new InProcessSocket(url, (endpoint, sink) => {
          const session = this.#exchange.stream(endpoint, sink, { ip, subAccountId });
          cuts.push(() => {
            session.gone();
            sink.cut?.();
          });
          return session;
        }),
      pingEveryMs: null,
      ...host,
    });
    const stream = { client, cut: (): void => cuts.splice(0).forEach((cut) => cut()) };
    this.#streams.push(stream);
    return stream;
  }

  async close(): Promise<void> {
    await Promise.all(this.#streams.map(({ client }) => client.close()));
  }

  #ownIdentity(name: string): DevAccount {
    const privateKey = keyOf(name);
    const address = addressOf(bytesOfKey(privateKey));
    const subAccountId = this.#exchange.control.openAccount(address, name);
    this.#exchange.control.setWhitelisted(address, true);
    return { address, privateKey, subAccountId };
  }

  #devIdentity({ name, dev }: ScenarioAccount): DevAccount {
    const { accounts, world } = this.#exchange;
    const found = accounts[dev ?? -1];
    if (found) return found;
    throw new RunError(
      `accounts.${name}.dev: the world ${world} has ${accounts.length} dev accounts, numbered from 0 (got ${dev})`,
    );
  }

  #runAccount(name: string, { address, privateKey, subAccountId }: DevAccount): RunAccount {
    const place = this.#accounts.size + 1;
    const ip = `10.0.${place >> 8}.${place & 255}`;
    const clientOf = (isUnhindered: boolean): Client =>
      new Client({
        privateKey,
        subAccountId,
        signer: this.#signerOf(privateKey),
        nonces: this.#noncesOf(privateKey),
        restUrl: this.#exchange.url,
        fetch: (url, init) =>
          fetchTextInProcess(
            (request) => this.#exchange.handle({ ...request, ip, subAccountId, ...(isUnhindered && { isUnhindered }) }),
            url,
            init,
          ),
      });
    const account: RunAccount = {
      name,
      address,
      privateKey,
      subAccountId,
      ip,
      client: clientOf(false),
      reader: clientOf(true),
      act: (action, params, since) => {
        const nonces = this.#noncesOf(privateKey);
        nonces.reached(since);
        // A read spends no nonce, and actions that read are named so.
        const nonce = action.startsWith('get') ? 0 : nonces.next();
        return this.#exchange.actAsOwner({ action, params, subAccountId, nonce, ip });
      },
      openStream: (host) => this.openStream(account, host).client,
    };
    return account;
  }

  /** One source for each wallet, so that its clients do not use the same nonces. */
  #signerOf(privateKey: string): LocalSigner {
    return new LocalSigner(privateKey, this.#checker);
  }

  #noncesOf(privateKey: string): NonceSource {
    const existing = this.#nonces.get(privateKey);
    if (existing) return existing;
    const source = new NonceSource(() => this.#exchange.clock.now());
    this.#nonces.set(privateKey, source);
    return source;
  }
}

/** Ids of subaccounts by name of the account. */
export const subAccountsOf = (accounts: ReadonlyMap<string, RunAccount>): ReadonlyMap<string, string> =>
  new Map(Array.from(accounts, ([name, { subAccountId }]) => [name, subAccountId]));

/** Nothing times out, and nothing is tried again: a connection that broke stays so until the scenario opens another. */
const NO_HOST: StreamHost = { timer: { now: () => 0, after: () => () => undefined }, random: () => 0 };
