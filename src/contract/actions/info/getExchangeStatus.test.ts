import { expect, test } from 'vitest';
import type { ExchangeStatus } from '../../../engine/command.ts';
import { handMadeState } from '../../hand-made.test-helper.ts';
import { ask } from './responses.test-helper.ts';
import { getExchangeStatus } from './getExchangeStatus.ts';

test.each<[ExchangeStatus, boolean, string, string, string]>([
  ['running', true, 'RUNNING', '', 'OK'],
  ['degraded', true, 'RUNNING', 'STATUS_DEGRADED', 'OK (degraded)'],
  ['draining', false, 'MAINTENANCE', 'SERVICE_DRAINING', 'Service is draining for deployment'],
])('an exchange that is %s', (status, accepting_orders, exchange_status, code, message) => {
  const response = ask(getExchangeStatus, { ...handMadeState(), status });
  expect(response).toEqual({ accepting_orders, exchange_status, code, message, timestamp_ms: 1_767_614_400_000 });
});

test('costs 1 token', () => {
  expect(getExchangeStatus.cost({})).toBe(1);
});
