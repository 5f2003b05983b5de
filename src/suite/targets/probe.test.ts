import { expect, test } from 'vitest';
import type { Deployment } from '../deployment.ts';
import { offeredAt } from './probe.ts';

const FINDINGS: Pick<Deployment, 'capabilities' | 'absent'> = {
  capabilities: new Set(['funded', 'trading-hours']),
  absent: new Map([['clock', 'it keeps its own time']]),
};

test.each([
  ['on a Wednesday at noon', '2026-01-07T12:00:00Z', true],
  ['a minute and a millisecond before it closes', '2026-01-07T21:58:59.999Z', true],
  ['in the last minute', '2026-01-07T21:59:00Z', false],
  ['after it has closed', '2026-01-07T23:59:59Z', false],
  ['in the first minute of the next day', '2026-01-08T00:00:00Z', true],
  ['on a Saturday', '2026-01-10T12:00:00Z', false],
  ['on a Sunday', '2026-01-11T12:00:00Z', false],
])('the market with trading hours is offered or not %s', (_when, time, isOffered) => {
  const { capabilities, absent } = offeredAt(FINDINGS, Date.parse(time));
  expect([...capabilities]).toEqual(isOffered ? ['funded', 'trading-hours'] : ['funded']);
  expect(absent.get('trading-hours')).toBe(
    isOffered ? undefined : 'WTI-USDT closes at this hour; it trades on weekdays until 22:00 UTC',
  );
});

test('what the probe found closed stays so', () => {
  const closed = { ...FINDINGS, capabilities: new Set(['funded'] as const) };
  expect([...offeredAt(closed, Date.parse('2026-01-07T12:00:00Z')).capabilities]).toEqual(['funded']);
});
