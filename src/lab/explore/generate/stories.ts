import { type MarketView, type Plan, priceText, quantityText } from './plan.ts';
import { conditionalItem, opposite, placing, plainItem, quantity, type Side, side } from './orders.ts';

/** Several commands that lead somewhere: positions, triggers, liquidations, funding. */

/** Two accounts trade with each other inside the spread. */
export function tradeTogether(
  plan: Plan,
  size?: number,
  market = plan.market(),
  of = side(plan),
): readonly [string, string] {
  const maker = plan.account();
  const taker = plan.percent(92) ? plan.other(maker) : maker;
  const amount = size === undefined ? quantity(plan, market) : quantityText(market, size);
  const at = { symbol: market.symbol, price: priceText(market, market.mark + market.tick * plan.draw.between(-8, 8)) };
  plan.signed(maker, 'placeOrders', placing([{ ...at, side: opposite(of), orderType: 'limitGtc', quantity: amount }]));
  const type = plan.pick(['limitIoc', 'limitIoc', 'limitGtc', 'market']);
  const { price: _, ...atMarket } = { ...at, side: of, orderType: type, quantity: amount };
  plan.signed(taker, 'placeOrders', placing([type === 'market' ? atMarket : { ...at, ...atMarket }]));
  return [taker, maker];
}

export const trade = (plan: Plan): void => void tradeTogether(plan);

/** A leveraged position, and a price that moves against it. */
export function liquidate(plan: Plan): void {
  const [market] = plan.memory.markets;
  if (!market) return;
  const of = side(plan);
  const leverage = plan.pick(['50', '50', '100', '25']);
  const notional = plan.pick([2_000_000, 5_000_000, 9_000_000, 15_000_000]);
  const size = Math.min(99, notional / market.mark);
  for (const account of plan.accounts.slice(0, 2)) {
    plan.signed(account, 'updateLeverage', { symbol: market.symbol, leverage });
  }
  tradeTogether(plan, size, market, of);
  if (plan.percent(40))
    plan.signed(plan.account(), 'placeOrders', placing([conditionalItem(plan, market, opposite(of))]));
  move(plan, market, of, plan.pick([4, 8, 12, 18, 25]));
  plan.advance(plan.pick([1, 100, 1_000, 5_000]));
  if (plan.percent(50)) move(plan, market, of, plan.pick([2, 6]));
  plan.advance(plan.pick([100, 1_000, 60_000]));
}

/** An isolated position with little margin, and a move of the price. */
export function isolated(plan: Plan): void {
  const market = plan.market();
  const of = side(plan);
  const account = plan.account();
  const leverage = plan.pick(['10', '20', '50']);
  const size = market.minimum * plan.pick([1, 10, 100]);
  const margin = ((size * market.mark) / Number(leverage)) * plan.pick([1, 1.1, 1.5, 3, 0.5]);
  const item = plan.percent(60)
    ? { symbol: market.symbol, side: of, orderType: 'market', quantity: quantityText(market, size) }
    : { ...plainItem(plan, market, of), quantity: quantityText(market, size) };
  plan.signed(account, 'placeIsolatedOrder', { order: item, leverage, isolatedMargin: margin.toFixed(2) });
  if (plan.percent(60)) {
    plan.signed(account, 'updateIsolatedMargin', {
      symbol: market.symbol,
      marginDelta: (margin * plan.pick([0.1, 0.5, 1, -0.05, -0.3, -2])).toFixed(2),
    });
  }
  if (!plan.canSteer || plan.percent(40)) return;
  move(plan, market, of, plan.pick([1, 2, 5, 9]));
  plan.advance(plan.pick([1, 500, 2_000]));
}

export function adjustMargin(plan: Plan): void {
  const positions = plan.memory.positions();
  const { account, symbol } = positions.length > 0 && plan.percent(80) ? plan.pick(positions) : randomHolder(plan);
  plan.signed(account, 'updateIsolatedMargin', { symbol, marginDelta: plan.pick(['10', '100', '-5', '-50', '1000']) });
}

const randomHolder = (plan: Plan): { readonly account: string; readonly symbol: string } => ({
  account: plan.account(),
  symbol: plan.market().symbol,
});

