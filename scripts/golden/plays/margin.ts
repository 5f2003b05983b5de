import type { WorldFile } from '../../../src/index.ts';
import { deal, limit, market } from '../orders.ts';
import type { Play, Stage } from '../play.ts';

const BTC = 'BTC-USDT';
const ETH = 'ETH-USDT';

/** A world over a built-in one. */
const over = (base: string, change: Partial<WorldFile>): WorldFile => ({ extends: base, ...change });

/** Leaves an account this much and no other collateral; the last dev account receives the rest. */
async function keep(stage: Stage, place: number, usdt: string): Promise<void> {
  const account = stage.exchange.accounts[place];
  if (!account) throw new Error(`the world has no account ${place}`);
  const withdraw = (symbol: string, amount: string) =>
    stage.client(place).withdrawCollateral({ symbol, amount, destination: account.address });
  await withdraw('WETH', '20');
  await withdraw('BTC', '1');
  await withdraw('USDT', String(1_000_000 - Number(usdt)));
}

/** Long accounts with little behind them, against account 9. */
async function crowd(stage: Stage, funds: readonly string[], quantity: string): Promise<void> {
  for (const [place, usdt] of funds.entries()) {
    await keep(stage, place, usdt);
    await stage.client(place).updateLeverage(BTC, 20 + 10 * place);
    await deal(stage, place, 9, [BTC, '95000', quantity]);
    stage.advance(1_000);
  }
}

/** Moves the index down in steps, with bids of account 8 below it. */
async function slide(stage: Stage, to: number, steps: number, depth: string): Promise<void> {
  for (let step = 1; step <= steps; step += 1) {
    const index = Math.round(95_000 + ((to - 95_000) * step) / steps);
    if (depth !== '') await stage.attempt(stage.client(8).placeOrder(limit(BTC, 'buy', String(index - 50), depth)));
    stage.exchange.control.movePrice(BTC, String(index));
    stage.advance(10_000);
  }
}

const isolated: Play = {
  name: 'isolated',
  about: 'isolated positions: margin added and taken out, leverage changed, one liquidated alone',
  options: { world: 'bare' },
  causes: ['IsolatedMarginMoved', 'IsolatedMarginReleased', 'LeverageSet', 'LiquidationBegan'],
  run: async (stage) => {
    const [a, b] = [stage.client(0), stage.client(1)];
    for (let round = 0; round < 7; round += 1) {
      await a.updateLeverage(BTC, 10 + round);
      await b.placeOrder(limit(BTC, 'sell', '95000', '0.5'));
      await stage.attempt(
        a.placeIsolatedOrder({
          order: limit(BTC, 'buy', '95000', '0.5'),
          isolatedMargin: '5000',
          leverage: 10 + round,
        }),
      );
      await stage.attempt(a.updateIsolatedMargin(BTC, '750.5'));
      await stage.attempt(a.updateIsolatedMargin(BTC, '-100'));
      await stage.attempt(a.updateIsolatedMargin(BTC, '-100000'));
      stage.advance(3_000);
      if (round % 2 === 0) {
        await b.placeOrder(limit(BTC, 'buy', '83900', '0.5'));
        stage.exchange.control.movePrice(BTC, '84000');
      } else {
        await b.placeOrder(limit(BTC, 'buy', '95000', '0.5'));
        await a.placeOrder(limit(BTC, 'sell', '95000', '0.5', { reduceOnly: true }));
      }
      stage.advance(40_000);
      await stage.attempt(a.cancelAllOrders(['*']));
      await stage.attempt(b.cancelAllOrders(['*']));
      stage.exchange.control.movePrice(BTC, '95000');
      stage.advance(5_000);
    }
  },
};

const liquidation: Play = {
  name: 'liquidation',
  about: 'accounts liquidated on the book one after the other, in slices and with pauses',
  options: { world: 'bare' },
  causes: ['LiquidationBegan', 'LiquidationStaged', 'LiquidationPaused', 'LiquidationEnded', 'Traded'],
  run: async (stage) => {
    await crowd(stage, ['12000', '9000', '7000', '6000'], '1.3');
    await slide(stage, 86_000, 60, '0.02');
    stage.advance(90_000);
  },
};

