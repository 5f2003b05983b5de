import { type Static, Type } from '@sinclair/typebox';
import type { ExchangeStatus } from '../../../engine/status.ts';
import type { InfoContext } from '../../action.ts';
import { Closed, NameText, OneOf, Time } from '../../primitives.ts';
import { defineInfo } from '../../define.ts';
import { NO_FIELDS } from '../../fields/table.ts';

/** What the exchange says about itself (wire 3.12). */
export const ExchangeStatusRecord = Closed({
  accepting_orders: Type.Boolean(),
  exchange_status: OneOf(['RUNNING', 'MAINTENANCE']),
  code: OneOf(['', 'STATUS_DEGRADED', 'SERVICE_DRAINING']),
  message: NameText,
  timestamp_ms: Time,
});
type ExchangeStatusRecord = Static<typeof ExchangeStatusRecord>;

const FACTS: Readonly<Record<ExchangeStatus, Omit<ExchangeStatusRecord, 'timestamp_ms'>>> = {
  running: { accepting_orders: true, exchange_status: 'RUNNING', code: '', message: 'OK' },
  degraded: { accepting_orders: true, exchange_status: 'RUNNING', code: 'STATUS_DEGRADED', message: 'OK (degraded)' },
  draining: {
    accepting_orders: false,
    exchange_status: 'MAINTENANCE',
    code: 'SERVICE_DRAINING',
    message: 'Service is draining for deployment',
  },
  // Nobody is told but the exchange itself: every request is refused meanwhile.
  down: {
    accepting_orders: false,
    exchange_status: 'MAINTENANCE',
    code: 'SERVICE_DRAINING',
    message: 'Service is down',
  },
};

/** A disk is full: reads go on, everything else is refused until there is room. */
const UNWRITABLE: Omit<ExchangeStatusRecord, 'timestamp_ms'> = {
  ...FACTS.draining,
  message: 'Service has no space to record requests',
};

/** The status record of this moment, which the status routes write too. */
export const exchangeStatusOf = ({ state, now, isWritable = true }: InfoContext): ExchangeStatusRecord => ({
  ...(isWritable ? FACTS[state.status] : UNWRITABLE),
  timestamp_ms: now,
});

/**
 * Whether the exchange takes orders. The only read that is served while it drains.
 *
 * Cost:   1 token.
 * Source: clauses GETEXCHANGESTATUS, RATE-COST-GETEXCHANGESTATUS; wire 3.12.
 */
export const getExchangeStatus = defineInfo({
  name: 'getExchangeStatus',
  summary: 'Whether the exchange runs and takes orders.',
  fields: NO_FIELDS,
  result: ExchangeStatusRecord,
  refusals: [],
  cost: () => 1,
  read: (_parsed, context) => exchangeStatusOf(context),
  usesHistory: false,
});
