import assert from 'node:assert/strict';
import type { Capability } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import type { Cost, StepClaims } from '../../src/suite/steps/declaration.ts';
import { NO_COST, tradeCost } from '../../src/suite/steps/requests.ts';
import type { TargetWallet } from '../../src/suite/targets/target.ts';
import type { ExchangeWorld } from './world.ts';

/** A record of a wallet. A control plane makes it; without one, a wallet of the profile must have it. */
export interface WalletRecord {
  readonly make: (world: ExchangeWorld, who: string) => Promise<unknown>;
  readonly isOn: (world: ExchangeWorld, wallet: TargetWallet) => Promise<boolean>;
  /** The capability that a target without such a wallet lacks. */
  readonly needs: Capability;
  /** Of looking for such a wallet. */
  readonly cost: Cost;
  readonly claims: StepClaims;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Lists reach back a week, and the record is a little older than the scenario. */
const LATELY_MS = 6 * DAY_MS;

/** The records by their names in sentences. */
export const RECORDS: Readonly<Record<string, WalletRecord>> = {
  /** A control plane sets a discount of one tenth. */
  'a referral discount': {
    make: (world, who) => world.control.setReferral(world.wallet(who).address, 'FRIEND', '0.9'),
    isOn: async ({ client }, wallet) => {
      const { body } = await client.trade(wallet, 'getFeeRate', {});
      return valueAt(body, 'response.referralDiscountApplied') === true;
    },
    needs: 'control',
    cost: NO_COST,
    claims: {},
  },
  /** Made by a position that is open at a full hour. */
  'a funding payment': {
    make: async (world, who) => {
      await trade(world, who, 'buy', '95010');
      await world.pass(HOUR_MS);
      await trade(world, who, 'sell', '94990');
    },
    isOn: async (world, wallet) => {
      const asked = { startTime: world.target.now() - LATELY_MS };
      return (await listOf(world, wallet, 'getFundingPayments', 'fundingHistory', asked)).length > 0;
    },
    needs: 'fresh-account',
    cost: NO_COST,
    claims: { market: 'takes', watchesMarks: true },
  },
  /** Made two days ago; found up to six days ago. */
  'an order cancelled days ago': {
    make: async (world, who) => {
      const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.1' };
      await world.client.trade(world.wallet(who), 'placeOrders', { orders: [order], grouping: 'na' });
      await world.client.trade(world.wallet(who), 'cancelAllOrders', { symbols: ['BTC-USDT'] });
      await world.pass(2 * DAY_MS);
    },
    isOn: async (world, wallet) => {
      const now = world.target.now();
      const asked = { startTime: now - LATELY_MS, endTime: now - 1.5 * DAY_MS, status: ['cancelled'], limit: 1 };
      return (await listOf(world, wallet, 'getOrderHistory', '.', asked)).length > 0;
    },
    needs: 'fresh-account',
    cost: tradeCost('getOrderHistory', { looked: false }),
    claims: {},
  },
  /** Made by an isolated long at leverage 50 and an index that falls by two percent and recovers. */
  'a liquidation': {
    make: async (world, who) => {
      const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitIoc', price: '95010', quantity: '0.1' };
      const params = { order, leverage: '50', isolatedMargin: '200' };
      await world.client.trade(world.wallet(who), 'placeIsolatedOrder', params);
      await world.control.movePrice('BTC-USDT', '93000');
      await world.pass(1);
      await world.control.movePrice('BTC-USDT', '95000');
    },
    isOn: async (world, wallet) => {
      const asked = { startTime: world.target.now() - LATELY_MS };
      const positions = await listOf(world, wallet, 'getPositionHistory', 'positions', asked);
      return positions.some((one) => valueAt(one, 'closeReason') === 'liquidation');
    },
    needs: 'control',
    cost: NO_COST,
    claims: { market: 'takes', watchesMarks: true },
  },
};

async function trade(world: ExchangeWorld, who: string, side: string, price: string): Promise<void> {
  const order = { symbol: 'BTC-USDT', side, orderType: 'limitIoc', price, quantity: '0.1' };
  await world.client.trade(world.wallet(who), 'placeOrders', { orders: [order], grouping: 'na' });
}

async function listOf(
  world: ExchangeWorld,
  wallet: TargetWallet,
  action: string,
  path: string,
  params: Record<string, unknown>,
): Promise<readonly unknown[]> {
  const response = await world.client.trade(wallet, action, params);
  const list = valueAt(valueAt(response.body, 'response'), path);
  assert.ok(Array.isArray(list), world.explain(response));
  return list as readonly unknown[];
}