/** A position with orders that close it, and a price that reaches one of them. */
export function protect(plan: Plan): void {
  const market = plan.market();
  const of = side(plan);
  const [holder] = tradeTogether(plan, undefined, market, of);
  const { mark, tick } = market;
  const sign = of === 'buy' ? 1 : -1;
  const at = (count: number): string => priceText(market, mark + sign * tick * count);
  const exit = { symbol: market.symbol, side: opposite(of), isTriggerMarket: true, closePosition: true };
  plan.signed(
    holder,
    'placeOrders',
    placing(
      [
        { ...exit, orderType: 'triggerTp', triggerPrice: at(plan.draw.between(15, 300)) },
        { ...exit, orderType: 'triggerSl', triggerPrice: at(-plan.draw.between(15, 300)) },
      ],
      'positionTpsl',
    ),
  );
  if (!plan.canSteer) return;
  move(plan, market, plan.percent(50) ? of : opposite(of), 1);
  plan.advance(plan.pick([1, 1_000]));
}

/** A position over the end of an hour. */
export function fund(plan: Plan): void {
  tradeTogether(plan);
  if (plan.percent(30)) plan.control('setMarkPrice', { symbol: 'BTC-USDT', price: plan.pick(['95100', '94800']) });
  plan.advance(plan.pick([3_600_000, 3_600_000, 1_800_000]));
  for (const account of plan.accounts.slice(0, 2)) plan.signed(account, 'getFundingPayments');
}

/** Closes what an account holds, in part or whole, or more than it holds. */
export function close(plan: Plan): void {
  const positions = plan.memory.positions();
  if (positions.length === 0) return trade(plan);
  const { account, symbol, side: held, quantity: size } = plan.pick(positions);
  const market = plan.memory.markets.find((one) => one.symbol === symbol);
  if (!market) return;
  const share = plan.pick([0.5, 1, 1, 1.5]);
  plan.signed(
    account,
    'placeOrders',
    placing([
      {
        symbol,
        side: held === 'long' ? 'sell' : 'buy',
        orderType: 'market',
        quantity: quantityText(market, Number(size) * share),
        ...(plan.percent(70) && { reduceOnly: true }),
      },
    ]),
  );
}

export function scheduleCancel(plan: Plan): void {
  const account = plan.account();
  plan.signed(account, 'scheduleCancel', { timeoutSeconds: plan.pick([0, 5, 5, 10, 86_400, 4, 86_401]) });
  if (plan.canSteer && plan.percent(60)) plan.advance(plan.pick([4_999, 5_000, 5_001, 10_000]));
}

export function setLeverage(plan: Plan): void {
  const leverage = plan.pick(['1', '2', '5', '10', '20', '50', '100', '101', '0', '3.5']);
  plan.signed(plan.account(), 'updateLeverage', { symbol: plan.market().symbol, leverage });
}

export function wait(plan: Plan): void {
  plan.advance(plan.pick([1, 10, 200, 999, 1_000, 5_000, 30_000, 61_000, 300_000, 3_600_000]));
}

export function movePrice(plan: Plan): void {
  const market = plan.market();
  if (plan.percent(25)) {
    const price = priceText(market, market.index * (1 + plan.draw.between(-45, 45) / 1_000));
    plan.control('setMarkPrice', { symbol: market.symbol, price });
  } else move(plan, market, side(plan), plan.pick([0.1, 0.2, 0.5, 1, 2]));
  if (plan.percent(50)) plan.advance(plan.pick([1, 100, 1_000]));
}

/** Back near where prices began, so that orders of later commands fit them. */
export function calm(plan: Plan): void {
  plan.control('setMarketStatus', {
    symbol: plan.market().symbol,
    status: plan.pick(['open', 'closed', 'close_only']),
  });
  plan.signed(plan.account(), 'placeOrders', placing([plainItem(plan)]));
  const { markets } = plan.memory;
  for (const { symbol } of markets.slice(0, 3).concat(markets.slice(-1))) {
    plan.control('setMarketStatus', { symbol, status: 'open' });
  }
}

export function depeg(plan: Plan): void {
  plan.control('setPeg', {
    asset: plan.pick(['WETH', 'BTC', 'USDC', 'DAI']),
    peg: plan.pick(['0.9', '1', '1', '0.5']),
  });
  plan.advance(1_000);
}

/** Moves the index against who bought or sold, by so many percent. */
function move(plan: Plan, market: MarketView, of: Side, percent: number): void {
  const factor = 1 + ((of === 'buy' ? -1 : 1) * percent) / 100;
  plan.control('movePrice', { symbol: market.symbol, price: priceText(market, market.index * factor) });
}
