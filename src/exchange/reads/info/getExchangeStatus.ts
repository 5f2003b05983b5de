import type { InfoContext } from '../../../contract/action.ts';
import { type ExchangeStatusRecord, getExchangeStatus } from '../../../contract/actions/info/getExchangeStatus.ts';
import type { ExchangeStatus } from '../../../engine/command.ts';
import { readInfo } from '../read.ts';

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

/** What the response of getExchangeStatus is made of. */
export const getExchangeStatusRead = readInfo(getExchangeStatus, (_parsed, context) => exchangeStatusOf(context));
