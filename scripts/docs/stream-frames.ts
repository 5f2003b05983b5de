import { readFileSync, writeFileSync } from 'node:fs';
import type { StreamEndpoint } from '../../src/contract/channel.ts';
import { signingDomain } from '../../src/contract/signing.ts';
import { Signer } from '../../src/client/signer.ts';
import { typedDataOf, typesOf } from '../../src/client/typed-data.ts';
import { createExchange, type DevAccount, type Exchange } from '../../src/exchange/exchange.ts';
import { arrived, StreamPeer } from './stream-peer.ts';

/**
 * Records the frames that the documents show as examples, from an exchange that is the same every time.
 *
 *   npm run docs:pages -- frames    writes the frames of today; a test compares them
 */

export const FRAMES_FILE = 'src/contract/documents/example-frames.ts';

/** Frames by the name of their message, in the order of the session. */
export type RecordedFrames = Readonly<Record<string, readonly string[]>>;

export async function recordFrames(): Promise<RecordedFrames> {
  const exchange = await createExchange({ world: 'quiet', seed: 7 });
  try {
    const session = new Recording(exchange);
    await session.login();
    await session.replies();
    await session.channels();
    await session.life();
    return session.frames();
  } finally {
    await exchange.close();
  }
}

const BTC = 'BTC-USDT';
const ASK = { symbol: BTC, side: 'sell', orderType: 'limitGtc', price: '95005', quantity: '0.1' };

/** One subscription of each public channel. */
const FOLLOWED = {
  marketPrices: { symbol: BTC },
  trades: { symbol: BTC },
  orderbook: { symbol: BTC, depth: 10 },
  candles: { symbol: BTC, timeframe: '1m' },
  liquidations: { symbol: BTC },
};

class Recording {
  readonly #exchange: Exchange;
  readonly #dev: DevAccount;
  readonly #signer: Signer;
  readonly #peers: Readonly<Record<StreamEndpoint, StreamPeer>>;
  readonly #frames = new Map<string, string[]>();
  #nonce: number;
  #id = 0;

  constructor(exchange: Exchange) {
    const [dev] = exchange.accounts;
    if (!dev) throw new Error('the world has no account');
    this.#exchange = exchange;
    this.#dev = dev;
    this.#signer = new Signer(dev.privateKey, exchange.serviceName);
    this.#peers = { info: new StreamPeer(exchange, 'info'), trade: new StreamPeer(exchange, 'trade') };
    this.#nonce = exchange.clock.now();
  }

