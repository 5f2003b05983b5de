import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '../src/client/client.ts';
import { NonceSource } from '../src/client/nonce.ts';
import type { DevAccount } from '../src/exchange/exchange.ts';
import { Child } from './child.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const BIN = join(ROOT, 'bin', 'perpsim.js');

interface Facts {
  readonly restUrl: string;
  readonly wsUrl: string;
  readonly controlUrl: string;
  readonly accounts: readonly DevAccount[];
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'perpsim-kept-'));

/** The built server with a data directory, over TCP. */
export class KeptServer {
  readonly child: Child;
  readonly facts: Facts;

  private constructor(child: Child, facts: Facts) {
    this.child = child;
    this.facts = facts;
  }

  /** Starts it, and waits until it listens. */
  static async start(data: string, ...flags: readonly string[]): Promise<KeptServer> {
    const quiet = ['--port', '0', '--world', 'quiet', '--no-rate-limits', '--json'];
    const child = new Child([BIN, 'serve', ...quiet, '--data', data, ...flags]);
    const [line = ''] = await child.lines(1);
    return new KeptServer(child, JSON.parse(line) as Facts);
  }

  /** @param nonces - shared by all clients of one wallet, also over starts */
  client(account: number, nonces = new NonceSource()): Client {
    const { accounts, restUrl } = this.facts;
    const { privateKey, subAccountId } = accounts[account] as DevAccount;
    return new Client({ restUrl, privateKey, subAccountId, nonces });
  }

  /** Ends it without a chance to do anything, as the kernel does when memory is short. */
  async killNow(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.child.exit();
  }

  async stop(): Promise<number | NodeJS.Signals> {
    this.child.kill('SIGTERM');
    return this.child.exit();
  }
}

/** A bid that rests, far below the book, under an id of its own. */
export const bid = (clientOrderId: string) =>
  ({
    symbol: 'BTC-USDT',
    side: 'buy',
    orderType: 'limitGtc',
    price: '94000',
    quantity: '0.001',
    clientOrderId,
  }) as const;

/** Ids of all open orders of an account. */
export async function openIds(server: KeptServer, account: number): Promise<Set<string>> {
  const orders = await server.client(account).getOpenOrders({});
  return new Set(orders.map(({ order }) => order.clientId));
}
