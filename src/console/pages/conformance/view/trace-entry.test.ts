import { expect, test } from 'vitest';
import { http } from '../../../../suite/results/run.test-helper.ts';
import type { TraceEntry } from '../../../../suite/results/run.ts';
import { statusOf, subjectOf } from './trace-entry.ts';

const frame = (of: Partial<TraceEntry>): TraceEntry => ({
  ...http(null, null),
  request: null,
  response: null,
  status: null,
  ...of,
});

test.each<[string, TraceEntry, string]>([
  ['an action', http({ params: { action: 'cancelOrders' } }, { status: 'ok' }), 'cancelOrders'],
  ['a subscription', frame({ kind: 'sent', request: '{"method":"subscribe","params":{"type":"candles"}}' }), 'candles'],
  ['a push', frame({ kind: 'received', response: '{"channel":"trades"}' }), 'trades'],
  ['a reply', frame({ kind: 'received', response: '{"id":"7","status":200}' }), 'reply to 7'],
  ['a closed connection', frame({ kind: 'closed', status: 1008, response: 'idle' }), 'idle'],
  ['a text that is not JSON', frame({ kind: 'sent', request: 'ping' }), ''],
])('the line of %s names its subject', (_what, entry, subject) => {
  expect(subjectOf(entry)).toBe(subject);
});

test('the status of a reply on a stream is the one inside the reply', () => {
  expect(statusOf(frame({ kind: 'received', response: '{"id":"7","status":429}' }))).toBe(429);
  expect(statusOf(frame({ kind: 'received', response: '{"channel":"trades"}' }))).toBe(null);
  expect(statusOf(http(1, 1, { status: 404 }))).toBe(404);
});
