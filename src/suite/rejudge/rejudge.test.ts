import { describe, expect, test } from 'vitest';
import type { RecordingLine } from '../../contract/recording/reader.ts';
import type { RecordedFact } from '../../contract/recording/format.ts';
import { explain, isSpelledAlike } from './judged.ts';
import { planOf } from './plan.ts';

describe('the spelling of two responses', () => {
  test.each<[string, string, string, boolean]>([
    ['equal texts', '{"a":1}', '{"a":1}', true],
    ['other ids and times', '{"id":"7","at":[1,20]}', '{"id":"18","at":[3,4]}', true],
    ['another order of keys', '{"a":1,"b":2}', '{"b":2,"a":1}', false],
    ['a space more', '{"a":1}', '{"a": 1}', false],
    ['the same number in another form', '{"a":1}', '{"a":1.0}', false],
    ['the same text in another form', '{"a":"é"}', '{"a":"\\u00e9"}', false],
    ['a text in place of a number', '{"a":1}', '{"a":"2"}', false],
    ['a field more', '{"a":1}', '{"a":1,"b":2}', false],
  ])('with %s', (_what, left, right, alike) => {
    expect(isSpelledAlike(left, right)).toBe(alike);
  });
});

const refusal = (code: string, message: string): string => JSON.stringify({ error: { code, message } });
const SIDES = { recordedName: 'PerpSim', targetName: null };

describe('a difference that explains others', () => {
  test.each<[string, string, string | RegExp]>([
    ['UNAUTHORIZED', 'nonce already used', /^nonces are used up: the target has seen these requests before/],
    ['UNAUTHORIZED', 'request expired', /^deadlines and login times are bound to the recorded exchange time/],
    [
      'UNAUTHORIZED',
      'invalid signature',
      /^signatures are bound to service name "PerpSim"; the target has another one\./,
    ],
    ['INSUFFICIENT_MARGIN', 'not enough margin', /^the wallets of the target hold other funds/],
    ['RATE_LIMIT_EXCEEDED', 'too many', /^the target has other rate limits/],
  ])('%s "%s" has its sentence', (code, message, sentence) => {
    expect(explain('{"status":"ok"}', refusal(code, message), SIDES)).toMatch(sentence);
  });

  test('is none where the recorded response refuses too, where the target serves, and for any other code', () => {
    expect(explain(refusal('UNAUTHORIZED', 'x'), refusal('UNAUTHORIZED', 'y'), SIDES)).toBeNull();
    expect(explain('{"status":"ok"}', '{"status":"ok"}', SIDES)).toBeNull();
    expect(explain('{"status":"ok"}', refusal('VALIDATION_ERROR', 'x'), SIDES)).toBeNull();
  });
});

const HEADER = {
  format: 'perpsim-recording',
  version: 1,
  package: '',
  by: 'serve',
  wall: 0,
  target: null,
  exchange: null,
} as const;

async function* recorded(...facts: RecordedFact[]): AsyncIterable<RecordingLine> {
  yield { kind: 'header', line: 1, header: HEADER };
  for (const [index, fact] of facts.entries()) yield { kind: 'fact', line: index + 2, fact };
}

const asked = (request: number, path: string): RecordedFact => ({
  kind: 'request',
  wall: 0,
  connection: 1,
  request,
  method: 'POST',
  path,
  headers: [],
});
const served = (request: number, time?: number): RecordedFact => ({
  kind: 'response',
  wall: 0,
  connection: 1,
  request,
  status: 200,
  headers: [],
  ...(time !== undefined && { time }),
});
const frame = (from: 'client' | 'exchange', text: string, time?: number): RecordedFact => ({
  kind: 'frame',
  wall: 0,
  connection: 2,
  from,
  opcode: 'text',
  text,
  ...(time !== undefined && { time }),
});

describe('the plan of a recording', () => {
  test('gives a request the time of its response, and a post that of its reply', async () => {
    const plan = await planOf(
      recorded(
        asked(1, '/v1/trade'),
        served(1, 100),
        frame('client', '{"id":7}'),
        frame('exchange', '{"channel":"trade"}', 110),
        frame('exchange', '{"id":7}', 120),
        { kind: 'ended', wall: 0 },
      ),
    );
    expect([...plan.times]).toEqual([
      [2, 100],
      [4, 120],
    ]);
    expect([plan.requests, plan.frames, plan.lastTime, plan.ended, plan.torn]).toEqual([1, 2, 120, true, null]);
  });

  test('takes a request that moves the clock at the time at which it comes', async () => {
    const plan = await planOf(recorded(asked(1, '/sim/v1/clock/advance'), served(1, 5_000)));
    expect([plan.times.size, plan.lastTime, plan.late.size]).toEqual([0, 5_000, 0]);
  });

  test('knows which responses came only after a later request to the control plane, or never', async () => {
    const plan = await planOf(
      recorded(
        asked(1, '/v1/trade'),
        asked(2, '/v1/info'),
        served(2),
        asked(3, '/sim/v1/clock/advance'),
        served(3),
        served(1),
        asked(4, '/v1/info'),
      ),
    );
    expect([...plan.late]).toEqual([1, 4]);
  });
});
