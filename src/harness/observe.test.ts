import { expect, test } from 'vitest';
import { observedIn } from './observe.ts';
import type { TraceEntry } from './results/run.ts';

const entry = (part: Partial<TraceEntry>): TraceEntry => ({
  kind: 'http',
  method: 'POST',
  url: 'http://x/v1/trade',
  request: null,
  status: 200,
  headers: {},
  answer: null,
  signed: null,
  ...part,
});

test('actions that were served and codes that were given, of whole answers and of items', () => {
  const trace = [
    entry({
      request: '{"params":{"action":"placeOrders"}}',
      answer: '{"status":"ok","response":{"statuses":[{"resting":{}},{"error":"x","errorCode":"MARKET_CLOSED"}]}}',
    }),
    entry({
      request: '{"params":{"action":"getTrades"}}',
      status: 400,
      answer: '{"status":"error","error":{"code":"VALIDATION_ERROR"}}',
    }),
    entry({ method: 'GET', url: 'http://x/v1/info/contracts?a=1', answer: '[]' }),
    entry({ request: 'no json', status: 400, answer: 'no json either' }),
  ];
  expect(observedIn(trace, 1, 7)).toEqual({
    served: ['/v1/info/contracts', 'placeOrders'],
    refused: ['200/MARKET_CLOSED', '400/VALIDATION_ERROR'],
    answers: 4,
    unexamined: 1,
    tokens: 7,
  });
});

test('replies count for what was asked under their id on their connection, pushes for their channel', () => {
  const on = (kind: 'sent' | 'heard', frame: object): TraceEntry =>
    entry({
      kind,
      method: 'trade 1',
      url: '/v1/ws/trade',
      status: null,
      ...(kind === 'sent' ? { request: JSON.stringify(frame) } : { answer: JSON.stringify(frame) }),
    });
  const trace = [
    on('sent', { id: '1', method: 'post', params: { action: 'cancelOrders' } }),
    on('heard', {
      id: '1',
      status: 404,
      error: { code: 'ORDER_NOT_FOUND' },
      result: { error: { code: 'ORDER_NOT_FOUND' } },
    }),
    on('sent', { id: '2', method: 'subscribe', params: { type: 'trades' } }),
    on('heard', { id: '2', status: 200, result: { status: 'subscribed' } }),
    on('heard', { type: 'orderbook', channel: 'orderbook', data: {} }),
  ];
  const { served, refused, answers } = observedIn(trace, 0, 0);
  expect({ served, refused, answers }).toEqual({
    served: ['orderbook', 'trades'],
    refused: ['404/ORDER_NOT_FOUND'],
    answers: 3,
  });
});
