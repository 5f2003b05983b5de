import { Type, type Static } from '@sinclair/typebox';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';
import { Closed, OneOf, NameText, Time } from '../../primitives.ts';

/** What the exchange says about itself (wire 3.12). */
export const ExchangeStatusRecord = Closed({
  accepting_orders: Type.Boolean(),
  exchange_status: OneOf(['RUNNING', 'MAINTENANCE']),
  code: OneOf(['', 'STATUS_DEGRADED', 'SERVICE_DRAINING']),
  message: NameText,
  timestamp_ms: Time,
});

export type ExchangeStatusRecord = Static<typeof ExchangeStatusRecord>;

/**
 * Whether the exchange takes orders. The only read that is served while it drains.
 *
 * Cost:   1 token.
 * Source: clauses GETEXCHANGESTATUS, RATE-COST-GETEXCHANGESTATUS; wire 3.12.
 */
export const getExchangeStatus = defineInfo({
  name: 'getExchangeStatus',
  summary: 'Whether the exchange runs and takes orders.',
  examples: [{}],
  fields: NO_FIELDS,
  result: ExchangeStatusRecord,
  refusals: [],
  cost: () => 1,
  usesHistory: false,
});
