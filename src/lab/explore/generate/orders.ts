import { type Params, type Value } from '../command.ts';
import { secondsIn } from '../command.ts';
import { type MarketView, priceText, quantityText } from './markets.ts';
import type { Plan } from './plan.ts';

export type Item = Readonly<Record<string, Value>>;
export type Side = 'buy' | 'sell';

export const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy');

const LIMITS = ['limitGtc', 'limitGtc', 'limitGtc', 'limitIoc', 'limitAlo', 'limitGtd'] as const;
const SIZES = [1, 1, 2, 5, 10, 50, 100, 100, 300, 1_000] as const;

export const side = (plan: Plan): Side => (plan.percent(50) ? 'buy' : 'sell');

/** A price by where it stands to the book: inside the spread, at a level, across the book, or out of the allowed band. */
export function price(plan: Plan, market: MarketView, of: Side): string {
  const { mark, tick } = market;
  const sign = of === 'buy' ? -1 : 1;
  const perMille = (count: number): number => (mark * count) / 1_000;
  const from = plan.weighted<number>([
    [30, mark + tick * plan.draw.between(-9, 9)],
    [25, mark + sign * tick * plan.draw.between(10, 60)],
    [12, mark - sign * tick * plan.draw.between(10, 80)],
    [20, mark + sign * perMille(plan.draw.between(1, 45))],
    [6, mark - sign * perMille(plan.draw.between(1, 49))],
    [2, mark + sign * perMille(plan.draw.between(50, 52))],
    [1, mark - sign * perMille(plan.draw.between(50, 60))],
    [1, mark + sign * perMille(plan.draw.between(100, 900))],
  ]);
  return priceText(market, Math.max(tick, from));
}

export function quantity(plan: Plan, market: MarketView): string {
  return quantityText(market, market.minimum * plan.pick(SIZES));
}

/** A limit or market order that the exchange may accept. */
export function plainItem(plan: Plan, market = plan.market(), of = side(plan)): Item {
  const base = { symbol: market.symbol, side: of, quantity: quantity(plan, market), ...marks(plan) };
  if (plan.percent(18)) return { ...base, orderType: 'market' };
  const orderType = plan.pick(LIMITS);
  return {
    ...base,
    orderType,
    price: price(plan, market, of),
    ...(orderType === 'limitGtd' && { expiresAt: secondsIn(plan.pick([1, 5, 30, 61, 120, 600, 3_600])) }),
    ...(/Gt[cd]$/.test(orderType) && plan.percent(8) && { postOnly: true }),
  };
}

/** A stop loss or take profit. */
export function conditionalItem(
  plan: Plan,
  market = plan.market(),
  of = side(plan),
  kind?: 'triggerSl' | 'triggerTp',
): Item {
  const { mark, tick } = market;
  const away = plan.weighted<number>([
    [5, plan.draw.between(1, 40) * tick],
    [3, (mark * plan.draw.between(1, 40)) / 1_000],
  ]);
  const trigger = mark + (plan.percent(50) ? away : -away);
  const isMarket = plan.percent(60);
  const closes = plan.percent(15);
  return {
    symbol: market.symbol,
    side: of,
    orderType: kind ?? (plan.percent(50) ? 'triggerSl' : 'triggerTp'),
    triggerPrice: priceText(market, trigger),
    ...(isMarket
      ? { isTriggerMarket: true }
      : { price: priceText(market, trigger + plan.draw.between(-20, 20) * tick) }),
    ...(closes ? { closePosition: true } : { quantity: quantity(plan, market) }),
    ...(plan.percent(25) && { triggerPriceType: plan.pick(['mark', 'last']) }),
    ...marks(plan),
  };
}

function marks(plan: Plan): Item {
  return {
    ...(plan.percent(12) && { reduceOnly: true }),
    ...(plan.percent(35) && { clientOrderId: plan.clientId() }),
  };
}

export function twapItem(plan: Plan, market = plan.market()): Item {
  const intervalSeconds = plan.pick([0, 10, 30, 60]);
  return {
    symbol: market.symbol,
    side: side(plan),
    orderType: 'twap',
    quantity: quantityText(market, market.minimum * plan.pick([100, 300, 1_000])),
    durationSeconds: plan.pick([300, 300, 360, 600, 3_600]),
    ...(intervalSeconds > 0 && { intervalSeconds }),
    ...(plan.percent(30) && { price: priceText(market, market.mark * (plan.percent(50) ? 1.01 : 0.99)) }),
    ...(plan.percent(25) && { sizeVarianceBps: plan.pick([100, 1_000, 2_000]) }),
    ...(plan.percent(25) && { intervalVarianceBps: plan.pick([100, 1_000, 2_000]) }),
    ...(plan.percent(10) && { reduceOnly: true }),
  };
}

export const placing = (orders: readonly Item[], grouping = 'na'): Params => ({ orders, grouping });

export function placeSome(plan: Plan): void {
  const count = plan.weighted([
    [70, 1],
    [20, plan.draw.between(2, 4)],
    [5, plan.draw.between(5, 20)],
  ] as const);
  const items = Array.from({ length: count }, () => (plan.percent(85) ? plainItem(plan) : conditionalItem(plan)));
  const source = plan.percent(4) ? { source: plan.pick(['bot-1', 'a.b=c', '']) } : {};
  plan.signed(plan.account(), 'placeOrders', { ...placing(items, plan.percent(95) ? 'na' : ''), ...source });
}

export function placeConditional(plan: Plan): void {
  plan.signed(plan.account(), 'placeOrders', placing([conditionalItem(plan)]));
}

export function placeTwap(plan: Plan): void {
  plan.signed(plan.account(), 'placeOrders', placing([twapItem(plan)], 'twap'));
  if (plan.canSteer) plan.advance(plan.pick([9_999, 30_000, 31_000, 60_000, 310_000]));
}

export function placeGroup(plan: Plan): void {
  const market = plan.market();
  const of = side(plan);
  const account = plan.account();
  const { mark, tick } = market;
  const sign = of === 'buy' ? 1 : -1;
  const child = (kind: 'triggerSl' | 'triggerTp'): Item => ({
    ...conditionalItem(plan, market, opposite(of), kind),
    triggerPrice: priceText(market, mark + sign * (kind === 'triggerTp' ? 1 : -1) * tick * plan.draw.between(20, 200)),
  });
  const grouping = plan.pick(['normalTpsl', 'normalTpsl', 'multipleTpsl', 'positionTpsl']);
  const children = plan.percent(60) ? [child('triggerTp'), child('triggerSl')] : [child('triggerSl')];
  const main = plainItem(plan, market, of);
  plan.signed(account, 'placeOrders', placing(grouping === 'positionTpsl' ? children : [main, ...children], grouping));
}
