import type { Statistics } from '../run-result.ts';
import type { Fill } from '../strategy.ts';
import { AccountValues } from './account-values.ts';
import { adverseSelectionOf, Mids } from './adverse-selection.ts';
import { type Amount, ZERO, figureOf, meanOf, textOf } from './amount.ts';
import { drawdownOf } from './drawdown.ts';
import { fillRatioOf, makerShareOf, notionalOf, type PlacedOrder, queuePositionOf } from './orders.ts';
import { returnsOf, sharpeOf, sortinoOf } from './returns.ts';
import type { Sample } from './steps.ts';

/** What the figures of one account are computed from. All lists are in order of time. */
export interface AccountRecord {
  /** Account value, from the start of the run to its end. For returns it needs a sample each minute or more often. */
  readonly equity: readonly Sample[];
  /** What was paid in (positive) and out (negative) after the first sample. */
  readonly payments: readonly Sample[];
  readonly fills: readonly Fill[];
  readonly orders: readonly PlacedOrder[];
  /** Mid prices of each market that the account has traded, by symbol; a sample at each change. */
  readonly mids: ReadonlyMap<string, readonly Sample[]>;
  readonly endTime: number;
}

/** Computes the figures of one account. `docs/backtesting.md` defines each of them. */
export function statisticsOf(record: AccountRecord): Statistics {
  const { fills, orders } = record;
  const values = new AccountValues(record.equity, record.payments);
  const minutes = values.eachMinute();
  const drawdown = drawdownOf(values.all());
  // Without fills the account value moves by the prices of its collateral, which is no result of trading.
  const returns = fills.length === 0 ? [] : returnsOf(minutes);
  const notional = notionalOf(fills);
  const meanValue = meanOf(minutes.map(({ value }) => value));
  const mids = new Mids(record.mids, record.endTime);
  const after = (ms: number): number | null => figureOrNull(adverseSelectionOf(fills, mids, ms));
  return {
    pnl: textOf(values.earned()),
    drawdown: textOf(drawdown.amount),
    drawdownShare: figureOf(drawdown.share),
    sharpe: figureOrNull(sharpeOf(returns)),
    sortino: figureOrNull(sortinoOf(returns)),
    turnover: meanValue?.gt(ZERO) ? figureOf(notional.div(meanValue)) : 0,
    notional: textOf(notional),
    fills: fills.length,
    orders: orders.length,
    fillRatio: figureOrNull(fillRatioOf(orders, fills)),
    queuePosition: figureOrNull(queuePositionOf(orders)),
    adverseSelection: { after1s: after(1000), after10s: after(10_000), after60s: after(60_000) },
    makerShare: figureOrNull(makerShareOf(fills)),
  };
}

const figureOrNull = (amount: Amount | null): number | null => (amount === null ? null : figureOf(amount));
