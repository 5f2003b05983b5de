import type { Static } from '@sinclair/typebox';
import {
  type Result,
  type Point,
  PERIODS,
  getPerformanceHistory,
} from '../../../../contract/actions/trade/history/getPerformanceHistory.ts';
import { formatValue, formatAmount } from '../../../../contract/format.ts';
import type { AccountValueRecord, ValueSampleRow } from '../../../../contract/views.ts';
import { unitsOf } from '../../../../kernel/decimal.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import type { TimeMs, Units } from '../../../../kernel/units.ts';
import { readTrade } from '../../read.ts';

interface Grid {
  readonly from: TimeMs;
  readonly to: TimeMs;
  readonly stepMs: number;
}

function historyOf(
  { samples, volume }: AccountValueRecord,
  { from, to, stepMs }: Grid,
): Static<typeof Result>['performanceHistory'] {
  const [first] = samples;
  // A subaccount that was opened later began with nothing.
  const start = first && first.at <= from ? first : undefined;
  const base = start ? resultOf(start) : 0n;
  const history: Static<typeof Point>[] = [];
  let last = start;
  let next = 0;
  for (let at = from + stepMs; at <= to; at += stepMs) {
    for (let sample = samples[next]; sample && sample.at <= at; sample = samples[next]) {
      last = sample;
      next += 1;
    }
    if (!last) continue;
    history.push({
      sampledAt: at,
      accountValue: formatValue(unitsOf(last.value)),
      pnl: formatAmount(resultOf(last) - base),
    });
  }
  return { history, volume: formatAmount(unitsOf(volume) - unitsOf(start?.volume ?? '0')) };
}

/** What a subaccount has made since it was opened. */
const resultOf = ({ value, inflow }: ValueSampleRow): Units => unitsOf(value) - unitsOf(inflow);

/** What the response of getPerformanceHistory is made of. */
export const getPerformanceHistoryRead = readTrade(getPerformanceHistory, ({ period }, { account, now, views }) => {
  const { spanMs, stepMs } = PERIODS[period];
  const to = Math.floor(now / stepMs) * stepMs;
  const from = to - spanMs;
  const performance = views.performance({ account: account.no, from, to });
  return {
    subAccountId: subAccountIdOf(account.no),
    period,
    performanceHistory: historyOf(performance, { from, to, stepMs }),
  };
});
