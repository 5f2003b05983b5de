import type { Health } from '../liquidation/terms.ts';
import { naiveFee } from '../risk/naive-fees.test-helper.ts';
import {
  naiveAccount,
  naiveHealth,
  naiveMarket,
  naiveNotional,
  naivePositionMaintenance,
} from '../risk/naive-risk.test-helper.ts';
import type { State } from '../state.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';
import { marginAccountOfSide } from './watch-liquidation.test-helper.ts';

type Traded = EventOf<'Traded'>;

/**
 * What a liquidated account does in the book: it only closes, pays the clearance fee as far as it can, stops at the
 * first lot that heals it and before it would owe anything. A takeover is at the mark and free of fees.
 */
export const watchClearance = (): Watcher => ({
  before: (state, event) => {
    if (event.type !== 'Traded') return;
    if (event.cause === 'takeover') checkTakeover(event);
    else if (event.cause === 'match' && state.orders.get(event.taker.order)?.triggeredByLiquidation) {
      checkClearance(state, event);
    }
  },
});

function checkTakeover({ trade, price, mark, maker, taker }: Traded): void {
  agree(`price of takeover ${trade}`, price, mark);
  agree(`fees of takeover ${trade}`, maker.fee + taker.fee, 0n);
}

interface Outcome extends Health {
  readonly fee: bigint;
}

function checkClearance(state: State, event: Traded): void {
  const name = `liquidation fill ${event.trade}`;
  const { taker } = event;
  const order = state.orders.get(taker.order);
  const marginAccount = marginAccountOfSide(state, event.symbol, taker);
  hold(order?.reduceOnly === true, `INV-18 ${name} only closes`);
  const before = naiveHealth(state, marginAccount);
  hold(before.equity < before.maintenance, `INV-41 ${name} is for an account that has too little`);
  const done = outcomeOf(state, event, event.quantity);
  agree(`clearance rate of ${name}`, taker.feeRate, naiveMarket(state, event.symbol).spec.clearanceFee);
  agree(`clearance account of ${name}`, taker.feeTo, 'clearanceFees');
  agree(`clearance fee of ${name}`, taker.fee, done.fee);
  hold(done.equity >= 0n, `${name} leaves ${done.equity}`);
  if (done.equity < done.maintenance || event.quantity === 1) return;
  const less = outcomeOf(state, event, event.quantity - 1);
  hold(less.equity < less.maintenance, `${name} of ${event.quantity} lots takes no more than heals`);
}

/**
 * The health of the margin account after this many lots at the price of the fill; realized PnL was unrealized before.
 */
function outcomeOf(state: State, { symbol, price, taker }: Traded, lots: number): Outcome {
  const market = naiveMarket(state, symbol);
  const { spec } = market;
  const before = naiveHealth(state, marginAccountOfSide(state, symbol, taker));
  const held = naiveAccount(state, taker.account).positions.get(symbol)?.lots ?? 0;
  const closed = held > 0 ? lots : -lots;
  const gained = naiveNotional(spec, closed, price) - naiveNotional(spec, closed, market.mark);
  const equity = before.equity + gained;
  const others = before.maintenance - naivePositionMaintenance(market, held);
  const full = naiveFee(naiveNotional(spec, lots, price), spec.clearanceFee);
  const most = equity > 0n ? equity : 0n;
  const fee = full < most ? full : most;
  return { equity: equity - fee, fee, maintenance: others + naivePositionMaintenance(market, held - closed) };
}
