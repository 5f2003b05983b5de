import { createExchange } from '../../../exchange/exchange.ts';
import { expect, test } from 'vitest';
import { previewOf } from './preview.ts';

test.each([
  ['buy', '1', 95_000],
  ['sell', '1', 95_000],
] as const)(
  'the preview of a first position is what the exchange says once it is open: %s',
  async (side, quantity, near) => {
    const exchange = await createExchange({ seed: 7, clock: 'manual', world: 'quiet' });
    try {
      const client = exchange.client(0);
      // Most of the collateral goes, so that a price liquidates what is left.
      const { collaterals } = await client.getSubAccount();
      expect(collaterals?.length).toBeGreaterThan(0);
      const [market] = await client.getMarkets();
      if (!market) throw new Error('the world has a market');
      const before = await client.getSubAccount();
      const { status, avgPrice } = await client
        .placeOrder({ symbol: market.symbol, side, orderType: 'market', quantity })
        .then(({ filled }) => ({ status: filled !== undefined, avgPrice: Number(filled?.avgPrice) }));
      expect(status).toBe(true);
      expect(Math.abs(avgPrice / near - 1)).toBeLessThan(0.01);
      const [position] = await client.getPositions({ status: 'open' });
      const prices = await client.getMarketPrices();
      const preview = previewOf({
        market,
        quantity: side === 'buy' ? Number(quantity) : -Number(quantity),
        price: avgPrice,
        mark: Number(prices[market.symbol]?.markPrice),
        leverage: Number(before.marketPreferences.leverages[market.symbol]),
        takerFee: Number(before.feeRates.takerFeeRate),
        held: 0,
        account: {
          adjustedValue: Number(before.crossMarginSummary.adjustedAccountValue),
          maintenance: 0,
          heldMaintenance: 0,
        },
      });
      const liquidation = Number(position?.liquidationPrice);
      if (liquidation === 0) expect(preview?.liquidation).toBeNull();
      else expect(Math.abs((preview?.liquidation ?? 0) / liquidation - 1)).toBeLessThan(0.001);
    } finally {
      await exchange.close();
    }
  },
);
