import { invariant } from '../kernel/errors.ts';
import type { Units } from '../kernel/units.ts';
import { checkFunds } from './accounts/funds.ts';
import { checkDelegations } from './accounts/delegation.ts';
import { checkLimits } from './admission.ts';
import { checkTimers } from './evolve-timers.ts';
import { closableLots } from './book/matching.ts';
import type { Side } from './orders/order-terms.ts';
import { checkVolumes } from './fees/fee-tiers.ts';
import { checkFunding } from './funding.ts';
import { tierOfAccount } from './fees/fee-rates.ts';
import { checkIsolated } from './risk/isolated.ts';
import { checkRisk } from './liquidation/check-risk.ts';
import { checkWaiting } from './orders/fire-triggers.ts';
import { checkTwaps } from './orders/twap.ts';
import { settlementAsset } from './risk/margin.ts';
import type { Account, Market, House, State } from './state.ts';
import { remainingOf } from './orders/order.ts';

/**
 * Checks the whole state and throws at the first violation. Each check names its rule, recounts from the parts, and
 * never reads the totals that it checks.
 */
export function checkInvariants(state: State): void {
  checkLedger(state);
  for (const market of state.markets.values()) {
    checkBook(state, market);
    checkPositionsOf(state, market);
  }
  for (const account of state.accounts.values()) {
    checkAccount(state, account);
    checkIsolated(state, account);
  }
  checkTwaps(state);
  checkWaiting(state);
  checkDelegations(state);
  checkFunding(state);
  checkFunds(state);
  checkVolumes(state);
  checkLimits(state);
  checkRisk(state);
  checkTimers(state);
  for (const order of state.orders.values()) {
    const sized = order.quantity > 0 || (order.closePosition && order.phase !== 'working');
    const within = order.filled >= 0 && order.trimmed >= 0 && (remainingOf(order) > 0 || order.quantity === 0);
    invariant(order.trimmed === 0 || order.reduceOnly, `R-85 only the reduce-only are trimmed, not order ${order.no}`);
    invariant(sized && within, `INV-10 order ${order.no} fills within its quantity`);
  }
}

/** INV-01: per asset, all balances and house accounts sum to zero. */
function checkLedger(state: State): void {
  const sums = new Map<string, Units>();
  const add = (balances: Iterable<readonly [string, Units]>): void => {
    for (const [asset, amount] of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  };
  for (const account of state.accounts.values()) {
    add(account.balances);
    add(account.pendingWithdraw);
    for (const { margin } of account.isolated.values()) add([[settlementAsset(state), margin]]);
  }
  for (const balances of Object.values(state.house)) add(balances as House[keyof House]);
  for (const [asset, sum] of sums) invariant(sum === 0n, `INV-01 ${asset} sums to zero, not ${sum}`);
}

/** INV-13, INV-14, INV-17: not crossed, queues in time order, level totals true, exactly the live orders. */
function checkBook(state: State, market: Market): void {
  const { book, spec } = market;
  const bid = book.bestBid();
  const ask = book.bestAsk();
  invariant(bid === 0 || ask === 0 || bid < ask, `INV-13 ${spec.symbol} is not crossed`);
  let resting = 0;
  for (const side of ['buy', 'sell'] as const) resting += checkSide(state, market, side);
  let live = 0;
  for (const order of state.orders.values())
    if (order.symbol === spec.symbol && !order.twap && order.phase === 'working') live += 1;
  invariant(resting === live, `INV-17 ${spec.symbol} holds its live orders`);
}

function checkSide(state: State, market: Market, side: Side): number {
  const totals = new Map<number, number>();
  let count = 0;
  let previous = 0;
  for (const order of market.book.queue(side)) {
    invariant(state.orders.get(order.no) === order, `INV-17 order ${order.no} in the book is live`);
    invariant(remainingOf(order) > 0, `INV-17 order ${order.no} offers something`);
    const ordered = previous === 0 || (side === 'buy' ? order.price <= previous : order.price >= previous);
    invariant(ordered, `INV-14 ${market.spec.symbol} meets its best prices first`);
    previous = order.price;
    totals.set(order.price, (totals.get(order.price) ?? 0) + remainingOf(order));
    count += 1;
  }
  for (const [price, lots] of market.book.depth(side, Number.MAX_SAFE_INTEGER)) {
    invariant(totals.get(price) === lots, `INV-17 level ${price} offers what its orders offer`);
  }
  return count;
}

/**
 * INV-28, INV-30: long equals short equals open interest; the unrealized PnL at any mark equals what clearing holds.
 */
function checkPositionsOf(state: State, market: Market): void {
  const symbol = market.spec.symbol;
  let long = 0;
  let short = 0;
  for (const account of state.accounts.values()) {
    const position = account.positions.get(symbol);
    if (!position) continue;
    invariant(position.lots !== 0 && position.symbol === symbol, `INV-32 position ${position.no} is open`);
    invariant(position.cost > 0n === position.lots > 0, `INV-29 cost of position ${position.no} has its sign`);
    if (position.lots > 0) long += position.lots;
    else short -= position.lots;
  }
  invariant(
    long === short && long === market.openInterest,
    `INV-28 ${symbol}: ${long} long, ${short} short, ${market.openInterest} open`,
  );
}

function checkAccount(state: State, account: Account): void {
  let live = 0;
  for (const [symbol, open] of account.open) {
    let buyLots = 0;
    let sellLots = 0;
    let reduceLots = 0;
    for (const no of open.orders) {
      const order = state.orders.get(no);
      invariant(order?.account === account.no && order.symbol === symbol, `INV-39 order ${no} is live and its own`);
      if (order.twap || order.phase !== 'working') continue;
      if (order.reduceOnly) {
        reduceLots += remainingOf(order);
        invariant(closableLots(account, order) > 0, `INV-19 reduce-only order ${no} stands on the closing side`);
      } else if (order.side === 'buy') buyLots += remainingOf(order);
      else sellLots += remainingOf(order);
    }
    const held = Math.abs(account.positions.get(symbol)?.lots ?? 0);
    invariant(reduceLots <= held, `INV-19 reduce-only orders of account ${account.no} fit its position`);
    const same = buyLots === open.buyLots && sellLots === open.sellLots && reduceLots === open.reduceLots;
    invariant(same, `INV-39 account ${account.no} reserves for its orders in ${symbol}`);
    invariant(open.orders.size <= tierOfAccount(state, account).maxOrdersPerMarket, 'INV-27 orders per market');
    live += open.orders.size;
  }
  invariant(
    live === account.liveOrders && live <= tierOfAccount(state, account).maxTotalOrders,
    'INV-27 orders in total',
  );
}
