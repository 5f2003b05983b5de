import { expect, it } from 'vitest';
import type { Exchanged } from '../transports/transport.ts';
import { Cleanup, type CleanupParts } from './cleanup.ts';
import type { SideEffect } from './side-effect-log.ts';
import type { HouseWallet } from './suite-client.ts';

const MARKET = 'XRP-USDT';

const walletOf = (subAccountId: string, role: HouseWallet['role'] = 'trader'): HouseWallet => ({
  privateKey: '0x1',
  address: `0x${subAccountId}`,
  subAccountId,
  role,
  tierId: 'tier_1',
  standing: { leverages: {}, name: '' },
  others: 0,
  spares: [],
  maxSubAccounts: undefined,
});

const said = (status: number, response?: unknown): Exchanged => {
  const body = { status: status === 200 ? 'ok' : 'error', ...(response !== undefined && { response }) };
  return { status, body, text: JSON.stringify(body), headers: new Headers() } as Exchanged;
};

/** A deployment of two traders and a keeper: what they hold, what still rests, and how often it has too much to do. */
class Venue {
  readonly wallets = [walletOf('1'), walletOf('2'), walletOf('9', 'keeper')];
  /** Signed quantity by subaccount. */
  readonly holds = new Map<string, number>();
  readonly rests = new Map<string, number>();
  readonly asked: string[] = [];
  readonly busy = new Map<string, number>();
  pauses = 0;
  /** Of each resting order somebody else takes so much at once. */
  met = 0;

  cleanup(): Cleanup {
    return new Cleanup({
      suiteClient: this.#client,
      wallets: this.wallets,
      clientId: () => 'suite-1',
      isReference: () => false,
      saw: () => undefined,
      stillOpen: () => undefined,
      traded: () => undefined,
      pause: () => {
        this.pauses += 1;
        return Promise.resolve();
      },
    });
  }

  takeBack(...traces: SideEffect[]): Promise<readonly string[]> {
    return this.cleanup().takeBack(new Map(['1', '2'].map((id) => [id, new Set(traces)])));
  }

  #add(id: string, quantity: number): void {
    this.holds.set(id, (this.holds.get(id) ?? 0) + quantity);
  }

  get #client(): CleanupParts['suiteClient'] {
    return {
      ask: ({ subAccountId }, action) => Promise.resolve(this.#answer(subAccountId, action)),
      askPublic: () => Promise.resolve(said(200, [{ symbol: MARKET, priceIncrement: '0.1', minOrderSize: '1' }])),
      book: () => Promise.resolve({ bids: [['2.0', '5']], asks: [['3.0', '5']] }),
      openOrders: ({ subAccountId }) =>
        Promise.resolve(this.rests.has(subAccountId) ? [{ orderId: `rest ${subAccountId}`, symbol: MARKET }] : []),
      place: ({ subAccountId }, [order]) => Promise.resolve(this.#placed(subAccountId, order as Order)),
    };
  }

  #answer(id: string, action: string): Exchanged {
    this.asked.push(`${id} ${action}`);
    const left = this.busy.get(action) ?? 0;
    if (left > 0) {
      this.busy.set(action, left - 1);
      return said(503);
    }
    if (action === 'cancelAllOrders') return said(this.rests.delete(id) ? 200 : 404);
    if (action !== 'getSubAccounts') return said(200, {});
    const held = this.holds.get(id) ?? 0;
    const positions =
      held === 0 ? [] : [{ symbol: MARKET, side: held > 0 ? 'long' : 'short', quantity: String(Math.abs(held)) }];
    return said(200, { subAccounts: [{ subAccountId: id, subAccountName: '', positions, collaterals: [] }] });
  }

  /** A limit order rests, and somebody else may meet a part of it; an IOC order meets what rests; a market order always fills. */
  #placed(id: string, { side, quantity, orderType, reduceOnly }: Order): Exchanged {
    const [size, sign] = [Number(quantity), side === 'buy' ? 1 : -1];
    if (orderType === 'limitGtc') {
      this.#add(id, sign * this.met);
      this.rests.set(id, sign * (size - this.met));
      const status = this.met > 0 ? { filled: { totalSize: String(this.met) } } : { resting: { id: `rest ${id}` } };
      return said(200, { statuses: [status] });
    }
    const held = this.holds.get(id) ?? 0;
    const most = reduceOnly === true ? Math.max(0, -sign * held) : size;
    const [maker] = orderType === 'market' ? [] : [...this.rests].filter(([, rest]) => rest * sign < 0);
    const filled = Math.min(size, most, orderType === 'market' ? size : Math.abs(maker?.[1] ?? 0));
    if (maker) {
      this.#add(maker[0], -sign * filled);
      this.rests.delete(maker[0]);
    }
    this.#add(id, sign * filled);
    return said(200, { statuses: [filled > 0 ? { filled: { totalSize: String(filled) } } : { canceled: {} }] });
  }
}

interface Order {
  readonly side: string;
  readonly quantity: string;
  readonly orderType: string;
  readonly reduceOnly?: boolean;
}

it('hands positions over from one wallet of the run to the other', async () => {
  const venue = new Venue();
  venue.holds.set('1', 90).set('2', -90);
  expect(await venue.takeBack('orders')).toEqual([]);
  expect([...venue.holds.values()]).toEqual([0, 0]);
  expect(venue.rests.size).toBe(0);
});

it('leaves no order behind that somebody else has met in part, and no position of it', async () => {
  const venue = new Venue();
  venue.holds.set('1', 90).set('2', -90);
  venue.met = 40;
  expect(await venue.takeBack('orders')).toEqual([]);
  expect([venue.holds.get('1'), venue.holds.get('2')]).toEqual([0, 0]);
  expect(venue.rests.size).toBe(0);
});

it('asks a target that has too much to do again, until orders are cancelled and the account was seen', async () => {
  const venue = new Venue();
  venue.rests.set('1', 90);
  venue.busy.set('cancelAllOrders', 3).set('getSubAccounts', 2);
  expect(await venue.takeBack('orders')).toEqual([]);
  expect(venue.rests.size).toBe(0);
  expect(venue.pauses).toBe(5);
});

it('says what may be left where the target never has time', async () => {
  const venue = new Venue();
  venue.busy.set('cancelAllOrders', 6).set('getSubAccounts', 6);
  expect(await venue.takeBack('orders')).toEqual(['orders of subaccount 1', 'subaccount 1, which cannot be read']);
});

it('gives what had no response time to arrive before it cancels', async () => {
  const venue = new Venue();
  await venue.takeBack('orders');
  expect(venue.pauses).toBe(0);
  await venue.takeBack('orders', 'unanswered');
  expect(venue.pauses).toBe(2);
});
