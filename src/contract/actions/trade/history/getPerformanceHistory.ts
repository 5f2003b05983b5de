import { type Static, Type } from '@sinclair/typebox';
import { unitsOf } from '../../../../kernel/decimal.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import type { TimeMs, Units } from '../../../../kernel/units.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { formatAmount, formatValue } from '../../../format.ts';
import { Closed, DecimalText, IdText, OneOf, Time } from '../../../primitives.ts';
import type { AccountValueRecord, ValueSampleRow } from '../../../views.ts';
import { defineTradeRead } from '../../../define.ts';
import { fieldTable, withDefault } from '../../../fields/table.ts';
import { word } from '../../../fields/fields.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long each period is, and how far its points are apart. */
const PERIODS = {
  day: { spanMs: DAY_MS, stepMs: HOUR_MS },
  week: { spanMs: 7 * DAY_MS, stepMs: 6 * HOUR_MS },
  month: { spanMs: 30 * DAY_MS, stepMs: DAY_MS },
  year: { spanMs: 365 * DAY_MS, stepMs: DAY_MS },
} as const;
type Period = keyof typeof PERIODS;
const PERIOD_WORDS = Object.keys(PERIODS) as Period[];

const Point = Closed({ sampledAt: Time, accountValue: DecimalText, pnl: DecimalText });
const Result = Closed({
  subAccountId: IdText,
  period: OneOf(PERIOD_WORDS),
  performanceHistory: Closed({ history: Type.Array(Point), volume: DecimalText }),
});

/**
 * What a subaccount was worth over a period that ends with the last full step of UTC time: 24 hours by the hour, 7 days
 * by six hours, 30 or 365 days by the day, oldest first. A moment before its first sample has no point.
 *
 * Units:  `pnl` is the change of value since the period began, apart from what came in and went out, and what a
 *         liquidation took is a loss; `volume` is what was traded in the book since. Both in USDT.
 * Cost:   100 tokens.
 * Errors: 400 VALIDATION_ERROR `invalid period`.
 * Source: clause GETPERFORMANCEHISTORY; wire 2.20. Samples are taken as `engine/performance/sampling.ts` says.
 */
export const getPerformanceHistory = defineTradeRead({
  name: 'getPerformanceHistory',
  summary: 'Value, PnL and volume of a subaccount over a period.',
  fields: fieldTable({ period: withDefault(word(PERIOD_WORDS, 'invalid period'), 'day') }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  usesHistory: true,
  read: ({ period }, { account, now, views }) => {
    const { spanMs, stepMs } = PERIODS[period];
    const to = Math.floor(now / stepMs) * stepMs;
    const from = to - spanMs;
    const performance = views.performance({ account: account.no, from, to });
    return {
      subAccountId: subAccountIdOf(account.no),
      period,
      performanceHistory: historyOf(performance, { from, to, stepMs }),
    };
  },
});

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
