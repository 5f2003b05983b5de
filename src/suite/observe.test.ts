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
  response: null,
  signed: null,
  ...part,
});

test('actions that were served and codes that were given, of whole responses and of items', () => {
  const trace = [
    entry({
      request: '{"params":{"action":"placeOrders"}}',
      response: '{"status":"ok","response":{"statuses":[{"resting":{}},{"error":"x","errorCode":"MARKET_CLOSED"}]}}',
    }),
    entry({
      request: '{"params":{"action":"getTrades"}}',
      status: 400,
      response: '{"status":"error","error":{"code":"VALIDATION_ERROR"}}',
    }),
    entry({ method: 'GET', url: 'http://x/v1/info/contracts?a=1', response: '[]' }),
    entry({ request: 'no json', status: 400, response: 'no json either' }),
  ];
  expect(observedIn(trace, 1, 7)).toEqual({
    served: ['/v1/info/contracts', 'placeOrders'],
    refused: ['200/MARKET_CLOSED', '400/VALIDATION_ERROR'],
    responses: 4,
    unexamined: 1,
    tokens: 7,
  });
});

test('replies count for what was asked under their id on their connection, pushes for their channel', () => {
  const on = (kind: 'sent' | 'received', frame: object): TraceEntry =>
    entry({
      kind,
      method: 'trade 1',
      url: '/v1/ws/trade',
      status: null,
      ...(kind === 'sent' ? { request: JSON.stringify(frame) } : { response: JSON.stringify(frame) }),
    });
  const trace = [
    on('sent', { id: '1', method: 'post', params: { action: 'cancelOrders' } }),
    on('received', {
      id: '1',
      status: 404,
      error: { code: 'ORDER_NOT_FOUND' },
      result: { error: { code: 'ORDER_NOT_FOUND' } },
    }),
    on('sent', { id: '2', method: 'subscribe', params: { type: 'trades' } }),
    on('received', { id: '2', status: 200, result: { status: 'subscribed' } }),
    on('received', { type: 'orderbook', channel: 'orderbook', data: {} }),
  ];
  const { served, refused, responses } = observedIn(trace, 0, 0);
  expect({ served, refused, responses }).toEqual({
    served: ['orderbook', 'trades'],
    refused: ['404/ORDER_NOT_FOUND'],
    responses: 3,
  });
});
