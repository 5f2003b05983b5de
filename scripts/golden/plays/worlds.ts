import { bustle } from '../orders.ts';
import type { Play, Stage } from '../play.ts';

const BTC = 'BTC-USDT';
const ETH = 'ETH-USDT';
const SIZES = { [BTC]: '0.05', [ETH]: '1', 'SOL-USDT': '10' };

const among = (stage: Stage): Promise<void> =>
  bustle(stage, {
    requests: 120,
    symbols: [BTC, ETH, 'SOL-USDT'],
    places: [0, 1, 2, 6, 8],
    pauseMs: 800,
    sizes: SIZES,
  });

const calm: Play = {
  name: 'calm-world',
  about: 'random traders among the agents of the calm world',
  options: { world: 'calm' },
  causes: ['AgentsStepped', 'IndexMoved', 'MarkMoved', 'Traded'],
  run: among,
};

const living: Play = {
  name: 'default-world',
  about: 'random traders among the populations of the default world',
  options: { world: 'default' },
  causes: ['PopulationActed', 'FactorMoved', 'IndexMoved', 'MarkMoved', 'Traded'],
  run: among,
};

const crash: Play = {
  name: 'crash-world',
  about: 'four minutes of the crash with leveraged positions: liquidations among populations that follow the price',
  options: { world: 'crash' },
  causes: ['IndexMoved', 'PopulationActed', 'Traded', 'LiquidationBegan'],
  run: async (stage) => {
    const { control, accounts } = stage.exchange;
    for (const place of [0, 1, 2]) {
      const account = accounts[place];
      if (!account) throw new Error('the world has accounts');
      for (const [symbol, amount] of [
        ['WETH', '20'],
        ['BTC', '1'],
        ['USDT', '990000'],
      ] as const) {
        await stage.client(place).withdrawCollateral({ symbol, amount, destination: account.address });
      }
      await stage.client(place).updateLeverage(BTC, 50);
      stage.advance(2_000);
      await stage.attempt(
        stage.client(place).placeOrder({ symbol: BTC, side: 'buy', orderType: 'market', quantity: '2' }),
      );
      control.deposit(account.subAccountId, 'USDT', '100');
    }
    stage.advance(110_000);
    await bustle(stage, { requests: 40, symbols: [BTC], places: [3, 4, 0], pauseMs: 6_000, sizes: SIZES });
  },
};

const thin: Play = {
  name: 'thin-world',
  about: 'a book of one small order a level: orders that walk it, empty sides, conditionals on the last price',
  options: {
    world: {
      extends: 'quiet',
      name: 'thin',
      everyMarket: { liquidity: { kind: 'static', levels: 3, firstTicks: 5, stepTicks: 40, lotsPerLevel: 2_000 } },
    },
  },
  causes: ['Traded', 'OrderPlaced', 'OrderCancelled'],
  run: (stage) =>
    bustle(stage, { requests: 170, symbols: [BTC, ETH], places: [0, 1, 2], pauseMs: 2_000, sizes: SIZES }),
};

export const WORLD_PLAYS: readonly Play[] = [calm, living, crash, thin];
