import assert from 'node:assert/strict';
import { Given, Then } from '@cucumber/cucumber';
import { Amount } from '../../src/harness/amount.ts';
import { Unmet } from '../../src/harness/deployment.ts';
import type { TargetWallet } from '../../src/harness/targets/target.ts';
import { valueAt } from '../../src/harness/paths.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** What a wallet has been through: made where there is a control plane, and elsewhere found on record. */

const HOUR_MS = 3_600_000;
/** What a step may take beside the wait. */
const SLACK_MS = 120_000;
/** Lists look back a week, and the past ends a little before the scenario begins. */
const LATELY_MS = 6 * 24 * HOUR_MS;

/** A referral lowers what it pays. */
Given('{string} is a wallet with a referral discount', async function (this: ExchangeWorld, who: string) {
  if (this.target.control) return this.control.setReferral(this.wallet(who).address, 'FRIEND', '0.9');
  const found = await this.takeLike(who, async (wallet) => {
    const { body } = await this.client.trade(wallet, 'getFeeRate', {});
    return valueAt(body, 'response.referralDiscountApplied') === true;
  });
  if (!found) throw new Unmet('control', 'no wallet of the profile has a referral discount');
});

/** A deployment may round a rate beyond this digit. */
const RATE_ERROR = '0.000000001';

Then('the rates of the response are those of its tier, times the referral discount', function (this: ExchangeWorld) {
  const response = this.response();
  const rate = (path: string): Amount => new Amount(String(valueAt(response, path)));
  for (const side of ['makerFeeRate', 'takerFeeRate']) {
    const wanted = rate(`currentTier.${side}`).times(rate('referralDiscount'));
    const isNear = rate(side).minus(wanted).abs().lt(RATE_ERROR);
    assert.ok(isNear, `${side} should be ${wanted.toFixed()}: ${JSON.stringify(response)}`);
  }
});

/** A position over the end of an hour. */
Given('{string} has paid or received funding', async function (this: ExchangeWorld, who: string) {
  if (this.target.control) {
    const trade = async (side: string, price: string): Promise<void> => {
      const order = { symbol: 'BTC-USDT', side, orderType: 'limitIoc', price, quantity: '0.1' };
      await this.client.trade(this.wallet(who), 'placeOrders', { orders: [order], grouping: 'na' });
    };
    await trade('buy', '95010');
    await this.pass(HOUR_MS);
    return trade('sell', '94990');
  }
  if ((await paymentsOf(this, who)).length === 0) {
    throw new Unmet('fresh-account', 'the wallet has neither paid nor received funding lately');
  }
});

/** By its time and its amount. */
Then(
  'no item of {string} of the response is a funding payment of {string}',
  async function (this: ExchangeWorld, path: string, who: string) {
    const items = valueAt(this.response(), path);
    assert.ok(Array.isArray(items), `${path} should be a list, not ${JSON.stringify(items)}`);
    const payments = await paymentsOf(this, who);
    assert.ok(payments.length > 0, `"${who}" should have paid or received funding`);
    for (const payment of payments) {
      const [amount, time] = [valueAt(payment, 'payment'), valueAt(payment, 'timestamp')];
      const isSame = (item: unknown): boolean => {
        const values = Object.values(item as Record<string, unknown>);
        return values.includes(amount) && values.includes(time);
      };
      assert.deepEqual(items.filter(isSame), [], `${path} should hold no funding payment`);
    }
  },
);

async function paymentsOf(world: ExchangeWorld, who: string): Promise<readonly unknown[]> {
  const asked = { startTime: world.target.now() - LATELY_MS };
  const response = await world.client.trade(world.wallet(who), 'getFundingPayments', asked);
  const payments = valueAt(response.body, 'response.fundingHistory');
  assert.ok(Array.isArray(payments), world.explain(response));
  return payments as readonly unknown[];
}

/** At the end of the hour, which is waited for where the suite does not move the clock. */
Given('the next funding is settled', { timeout: HOUR_MS + SLACK_MS }, async function (this: ExchangeWorld) {
  await this.lookIfWatched();
  await this.pass(HOUR_MS - (this.target.now() % HOUR_MS));
  // The target may settle a moment later.
  if (!this.target.control) await this.pass(1_000);
});

/** `{trade}` is the id of the trade that closed its position then, and `{time}` when that was. */
Given(
  '{string} is a wallet that was liquidated by the trade {string} at the time {string}',
  async function (this: ExchangeWorld, who: string, trade: string, time: string) {
    if (this.target.control) await liquidate(this, this.wallet(who));
    const find = async (wallet: TargetWallet): Promise<boolean> => {
      const asked = { startTime: this.target.now() - LATELY_MS };
      const response = await this.client.trade(wallet, 'getPositionHistory', asked);
      const positions = valueAt(response.body, 'response.positions');
      assert.ok(Array.isArray(positions), this.explain(response));
      const closed: unknown = positions.find((one: unknown) => valueAt(one, 'closeReason') === 'liquidation');
      if (closed === undefined) return false;
      this.ids.set(trade, String(valueAt(closed, 'tradeId')));
      this.ids.set(time, String(valueAt(closed, 'closedAt')));
      return true;
    };
    const isFound = this.target.control ? await find(this.wallet(who)) : await this.takeLike(who, find);
    if (!isFound) throw new Unmet('control', 'no wallet of the profile was liquidated lately');
  },
);

/** An isolated long at the highest leverage, and an index that falls by two percent and comes back. */
async function liquidate(world: ExchangeWorld, wallet: TargetWallet): Promise<void> {
  const order = { symbol: 'BTC-USDT', side: 'buy', orderType: 'limitIoc', price: '95010', quantity: '0.1' };
  await world.client.trade(wallet, 'placeIsolatedOrder', { order, leverage: '50', isolatedMargin: '200' });
  await world.control.setIndexPrice('BTC-USDT', '93000');
  await world.pass(1);
  await world.control.setIndexPrice('BTC-USDT', '95000');
}
