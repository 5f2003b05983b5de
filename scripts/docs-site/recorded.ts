import { Client, NonceSource, type Params } from '../../src/client.ts';
import { AGGREGATOR_ROUTES } from '../../src/contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import type { Action } from '../../src/contract/action.ts';
import { EXAMPLE_TIME } from '../../src/contract/example-values.ts';
import { createExchange, type Exchange } from '../../src/index.ts';

/** A request as it was sent, and the response that came back. */
export interface Recorded {
  readonly request: string;
  readonly status: number;
  readonly response: unknown;
}

const HOUR = 3_600_000;
const ORDER = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
const MARKET = { symbol: 'BTC-USDT', orderType: 'market' };
const ETH = { symbol: 'ETH-USDT', orderType: 'market', quantity: '1' };

/** An exchange of this process with a history: orders, fills, a position, funding. Equal for every build. */
class Recording {
  readonly #exchange: Exchange;
  readonly #clients: readonly Client[];
  #savings = '';

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    const nonces = new NonceSource(() => exchange.clock.now());
    this.#clients = exchange.accounts.map(
      ({ privateKey, subAccountId }) =>
        new Client({ restUrl: exchange.url, privateKey, subAccountId, serviceName: exchange.serviceName, nonces }),
    );
  }

  async start(): Promise<void> {
    await this.#accepted('placeOrders', { orders: [{ ...MARKET, side: 'buy', quantity: '0.2' }] });
    await this.#accepted('placeOrders', { orders: [{ ...ORDER, clientOrderId: 'first' }, ORDER], grouping: 'na' });
    await this.#accepted('cancelOrders', { clientOrderIds: ['first'] });
    await this.#accepted('placeOrders', { orders: [{ ...ETH, side: 'buy' }] });
    await this.#accepted('placeOrders', { orders: [{ ...ETH, side: 'sell', reduceOnly: true }] });
    await this.#transferToNewSubaccount();
    const walletAddress = this.#exchange.accounts[0]?.address ?? '';
    await this.#accepted('addDelegatedSigner', { walletAddress, permissions: ['session'] }, 1);
    this.#exchange.clock.advance(HOUR + 60_000);
    await this.#accepted('placeOrders', { orders: [{ ...MARKET, side: 'sell', quantity: '0.1', reduceOnly: true }] });
  }

  async get(path: string, query = ''): Promise<Recorded> {
    const response = await this.#exchange.fetch(`${new URL(this.#exchange.url).origin}${path}${query}`);
    return { request: `GET ${path}${query}`, status: response.status, response: await response.json() };
  }

  async record(action: Action): Promise<Recorded> {
    this.#exchange.clock.advance(10_000);
    const prepared = await this.#prepared(action.name);
    const [example] = action.examples;
    const now = this.#exchange.clock.now();
    const times = 'startTime' in example ? { startTime: EXAMPLE_TIME, endTime: now } : {};
    return this.#send(action, { ...example, ...times, ...prepared });
  }

  /** Params that name what must exist first, such as an order to cancel. */
  async #prepared(name: string): Promise<Params> {
    switch (name) {
      case 'cancelOrders':
        return { orderIds: [await this.#restingOrder()] };
      case 'cancelAllOrders':
        await this.#restingOrder();
        return {};
      case 'modifyOrder':
        return { orderId: await this.#restingOrder() };
      case 'modifyOrderBatch':
        return { orders: [{ orderId: await this.#restingOrder(), price: '94020' }] };
      case 'updateIsolatedMargin': {
        const symbol = 'ETH-USDT';
        const order = { symbol, side: 'buy', orderType: 'market', quantity: '0.5' };
        await this.#accepted('placeIsolatedOrder', { order, leverage: '5', isolatedMargin: '400' });
        return { symbol };
      }
      case 'placeIsolatedOrder':
        return { order: { ...ORDER, symbol: 'SOL-USDT', price: '185', quantity: '1' }, isolatedMargin: '100' };
      case 'getPositionHistory':
        return { symbol: 'ETH-USDT' };
      case 'removeDelegatedSigner':
      case 'getDelegatedSigners': {
        const walletAddress = this.#exchange.accounts[2]?.address ?? '';
        await this.#accepted('addDelegatedSigner', { walletAddress, permissions: ['session'] });
        return name === 'removeDelegatedSigner' ? { walletAddress } : {};
      }
      case 'getTradesForPosition': {
        const [position] = (await this.#accepted('getPositions', { status: 'open' })) as readonly Params[];
        return { positionId: position?.['positionId'] };
      }
      case 'transferCollateral':
        return { destinationSubAccountId: this.#savings };
      default:
        return {};
    }
  }

  async #restingOrder(): Promise<string> {
    const { statuses } = (await this.#accepted('placeOrders', { orders: [ORDER], grouping: 'na' })) as {
      readonly statuses: readonly { readonly resting?: { readonly id: string } }[];
    };
    return statuses[0]?.resting?.id ?? '';
  }

  async #send(action: Action, params: Params, account = 0): Promise<Recorded> {
    const client = this.#clients[account];
    if (!client) throw new Error(`there is no account ${account}`);
    const body =
      action.surface === 'info'
        ? { params: { action: action.name, ...params } }
        : await client.signed(action.name, params);
    const sent = JSON.stringify(body);
    const response = await this.#exchange.fetch(`${this.#exchange.url}/${action.surface}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: sent,
    });
    return { request: sent, status: response.status, response: await response.json() };
  }

  async #accepted(name: string, params: Params, account = 0): Promise<unknown> {
    const action = TRADE_ACTIONS.get(name);
    if (!action) throw new Error(`there is no action ${name}`);
    const { status, response } = await this.#send(action, params, account);
    if (status !== 200 || JSON.stringify(response).includes('"errorCode"'))
      throw new Error(`${name} got ${JSON.stringify(response)}`);
    return (response as { response?: unknown }).response;
  }

  async #transferToNewSubaccount(): Promise<void> {
    const opened = (await this.#accepted('createSubaccount', { name: 'savings' })) as { readonly subAccountId: string };
    this.#savings = opened.subAccountId;
    await this.#accepted('transferCollateral', {
      destinationSubAccountId: this.#savings,
      symbol: 'USDT',
      amount: '10',
    });
  }
}

/** Sends an example of every action and plain route, and gives back what came of each, by name or path. */
export async function recordActions(): Promise<ReadonlyMap<string, Recorded>> {
  const exchange = await createExchange({ seed: 7, world: 'quiet', clock: 'manual' });
  const recorded = new Map<string, Recorded>();
  try {
    const recording = new Recording(exchange);
    await recording.start();
    for (const action of [...actionsOf(INFO_ACTIONS), ...readsFirst(actionsOf(TRADE_ACTIONS))]) {
      recorded.set(action.name, await recording.record(action));
    }
    for (const { path, required } of AGGREGATOR_ROUTES) {
      recorded.set(path, await recording.get(path, required.includes('ticker_id') ? '?ticker_id=BTC-USDT' : ''));
    }
    return recorded;
  } finally {
    await exchange.close();
  }
}

const readsFirst = (actions: readonly Action[]): Action[] => [
  ...actions.filter(({ kind }) => kind === 'read'),
  ...actions.filter(({ kind }) => kind === 'write'),
];
