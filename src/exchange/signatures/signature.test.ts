import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../contract/json.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { isRefusal } from '../../kernel/errors.ts';
import { BACKENDS } from './backends.test-helper.ts';
import {
  createSignatureChecker,
  parseLoginSignature,
  parseSignature,
  type Signature,
  type SignatureChecker,
} from './signature.ts';
import { address, domainSeparator, loginText, vector, vectors, withValues } from './signing-vectors.test-helper.ts';

const SIGNER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const GROUP_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
const unauthorized = (message: string): object => ({ kind: 'refused', code: 'UNAUTHORIZED', http: 401, message });

describe.each(BACKENDS)('the %s backend', (backend) => {
  let checker: SignatureChecker;
  beforeAll(async () => {
    checker = await createSignatureChecker({ serviceName: 'PerpSim', backend });
  });

  test('says what it is and what it checks for', () => {
    expect(checker.backend).toBe(backend);
    expect(checker.domainSeparator).toBe(domainSeparator);
  });

  test.each(vectors)('$id is recovered to its signer', ({ typed, signature, structHash, digest }) => {
    expect(`0x${Buffer.from(checker.structHash(typed)).toString('hex')}`).toBe(structHash);
    expect(`0x${Buffer.from(checker.digest(typed)).toString('hex')}`).toBe(digest);
    expect(checker.recover(typed, signature)).toBe(SIGNER);
  });

  test('the address is written in lower case', () => {
    expect(address).toBe('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
    expect(SIGNER).toBe(address.toLowerCase());
  });

  test.each(vectors)('$id with v counted from 0', ({ typed, signature }) => {
    expect(checker.recover(typed, { ...signature, v: signature.v - 27 })).toBe(SIGNER);
  });

  test('upper-case digits are the same signature', () => {
    const { typed, signature } = vector('V1');
    const upper = {
      ...signature,
      r: `0x${signature.r.slice(2).toUpperCase()}`,
      s: `0x${signature.s.slice(2).toUpperCase()}`,
    };
    expect(checker.recover(typed, upper)).toBe(SIGNER);
  });

  test.each(vectors)('$id with the other half of s', ({ typed, signature }) => {
    const mirrored = { v: signature.v === 27 ? 28 : 27, r: signature.r, s: word(GROUP_ORDER - BigInt(signature.s)) };
    expect(checker.recover(typed, mirrored)).toBe(SIGNER);
  });

  test.each<[string, string, (typed: TypedMessage) => TypedMessage, string]>([
    [
      'V1 with quantity 0.010',
      'V1',
      (typed) => withValues(typed, { orders: [{ ...first(typed), quantity: '0.010' }] as never }),
      '0x0b501c704a2743781795303f4bc1d2dc9f174f26',
    ],
    [
      'V11 with amount 0.5',
      'V11',
      (typed) => withValues(typed, { amount: '0.5' }),
      '0xda44172655e6411d38f0cb1db8b228d6238de64b',
    ],
    [
      'V18 with a nonce',
      'V18',
      (typed) => ({ type: 'SubAccountActionNonce', values: { ...typed.values, nonce: 1735689600018n } }),
      '0xdf07d85228b05eb9b7434abc4cd999dd94b669cd',
    ],
    [
      'V1 for a later expiry',
      'V1',
      (typed) => withValues(typed, { expiresAfter: 1n }),
      '0x96ed6706c629e9c107172b24689f49ab86af9f09',
    ],
  ])('%s is signed by another wallet', (_, id, change, wallet) => {
    const { typed, signature } = vector(id);
    expect(checker.recover(change(typed), signature)).toBe(wallet);
  });

  test('another service name is another signer', async () => {
    const other = await createSignatureChecker({ serviceName: 'Other', backend });
    const { typed, signature } = vector('V1');
    expect(other.recover(typed, signature)).toBe('0xfb87b5d16416b10dfe8a3826921c5ac28a2268ec');
  });

  test.each<[string, Partial<Signature>]>([
    ['r is zero', { r: word(0n) }],
    ['s is zero', { s: word(0n) }],
    ['r is the group order', { r: word(GROUP_ORDER) }],
    ['s is the group order', { s: word(GROUP_ORDER) }],
    ['r is all ones', { r: word(2n ** 256n - 1n) }],
    ['s is all ones', { s: word(2n ** 256n - 1n) }],
    ['r is no point of the curve', { r: word(5n) }],
    ['both are zero', { r: word(0n), s: word(0n) }],
  ])('no key when %s', (_, change) => {
    const { typed, signature } = vector('V1');
    const refused = unauthorized('signature verification failed: no key gives this signature');
    for (const v of [0, 1, 27, 28]) expect(checker.recover(typed, { ...signature, ...change, v })).toEqual(refused);
    // The failure leaves nothing behind.
    expect(checker.recover(typed, signature)).toBe(SIGNER);
  });

  test('the largest r and s that are in range are tried', () => {
    const { typed, signature } = vector('V1');
    expect(checker.recover(typed, { ...signature, s: word(GROUP_ORDER - 1n) })).toBe(
      '0xf70aaf5bea704fa5468007eda087c14357df3493',
    );
  });

  test('a half that was never checked is an internal error', () => {
    const { typed, signature } = vector('V1');
    expect(() => checker.recover(typed, { ...signature, r: '0x12' })).toThrow('parseSignature has checked r and s');
  });
});

test('without a wish the fastest backend of this platform is taken', async () => {
  expect((await createSignatureChecker({ serviceName: 'PerpSim' })).backend).toBe(BACKENDS[0]);
});

describe('parseSignature', () => {
  const { v, r, s } = vector('V17').signature;
  const R_FORM = 'signature r field must be a 64-character hex string with 0x prefix';
  const S_FORM = 'signature s field must be a 64-character hex string with 0x prefix';
  const V_SET = 'signature v field must be 0, 1, 27, or 28';

  test.each([0, 1, 27, 28])('v %i is accepted', (accepted) => {
    expect(parseSignature({ v: accepted, r, s })).toEqual({ v: accepted, r, s });
  });

  test.each<[string, Json | undefined, string]>([
    ['nothing', undefined, 'signature is required'],
    ['null', null, 'signature is required'],
    ['a text', '0x12', 'signature is required'],
    ['an array', [27, r, s], 'signature is required'],
    ['no members', {}, 'signature r and s fields are required'],
    ['no r', { v, s }, 'signature r and s fields are required'],
    ['empty r', { v, r: '', s }, 'signature r and s fields are required'],
    ['null s', { v, r, s: null }, 'signature r and s fields are required'],
    ['empty s beside a malformed r', { v, r: '0x', s: '' }, 'signature r and s fields are required'],
    ['r as a number', { v, r: 5, s }, R_FORM],
    ['r without 0x', { v, r: r.slice(2), s }, R_FORM],
    ['r with 0X', { v, r: `0X${r.slice(2)}`, s }, R_FORM],
    ['r one digit short', { v, r: r.slice(0, -1), s }, R_FORM],
    ['r one digit long', { v, r: `${r}0`, s }, R_FORM],
    ['r with a line feed after it', { v, r: `${r}\n`, s }, R_FORM],
    ['r with full-width digits', { v, r: `0x${'\uff11'.repeat(64)}`, s }, R_FORM],
    ['malformed r and s', { v, r: '0x1', s: '0x1' }, R_FORM],
    ['s without its leading zeros', { v, r, s: `0x${s.slice(4)}` }, S_FORM],
    ['malformed s and v', { v: 5, r, s: '0xzz' }, S_FORM],
    ['no v', { r, s }, V_SET],
    ['v as a text', { v: '27', r, s }, V_SET],
    ['v 2', { v: 2, r, s }, V_SET],
    ['v 26', { v: 26, r, s }, V_SET],
    ['v 29', { v: 29, r, s }, V_SET],
    ['v -1', { v: -1, r, s }, V_SET],
    ['v 27.5', { v: 27.5, r, s }, V_SET],
    ['v with twenty digits', { v: 10n ** 20n, r, s }, V_SET],
  ])('%s', (_, value, message) => {
    expect(parseSignature(value)).toEqual(unauthorized(message));
  });
});

describe('parseLoginSignature', () => {
  test('the login text of V20 is its signature', async () => {
    const checker = await createSignatureChecker({ serviceName: 'PerpSim' });
    const parsed = parseLoginSignature(loginText);
    expect(parsed).toEqual(vector('V20').signature);
    expect(!isRefusal(parsed) && checker.recover(vector('V20').typed, parsed)).toBe(SIGNER);
  });

  test.each<[string, string, string]>([
    ['nothing', '', 'signature is required'],
    ['64 bytes', loginText.slice(0, -2), 'signature must be 65 bytes'],
    ['66 bytes', `${loginText}00`, 'signature must be 65 bytes'],
    ['no 0x', loginText.slice(2), 'signature must be 65 bytes'],
    ['a letter that is no digit', `${loginText.slice(0, -1)}g`, 'signature must be 65 bytes'],
    ['v 29', `${loginText.slice(0, -2)}1d`, 'signature v field must be 0, 1, 27, or 28'],
  ])('%s', (_, text, message) => {
    expect(parseLoginSignature(text)).toEqual(unauthorized(message));
  });
});

function first(typed: TypedMessage): object {
  const [order] = typed.values.orders as readonly object[];
  if (!order) throw new Error('the message has an order');
  return order;
}
