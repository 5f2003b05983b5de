import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from '../scripts/docs/error-examples/all.ts';
import { refused, within } from '../scripts/docs/error-examples/case.ts';
import { get, open, post, type Request, signed } from '../scripts/docs/error-examples/request.ts';
import { errorsPage } from '../scripts/docs/error-examples/page.ts';
import { play } from '../scripts/docs/error-examples/play.ts';

test('the examples cover the codes of the specification', () => {
  expect(EXAMPLES.map(({ code }) => code)).toEqual([
    'UNAUTHORIZED',
    'VALIDATION_ERROR',
    'MISSING_REQUIRED_FIELD',
    'INVALID_FORMAT',
    'INVALID_VALUE',
    'RATE_LIMIT_EXCEEDED',
    'INSUFFICIENT_MARGIN',
    'ORDER_NOT_FOUND',
    'OPERATION_TIMEOUT',
    'INTERNAL_ERROR',
    'NOT_FOUND',
    'FORBIDDEN',
    'ASSET_NOT_FOUND',
    'COLLATERAL_PRICE_STALE',
  ]);
});

test('no two examples of a code send the same request', () => {
  const requests = EXAMPLES.map(({ cases }) => cases.map(({ request }) => JSON.stringify(request)));
  for (const ofOneCode of requests) expect(new Set(ofOneCode).size).toBe(ofOneCode.length);
});

describe.each(EXAMPLES)('$code', ({ code, cases }) => {
  test('has ten examples or more', () => {
    expect(cases.length).toBeGreaterThanOrEqual(10);
  });

  test('is what an exchange responds with to each of them', async () => {
    for (const example of cases) {
      const { http, message } = example.reply;
      expect({ cause: example.cause, ...(await play(example)) }).toEqual({ cause: example.cause, http, code, message });
    }
  });
});

describe('the page', () => {
  /** The row of one request; the code is not the point here. */
  const rowOf = (request: Request, reply = refused(400, 'no')): string | undefined =>
    errorsPage([
      {
        examples: { code: 'INVALID_VALUE', meaning: 'Why.', cases: [{ cause: 'so', request, reply }] },
        envelopes: [{ http: reply.http, code: 'INVALID_VALUE', message: reply.message }],
      },
    ])
      .split('\n')
      .find((line) => line.startsWith('| 1 |'));

  test.each<[string, Request, string]>([
    ['params', open('getMids', { a: 1 }), '`{"action":"getMids","a":1}`'],
    ['lists', open('a', { l: [1, 2], m: [1, 2, 3] }), '`{"action":"a","l":[1,2],"m":[1,"… 2 more"]}`'],
    [
      'texts',
      open('a', { s: 'x'.repeat(50), t: 'y'.repeat(51) }),
      `\`{"action":"a","s":"${'x'.repeat(50)}","t":"${'y'.repeat(20)}… (51 characters)"}\``,
    ],
    ['routes', get('/a'), '`GET /v1/a`'],
    ['bars in bodies', post('/a', 'b|c', { d: 'e' }), '`POST /v1/a` `d: e` `b\\|c`'],
    ['long bodies', post('/a', 'x'.repeat(121)), `\`POST /v1/a\` \`${'x'.repeat(20)}… (121 characters)\``],
    [
      'who signs for whom',
      signed('a', {}, { by: 'session', of: 'stranger' }),
      '`{"action":"a"}`, by the session signer, for the stranger',
    ],
    ['no subaccount', signed('a', {}, { of: 'unknown' }), '`{"action":"a"}`, for subaccount 99'],
    [
      'what stands beside the params',
      signed('a', {}, { nonce: 0, expiresAfter: 5 }),
      '`{"action":"a"}`, beside them `{"nonce":0,"expiresAfter":5}`',
    ],
    [
      'what is missing or put in place',
      signed('a', {}, { nonce: null, service: 'B', altered: { signature: null, params: {} } }),
      '`{"action":"a"}`, no nonce, signed for B, no signature, altered after signing: `{"params":{}}`',
    ],
  ])('shows %s', (_what, request, shown) => {
    expect(rowOf(request)).toBe(`| 1 | so | ${shown} | 400 | \`INVALID_VALUE\` | no |`);
  });

  // Each example is what an exchange responds with, as the tests above prove.
  test('shows every example: npm run docs:pages -- errors writes it anew', () => {
    const played = EXAMPLES.map((examples) => ({
      examples,
      envelopes: examples.cases.map(({ reply: { http, message } }) => ({ http, code: examples.code, message })),
    }));
    expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorsPage(played));
  });

  test('says where inside an accepted response the refusal stands', () => {
    expect(rowOf(open('a'), within('statuses[1]', 'no'))).toContain('| 200 at `statuses[1]` |');
    expect(rowOf(open('a'), within('.', 'no'))).toContain('| 200 |');
  });
});
