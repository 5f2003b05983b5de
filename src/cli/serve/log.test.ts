import { expect, test } from 'vitest';
import type { RequestFacts } from '../../exchange/exchange.ts';
import { RequestLog } from './log.ts';

const OK: RequestFacts = {
  transport: 'rest',
  action: 'placeOrders',
  subAccountId: '1867542890123456789',
  requestId: '0123456789abcdef',
  code: 'OK',
  hint: null,
  said: null,
  isAboutSigner: false,
  refusedItems: 0,
  latencyMs: 1.26,
};
const now = (): Date => new Date('2026-01-05T10:20:30.456Z');

function logged(facts: readonly RequestFacts[], json = false): string[] {
  const written: string[] = [];
  const log = new RequestLog({ write: (text) => written.push(text) }, { json, isColoured: false, now });
  for (const each of facts) log.add(each);
  log.flush();
  return written.join('').split('\n').slice(0, -1);
}

test('a line says time, transport, action, account, result and latency', () => {
  expect(logged([OK])).toEqual([
    '10:20:30.456  rest  placeOrders             1867542890123456789  OK                        1.3 ms',
  ]);
});

test('a refusal names the command that explains it', () => {
  const [line = ''] = logged([{ ...OK, transport: 'ws', code: 'INSUFFICIENT_MARGIN' }]);
  expect(line).toContain('INSUFFICIENT_MARGIN');
  expect(line.endsWith('perpsim why refusal 0123456789abcdef')).toBe(true);
});

test('a refusal for its signer names the report on the signature', () => {
  const [line = ''] = logged([{ ...OK, code: 'UNAUTHORIZED', isAboutSigner: true }]);
  expect(line.endsWith('UNAUTHORIZED              1.3 ms  perpsim why signature 0123456789abcdef')).toBe(true);
});

test('a refusal says in a sentence what to do instead', () => {
  const said = 'unknown action; did you mean getMids?';
  const [line = ''] = logged([{ ...OK, action: null, code: 'VALIDATION_ERROR', said }]);
  expect(line.endsWith('ms  unknown action; did you mean getMids?  perpsim why refusal 0123456789abcdef')).toBe(true);
});

test('a batch says how many of its items were refused', () => {
  expect(logged([{ ...OK, refusedItems: 2 }])[0]).toContain('OK, 2 refused');
});

test('a request that names no action has dashes', () => {
  expect(logged([{ ...OK, action: null, subAccountId: null, code: 'NOT_FOUND' }])[0]).toMatch(
    /^10:20:30\.456 {2}rest {2}- +- +NOT_FOUND/,
  );
});

test('a burst is cut, and the rest is counted', () => {
  const lines = logged(Array.from({ length: 260 }, () => OK));
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('  … 60 more requests');
});

test('a line of JSON holds all facts', () => {
  expect(JSON.parse(logged([OK], true)[0] ?? '')).toEqual({ time: '2026-01-05T10:20:30.456Z', ...OK });
});
