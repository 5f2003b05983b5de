import type { FillSide } from '../event.ts';
import { naiveFee, naiveFeeRate, naiveFill } from '../risk/naive-fees.test-helper.ts';
import { naiveAccount, naiveMarket, naiveNotional } from '../risk/naive-risk.test-helper.ts';
import type { State } from '../state.ts';
import type { Order } from '../orders/order.ts';
import { signOf } from '../orders/order-terms.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';

type Traded = EventOf<'Traded'>;

/** INV-15, INV-18, INV-29, INV-31, INV-33, INV-34 on each execution: price, size, fee, PnL and position to the last unit. */
export const watchTrades = (): Watcher => ({
  before: (state, event) => {
    if (event.type === 'Traded') checkTrade(state, event);
  },
});

function checkTrade(state: State, event: Traded): void {
  const { spec, mark } = naiveMarket(state, event.symbol);
  agree(`notional of trade ${event.trade}`, event.notional, naiveNotional(spec, event.quantity, event.price));
  agree(`mark of trade ${event.trade}`, event.mark, mark);
  hold(event.maker.account !== event.taker.account, `trade ${event.trade} is between two accounts`);
  const maker = orderOf(state, event.maker);
  const taker = orderOf(state, event.taker);
  if (event.cause === 'match') {
    agree(`INV-15 trade ${event.trade} is at the maker's price`, event.price, maker.price);
    const limit = taker.kind === 'market' || taker.price === 0 ? event.price : taker.price;
    hold(signOf(taker.side) * (limit - event.price) >= 0, `INV-15 trade ${event.trade} is within the taker's limit`);
  }
  checkSide(state, event, event.maker, maker, 'maker');
  checkSide(state, event, event.taker, taker, 'taker');
}

function orderOf(state: State, side: FillSide): Order {
  const order = state.orders.get(side.order);
  if (!order) throw new Error(`order ${side.order} trades and is live`);
  return order;
}

function checkSide(state: State, event: Traded, side: FillSide, order: Order, role: 'maker' | 'taker'): void {
  const name = `${role} of trade ${event.trade}`;
  const { spec } = naiveMarket(state, event.symbol);
  const account = naiveAccount(state, side.account);
  const before = account.positions.get(event.symbol);
  const lots = signOf(side.side) * event.quantity;
  const { after, realizedPnl } = naiveFill(before ?? { lots: 0, cost: 0n }, lots, (part) =>
    naiveNotional(spec, part, event.price),
  );
  agree(`INV-29 size of ${name}`, side.position?.lots ?? 0, after.lots);
  agree(`INV-29 cost of ${name}`, side.position?.cost ?? 0n, after.lots === 0 ? 0n : after.cost);
  agree(`closed PnL of ${name}`, side.realizedPnl, realizedPnl);
  agree(`INV-10 filled of ${name}`, side.filled, order.filled + event.quantity);
  const held = before?.lots ?? 0;
  if (order.reduceOnly) {
    hold(held * lots < 0 && Math.abs(lots) <= Math.abs(held), `INV-18 ${name} only reduces ${held} by ${lots}`);
  }
  checkLegs(name, event, side);
  checkFee(state, name, event, side, role);
}

/** INV-31 */
function checkLegs(name: string, { quantity }: Traded, { legs, fee, realizedPnl }: FillSide): void {
  const sum = { quantity: 0, fee: 0n, pnl: 0n };
  for (const leg of legs) {
    sum.quantity += leg.quantity;
    sum.fee += leg.fee;
    sum.pnl += leg.closedPnl;
  }
  agree(`INV-31 quantity of ${name}`, sum.quantity, quantity);
  agree(`INV-31 fee of ${name}`, sum.fee, fee);
  agree(`INV-31 PnL of ${name}`, sum.pnl, realizedPnl);
}

/** INV-34; what a liquidated account pays is watched with its liquidation. */
function checkFee(state: State, name: string, event: Traded, side: FillSide, role: 'maker' | 'taker'): void {
  if (side.feeTo === 'clearanceFees') {
    hold(orderOf(state, side).triggeredByLiquidation, `${name} pays a clearance fee because it is liquidated`);
    return;
  }
  const rate = event.cause === 'match' ? naiveFeeRate(state, naiveAccount(state, side.account), role) : 0;
  agree(`INV-34 fee rate of ${name}`, side.feeRate, rate);
  agree(`INV-34 fee of ${name}`, side.fee, naiveFee(event.notional, rate));
}
