import { beforeAll, describe, expect, test } from 'vitest';
import type { Action } from '../../contract/action.ts';
import { actionsOf, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { JsonObject } from '../../contract/json.ts';
import { type ApiResponse, type Lab, startLab } from '../lab.test-helper.ts';

const UINT256_MAX = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
const TWO_TO_256 = '115792089237316195423570985008687907853269984665640564039457584007913129639936';
const OWN_ID = '1867542890123456789';
/** Has the form of a signature, and recovers to a wallet without rights. */
const SIGNATURE = { v: 27, r: `0x${'1'.padStart(64, '0')}`, s: `0x${'22'.repeat(32)}` };

/** JSON at and beyond the ends of what a field can hold, and of no type that it has. */
const NUMBERS = [
  '-1',
  '-0',
  '0',
  '1.5',
  '1e300',
  '-1e300',
  '9007199254740993',
  '18446744073709551615',
  '18446744073709551616',
  UINT256_MAX,
  TWO_TO_256,
  `-${TWO_TO_256}`,
];
const TEXTS = [
  ...NUMBERS,
  '',
  ' ',
  '9'.repeat(129),
  '9'.repeat(10_000),
  'x'.repeat(10_000),
  '\\u0000',
  '\\ud83d\\ude00',
  '0x',
  `0x${'f'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  'constructor',
  '__proto__',
  'toString',
].map((text) => `"${text}"`);
const VALUES = [...NUMBERS, ...TEXTS, 'null', 'true', '{}', '[]', '[null]', '[[]]', '{"__proto__":1,"constructor":1}'];

/** Of these, what a client can sign: it sends no integer beyond 2^53, and a `__proto__` inside an object is lost on the way. */
const SIGNED_VALUES = ['-1', '1.5', '1e300', 'null', 'true', '[]', ...TEXTS.filter((text) => text.length < 200)];

const SPOT = 'HERE-STANDS-THE-VALUE';

/** The object once for each of its leaves, with a marker in its place. */
function marked(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    return items.flatMap((item, at) => marked(item).map((changed) => items.with(at, changed)));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) =>
      marked(member).map((changed) => ({ ...value, [key]: changed })),
    );
  }
  return [SPOT];
}

const WRITES = actionsOf(TRADE_ACTIONS).filter(({ kind }) => kind === 'write');
const bodyOf = (action: string, params: JsonObject): object => ({
  params: { action, subAccountId: OWN_ID, ...params },
  nonce: 1_767_571_200_001,
  expiresAfter: 0,
  signature: SIGNATURE,
});
/** Everything of a write that is signed, or decides what is. */
const spotsOf = ({ name, examples }: Action): unknown[] =>
  examples
    .flatMap((params) => marked(bodyOf(name, params)))
    .filter((body) => !/"action":"HERE|"[vrs]":"HERE/.test(JSON.stringify(body)));

describe('a value at or beyond the end of its type', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ limits: { enabled: false } });
  });

  // Goal: no value of a signed field reaches the encoder that its type cannot hold. Method: each leaf of an example of
  // each write in turn is each of the values, under a signature of an unknown wallet, so that only shape and signature can refuse.
  test.each(WRITES)('in any field of $name gives a 4xx and changes nothing', async (action) => {
    const before = lab.core.state.eventSeq;
    const spots = spotsOf(action);
    expect(spots.length).toBeGreaterThanOrEqual(3);
    for (const spot of spots) {
      for (const value of VALUES) {
        const body = JSON.stringify(spot).replace(`"${SPOT}"`, () => value);
        const { status, envelope } = await lab.post('trade', body);
        const where = `${body.slice(0, 300)} ${JSON.stringify(envelope.error)}`;
        expect([400, 401, 403, 404], where).toContain(status);
      }
    }
    expect(lab.logged.splice(0)).toEqual([]);
    expect(lab.core.state.eventSeq).toBe(before);
  });

  // The same where the signature is the owner's, so that what an action makes of a value is reached as well.
  test.each(WRITES)('in any field of $name, signed by the owner, never fails', async ({ name, examples }) => {
    for (const params of examples.flatMap((example) => marked(example) as JsonObject[])) {
      for (const value of SIGNED_VALUES) {
        const changed = JSON.parse(JSON.stringify(params).replace(`"${SPOT}"`, () => value)) as JsonObject;
        const { status, envelope } = await lab.post('trade', await lab.signed(0, name, changed));
        const where = `${JSON.stringify(changed).slice(0, 300)} ${JSON.stringify(envelope.error)}`;
        expect([200, 400, 401, 403, 404], where).toContain(status);
      }
    }
    expect(lab.logged.splice(0)).toEqual([]);
  });

  const text = (message: string) => [400, 'VALIDATION_ERROR', message];
  const LARGEST = 'timeoutSeconds must be less than or equal to 86400';
  const NO_WALLET = expect.stringMatching(/^wallet 0x[0-9a-f]{40} is not authorized/) as string;
  test.each([
    ['scheduleCancel', `"timeoutSeconds":${UINT256_MAX}`, [401, 'UNAUTHORIZED', NO_WALLET]],
    ['scheduleCancel', `"timeoutSeconds":${TWO_TO_256}`, text(LARGEST)],
    ['scheduleCancel', '"timeoutSeconds":1e300', text(LARGEST)],
    ['scheduleCancel', '"timeoutSeconds":-1', text('timeoutSeconds must be 0 or at least 5')],
    ['scheduleCancel', `"timeoutSeconds":-${TWO_TO_256}`, text('timeoutSeconds must be 0 or at least 5')],
    ['cancelOrders', `"orderIds":[${TWO_TO_256}]`, text('orderId must be a valid integer')],
    ['cancelOrders', `"orderIds":["${UINT256_MAX}"]`, text('orderId must be a valid integer')],
    ['cancelOrders', '"orderIds":[-1]', text('orderId must be a positive integer')],
    ['modifyOrder', `"orderId":"${TWO_TO_256}","price":"1"`, text('orderId must be a valid integer')],
    ['modifyOrderBatch', `"orders":[{"orderId":"${TWO_TO_256}"}]`, text('order 0: orderId must be a valid integer')],
    ['transferCollateral', `"to":"${TWO_TO_256}"`, text('to must be a valid positive integer')],
    ['transferCollateral', '"to":"-1"', text('to must be a valid positive integer')],
    [
      'addDelegatedSigner',
      `"walletAddress":"0x${'1'.repeat(40)}","permissions":["session"],"expiresAt":${TWO_TO_256}`,
      text('expiresAt must be an unsigned 64-bit integer'),
    ],
    [
      'addDelegatedSigner',
      `"walletAddress":"${UINT256_MAX}"`,
      text('delegate address must be a valid Ethereum address'),
    ],
    [
      'withdrawCollateral',
      `"destination":"${UINT256_MAX}"`,
      text('destination exceeds maximum length of 42 characters'),
    ],
  ])('%s with %s', async (action, params, refusal) => {
    const body = JSON.stringify(bodyOf(action, {})).replace('"params":{', `"params":{${params},`);
    expect(outcome(await lab.post('trade', body))).toEqual(refusal);
  });

  test.each([
    ['nonce', TWO_TO_256, text('nonce must be an unsigned 64-bit integer')],
    ['nonce', '-1', text('nonce must be an unsigned 64-bit integer')],
    ['expiresAfter', '18446744073709551616', text('expiresAfter must be an unsigned 64-bit integer')],
    ['subAccountId', `"${TWO_TO_256}"`, text('subaccount id too large')],
    ['subAccountId', '"-1"', text('subaccount id cannot be negative')],
  ])('%s of %s', async (field, value, refusal) => {
    const body = JSON.stringify(bodyOf('scheduleCancel', { timeoutSeconds: 60 }));
    const changed = body.replace(new RegExp(`"${field}":[^,}]+`), () => `"${field}":${value}`);
    expect(outcome(await lab.post('trade', changed))).toEqual(refusal);
  });
});

const outcome = ({ status, envelope: { error } }: ApiResponse): unknown => [status, error?.code, error?.message];
