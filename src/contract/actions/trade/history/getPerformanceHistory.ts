import { Type } from '@sinclair/typebox';
import { keysOf } from '../../../../kernel/entries.ts';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { word } from '../../../fields/fields.ts';
import { fieldTable, withDefault } from '../../../fields/table.ts';
import { Closed, Time, DecimalText, IdText, OneOf } from '../../../primitives.ts';

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

/** How long each period is, and how far its points are apart. */
export const PERIODS = {
  day: { spanMs: DAY_MS, stepMs: HOUR_MS },
  week: { spanMs: 7 * DAY_MS, stepMs: 6 * HOUR_MS },
  month: { spanMs: 30 * DAY_MS, stepMs: DAY_MS },
  year: { spanMs: 365 * DAY_MS, stepMs: DAY_MS },
} as const;

const PERIOD_WORDS = keysOf(PERIODS);

export const Point = Closed({ sampledAt: Time, accountValue: DecimalText, pnl: DecimalText });

export const Result = Closed({
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
 * Source: clause GETPERFORMANCEHISTORY; wire 2.20. Samples are taken as `engine/account-value.ts` says.
 */
export const getPerformanceHistory = defineTradeRead({
  name: 'getPerformanceHistory',
  summary: 'Value, PnL and volume of a subaccount over a period.',
  examples: [{ period: 'day' }],
  fields: fieldTable({ period: withDefault(word(PERIOD_WORDS, 'invalid period'), 'day') }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 100,
  usesHistory: true,
});
