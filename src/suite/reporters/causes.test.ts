import { describe, expect, it } from 'vitest';
import type { ScenarioResult } from '../results/run.ts';
import { scenario } from '../results/run.test-helper.ts';
import { causesOf } from './causes.ts';

const failed = (id: string, error: string, action = 'getCandles'): ScenarioResult => ({
  ...scenario(1),
  id,
  verdict: 'failed',
  error,
  trace: [
    {
      kind: 'http',
      method: 'POST',
      url: 'http://127.0.0.1/v1/info',
      request: `{"params":{"action":"${action}"}}`,
      status: 200,
      headers: {},
      response: '{}',
      signed: null,
    },
  ],
});

describe('failures by cause', () => {
  it('puts one wrong field of an action together, whatever its place and value', () => {
    const causes = causesOf([
      failed('a', 'Then the response is ok\nAssertionError: [0].openPrice should be <decimal>, is 95000'),
      failed('b', 'Then the response lists:\nAssertionError: [12].openPrice should be <decimal>, is 3300.5'),
      failed('c', 'Then the response is ok\nAssertionError: [0].volume should be <decimal>, is 1'),
    ]);
    expect(causes.map(({ text, scenarios }) => [text, scenarios.map(({ id }) => id)])).toEqual([
      ['getCandles: [0].openPrice should be <decimal>, is 95000', ['a', 'b']],
      ['getCandles: [0].volume should be <decimal>, is 1', ['c']],
    ]);
  });

  it('keeps the same words of two actions apart', () => {
    const error = 'Then the response is ok\nAssertionError: total should be 1, is 2';
    expect(causesOf([failed('a', error), failed('b', error, 'getTrades')])).toHaveLength(2);
  });

  it('lists nothing that has not failed', () => {
    expect(causesOf([{ ...scenario(1), verdict: 'skipped', reason: 'could not be set up: x' }])).toEqual([]);
  });
});