const takeover: Play = {
  name: 'takeover',
  about: 'a gap through an empty book: the vault takes accounts over and unwinds what it holds',
  options: { world: 'bare' },
  causes: ['LiquidationBegan', 'TakenOver', 'Traded'],
  run: async (stage) => {
    await crowd(stage, ['10000', '8000', '6000'], '1');
    for (let round = 0; round < 4; round += 1) {
      await slide(stage, 89_500 - 500 * round, 2, '');
      await stage.attempt(stage.client(8).placeOrder(limit(BTC, 'buy', stage.price(BTC, -10), '0.3')));
      stage.advance(35_000);
    }
  },
};

const deleveraging: Play = {
  name: 'deleveraging',
  about: 'a vault without funds: bankrupt accounts are closed against the winners in order of rank',
  options: { world: over('bare', { name: 'no-vault', risk: { vaultFunds: '0' } }) },
  causes: ['LiquidationBegan', 'Deleveraged', 'LiquidationEnded'],
  run: async (stage) => {
    await crowd(stage, ['10000', '8000', '6000'], '1');
    await deal(stage, 9, 7, [BTC, '95000', '0.7']);
    await deal(stage, 6, 5, [ETH, '3300', '4']);
    stage.advance(61_000);
    for (const index of ['88000', '85000', '82000', '90000']) {
      stage.exchange.control.movePrice(BTC, index);
      stage.advance(31_000);
      await stage.attempt(stage.client(7).placeOrder(limit(BTC, 'sell', stage.price(BTC, 20), '0.1')));
    }
  },
};

const funding: Play = {
  name: 'funding',
  about: 'two hours of funding with a premium, paid and received by cross and isolated positions',
  options: { world: 'bare', startTime: '2026-01-05T10:40:00Z' },
  causes: ['FundingSettled', 'FundingPaid', 'MarkMoved'],
  run: async (stage) => {
    await deal(stage, 0, 1, [BTC, '95000', '1']);
    await deal(stage, 2, 0, [ETH, '3300', '7']);
    await stage.client(1).placeOrder(limit(ETH, 'sell', '3310', '20'));
    await stage.attempt(
      stage
        .client(3)
        .placeIsolatedOrder({ order: limit(ETH, 'buy', '3310', '5'), isolatedMargin: '900', leverage: 20 }),
    );
    await stage.client(1).placeOrders([limit(BTC, 'buy', '95300', '1'), limit(BTC, 'sell', '95400', '1')]);
    stage.advance(60_000);
    await stage.attempt(stage.client(1).cancelAllOrders([BTC]));
    for (let hour = 0; hour < 2; hour += 1) {
      stage.exchange.control.setMarkPrice(BTC, String(95_200 + 100 * hour));
      stage.advance(19 * 60_000 + 500);
      await stage.attempt(stage.client(0).placeOrder(limit(BTC, 'sell', '95600', '0.2')));
      stage.advance(41 * 60_000);
    }
  },
};

const depeg: Play = {
  name: 'forced-exchange',
  about: 'collateral that loses its peg under a debt: forced exchanges until the debt is covered',
  options: { world: 'quiet' },
  causes: ['PegSet', 'CollateralExchanged'],
  run: async (stage) => {
    const { control, accounts } = stage.exchange;
    const [debtor] = accounts;
    if (!debtor) throw new Error('the world has accounts');
    await stage.client(0).withdrawCollateral({ symbol: 'BTC', amount: '1', destination: debtor.address });
    await stage.client(0).withdrawCollateral({ symbol: 'USDT', amount: '999000', destination: debtor.address });
    await stage.client(0).placeOrder(market(BTC, 'buy', '3'));
    control.movePrice(BTC, '85000');
    stage.advance(5_000);
    await stage.attempt(stage.client(1).placeOrder(limit(BTC, 'buy', '85010', '3')));
    await stage.attempt(stage.client(0).placeOrder(market(BTC, 'sell', '3')));
    for (const peg of ['0.97', '0.9', '0.8', '0.65', '0.5', '0.75', '1']) {
      control.setPeg('WETH', peg);
      stage.advance(40_000);
      await stage.attempt(stage.client(0).voluntaryCollateralExchange('WETH', '500'));
    }
  },
};

export const MARGIN_PLAYS: readonly Play[] = [isolated, liquidation, takeover, deleveraging, funding, depeg];
