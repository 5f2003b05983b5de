import type { Params } from '../../../src/client.ts';
import type { FaultSpec } from '../../../src/index.ts';
import type { Step } from './case.ts';
import { type How, type Request, signed } from './request.ts';

/** What examples have in common before the request that is refused. */

/** The wallets of the accounts that play the principals; public, as all dev accounts. */
export const WALLETS = {
  owner: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  delegate: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  session: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  manager: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  stranger: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  /** No party has its key. */
  unknown: '0x00000000000000000000000000000000000000aA',
} as const;

/** Subaccounts: ten of the principals and their like, nine of the ladders, then what an example opens. */
export const IDS = {
  owner: '1867542890123456789',
  stranger: '1867542890123456793',
  opened: '1867542890123456808',
} as const;
/** When every example begins, in Unix ms. */
export const START_MS = 1_767_571_200_000;

/** The first order that a case places: the ladder of the nine markets has the 360 ids before it. */
export const FIRST_ORDER_ID = '1948058938469519720';

/** Bids far below the ladder: they rest. */
export const BID = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.01' };
export const ETHER_BID = { symbol: 'ETH-USDT', side: 'buy', orderType: 'limitGtc', price: '3200', quantity: '1' };
/** Takes most of what the owner can bear: a tenth of 9,500,000. */
export const LARGE_BID = { ...BID, price: '95000', quantity: '100' };

/** The params of a placement. */
export const orders = (...items: readonly Params[]): Params => ({ orders: items, grouping: 'na' });
export const placed = (...items: readonly Params[]): Step => sent('placeOrders', orders(...items));
export const sent = (action: string, params: Params = {}, how: How = {}): Step =>
  repeated(1, signed(action, params, how));

export const repeated =
  (times: number, request: Request): Step =>
  async (stage) => {
    for (let n = 0; n < times; n += 1) await stage.accept(request);
  };

/** The owner gives a principal the right it is named after, for good or until a time in ms. */
export const added = (who: 'delegate' | 'session', expiresAt?: number): Step =>
  sent('addDelegatedSigner', {
    walletAddress: WALLETS[who],
    permissions: [who],
    ...(expiresAt !== undefined && { expiresAt }),
  });

/** The owner has a second subaccount, an empty one. */
export const secondOpened = sent('createSubaccount', { name: 'second' });

export const managerAppointed: Step = async ({ exchange }) => {
  exchange.control.setManager(WALLETS.owner, WALLETS.manager, true);
};

export const ownerNotWhitelisted: Step = async ({ exchange }) => {
  exchange.control.setWhitelisted(WALLETS.owner, false);
};

/** From here on a fault strikes what it matches. */
export const struck =
  (rule: FaultSpec): Step =>
  async ({ exchange }) => {
    exchange.control.setFaults([rule]);
  };

export const passed =
  (ms: number): Step =>
  async ({ exchange }) => {
    exchange.clock.advance(ms);
  };