  frames(): RecordedFrames {
    return Object.fromEntries(this.#frames);
  }

  async login(): Promise<void> {
    const now = this.#exchange.clock.now();
    await this.#ask('trade', 'authFlat', await this.#flatLogin(now));
    await this.#ask('trade', 'auth', await this.#textLogin(now + 1), 'authReply');
  }

  async replies(): Promise<void> {
    const { subAccountId } = this.#dev;
    await this.#ask('trade', 'ping', { method: 'ping', params: {} }, 'pong');
    await this.#say('info', 'pingBare', { method: 'ping' }, 'pongBare');
    await this.#say('info', 'pingTyped', { type: 'ping', timestamp: 1 }, 'pongTyped');
    await this.#ask('info', 'getMidsPost', { method: 'post', params: { action: 'getMids' } }, 'getMidsReply');
    const positions = { action: 'getPositions', subAccountId };
    await this.#ask('trade', 'getPositionsPost', { method: 'post', params: positions }, 'getPositionsReply');
    await this.#ask('info', '', { method: 'subscribe', params: { type: 'fills' } }, 'refusal');
  }

  async channels(): Promise<void> {
    for (const [type, params] of Object.entries(FOLLOWED)) await this.#follow('info', type, params);
    await this.#follow('trade', 'subAccountUpdates', { sub_account_id: this.#dev.subAccountId });
  }

  /** Something for every channel, and for most kinds of private events. */
  async life(): Promise<void> {
    const { control, clock } = this.#exchange;
    const { subAccountId } = this.#dev;
    await this.#post('placeOrders', { orders: [ASK] }, 'placeOrdersReply');
    const bid = { ...ASK, side: 'buy', price: '94000', clientOrderId: 'my-order-1' };
    await this.#post('placeOrders', { orders: [bid] });
    await this.#post('modifyOrder', { clientOrderId: 'my-order-1', price: '94010' });
    await this.#post('cancelOrders', { clientOrderIds: ['my-order-1'] });
    await this.#post('placeOrders', { orders: [{ ...ASK, side: 'buy', quantity: '900000' }] });
    await this.#exchange.client(1).placeOrders([{ symbol: BTC, side: 'buy', orderType: 'market', quantity: '0.05' }]);
    await this.#collect();
    await this.#post('placeOrders', { orders: [{ ...ASK, orderType: 'market', price: '', quantity: '0.2' }] });
    const { address } = this.#exchange.accounts[2] ?? this.#dev;
    await this.#post('addDelegatedSigner', { walletAddress: address, permissions: ['session'], expiresAt: 0 });
    await this.#post('removeDelegatedSigner', { walletAddress: address });
    await this.#post('withdrawCollateral', { symbol: 'USDT', amount: '100', destination: this.#dev.address });
    await this.#post('voluntaryCollateralExchange', { sourceAsset: 'WETH', targetUSDTAmount: '1000' });
    control.deposit(subAccountId, 'USDT', '500');
    await this.#collect();
    clock.advance(3_600_000);
    await this.#collect();
    await this.#ruin();
    await this.#leave();
  }

  /** Leaves the first account with a position that the next price takes away. */
  async #ruin(): Promise<void> {
    const { control, clock } = this.#exchange;
    await this.#post('cancelAllOrders', { symbols: [BTC] });
    await this.#post('updateLeverage', { symbol: BTC, leverage: '20' });
    for (const [symbol, amount] of [
      ['USDT', '970000'],
      ['WETH', '19'],
      ['BTC', '1'],
    ]) {
      await this.#post('withdrawCollateral', { symbol, amount, destination: this.#dev.address });
    }
    await this.#post('placeOrders', {
      orders: [{ ...ASK, side: 'buy', orderType: 'market', price: '', quantity: '6' }],
    });
    for (const price of ['91000', '90000', '89500', '89000', '88000', '80000']) {
      control.movePrice(BTC, price);
      clock.advance(5_000);
      await this.#collect();
    }
  }

  async #leave(): Promise<void> {
    for (const type of Object.keys(FOLLOWED)) await this.#unfollow('info', type, { symbol: BTC });
    await this.#unfollow('trade', 'subAccountUpdates', { sub_account_id: this.#dev.subAccountId });
  }

  #follow(endpoint: StreamEndpoint, type: string, params: object): Promise<void> {
    const frame = { method: 'subscribe', params: { type, ...params } };
    return this.#ask(endpoint, `${type}Subscribe`, frame, `${type}Subscribed`);
  }

  #unfollow(endpoint: StreamEndpoint, type: string, params: object): Promise<void> {
    const frame = { method: 'unsubscribe', params: { type, ...params } };
    return this.#ask(endpoint, `${type}Unsubscribe`, frame, `${type}Unsubscribed`);
  }

  async #post(action: string, params: Readonly<Record<string, unknown>>, replyName = ''): Promise<void> {
    const { subAccountId } = this.#dev;
    const nonce = (this.#nonce += 1);
    const facts = { subAccountId: BigInt(subAccountId), nonce: BigInt(nonce), expiresAfter: 0n };
    const signature = await this.#signer.sign(typedDataOf(action, params, facts));
    const frame = { method: 'post', params: { action, subAccountId, ...params, nonce, signature } };
    await this.#ask('trade', replyName.replace('Reply', 'Post'), frame, replyName);
  }

  /** A request with an id, as a client numbers them. */
  #ask(endpoint: StreamEndpoint, name: string, frame: object, replyName = ''): Promise<void> {
    this.#id += 1;
    return this.#say(endpoint, name, { id: String(this.#id), ...frame }, replyName);
  }

  /** Keeps the first frame of each name, and the reply to it; an empty name keeps nothing. */
  async #say(endpoint: StreamEndpoint, name: string, frame: object, replyName = ''): Promise<void> {
    const text = JSON.stringify(frame);
    this.#keep(name, text);
    await this.#peers[endpoint].ask(text);
    await this.#collect(replyName);
  }

  async #collect(replyName = ''): Promise<void> {
    await arrived();
    for (const text of [...this.#peers.info.take(), ...this.#peers.trade.take()]) {
      const { data, channel, method } = JSON.parse(text) as {
        data?: { eventType?: string; updateType?: string; type?: string };
        channel?: string;
        method?: string;
      };
      if (data === undefined) this.#keep(replyName, text);
      else this.#keepPush(PUSHES[channel ?? ''] ?? method ?? '', text);
    }
  }

  #keep(name: string, text: string): void {
    if (name !== '' && !this.#frames.has(name)) this.#frames.set(name, [text]);
  }

  /** One push of each kind that a channel has. */
  #keepPush(name: string, text: string): void {
    const kept = this.#frames.get(name) ?? [];
    if (!kept.some((other) => kindOf(other) === kindOf(text))) this.#frames.set(name, [...kept, text]);
  }

  async #flatLogin(timestamp: number): Promise<object> {
    const { subAccountId } = this.#dev;
    const action = 'websocketAuth';
    const signature = await this.#signer.sign({
      type: 'AuthMessage',
      values: { subAccountId: BigInt(subAccountId), timestamp: BigInt(timestamp), action },
    });
    return { method: 'auth', params: { subAccountId, timestamp, action, signature } };
  }

  async #textLogin(timestamp: number): Promise<object> {
    const values = {
      subAccountId: BigInt(this.#dev.subAccountId),
      timestamp: BigInt(timestamp),
      action: 'websocket_auth',
    };
    const { r, s, v } = await this.#signer.sign({ type: 'AuthMessage', values });
    const message = {
      types: { EIP712Domain: DOMAIN_FIELDS, ...typesOf('AuthMessage') },
      primaryType: 'AuthMessage',
      domain: signingDomain(this.#exchange.serviceName),
      message: { subAccountId: this.#dev.subAccountId, timestamp, action: values.action },
    };
    return {
      method: 'auth',
      params: { message: JSON.stringify(message), signature: `${r}${s.slice(2)}${v.toString(16)}` },
    };
  }
}

const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** Messages by the `channel` of their frames. */
const PUSHES: Readonly<Record<string, string>> = {
  marketPriceUpdate: 'marketPricesPush',
  trade: 'tradesPush',
  orderbookUpdate: 'orderbookPush',
  candleUpdate: 'candlesPush',
  liquidation: 'liquidationsPush',
  subAccountUpdate: 'subAccountUpdatesPush',
};

const kindOf = (frame: string): string => {
  const { type = '', data } = JSON.parse(frame) as {
    type?: string;
    data: { eventType?: string; updateType?: string; stage?: string; closed?: boolean };
  };
  return [type, data.eventType, data.updateType, data.stage, data.closed].join('|');
};

/** The file as it is kept, formatted like the rest of the source. */
export function fileOf(frames: RecordedFrames): string {
  const members = Object.entries(frames).map(([name, list]) => memberOf(name, list.map(quoted)));
  return `/** Frames that an exchange really took and sent, by the name of their message. Written by \`npm run docs:pages -- frames\`. */
export const EXAMPLE_FRAMES: Readonly<Record<string, readonly string[]>> = {
${members.join('')}};
`;
}

/** What fits a line stays on it. */
function memberOf(name: string, texts: readonly string[]): string {
  const line = `  ${name}: [${texts.join(', ')}],\n`;
  return line.length <= 121 ? line : `  ${name}: [\n${texts.map((text) => `    ${text},\n`).join('')}  ],\n`;
}

const quoted = (frame: string): string => `'${frame.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

async function main(): Promise<void> {
  const before = readFileSync(FRAMES_FILE, 'utf8');
  const after = fileOf(await recordFrames());
  writeFileSync(FRAMES_FILE, after);
  console.log(before === after ? 'every frame is as it was' : `wrote the frames of today into ${FRAMES_FILE}`);
}

if (import.meta.filename === process.argv[1]) await main();
