import { beforeAll, describe, expect, test } from 'vitest';
import type { FieldValue, TypedMessage } from '../../contract/signing.ts';
import { domainSeparator, vector, vectors, withValues } from './signing-vectors.test-helper.ts';
import { loadKeccak, TypedDataEncoder } from './signature.ts';

const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;

/** Wire 1.2, each computed outside this project. */
const TYPE_HASHES = [
  ['PlaceOrders', '0x5cb4a6efc5c34afc43c14da17cdb1b1fbd832bb418d1352c66aae699dc6094b6'],
  ['CancelOrders', '0xec6a79d62f15f9bc81a8a1e2c9d3dfb0592053ed4f502d688e64e2eb8e29556c'],
  ['CancelOrdersByCloid', '0x52765f240f1268d9d98f7fd8984352d8459a321e228624a57d9778dc37e87451'],
  ['CancelAllOrders', '0x9891bdbab4d38dbef688b5d2ed68cdd1c1ceadbe4eb5bbb11a3eb75a813da401'],
  ['ModifyOrder', '0x66802fda2f2475d88abd0a3c7923acd9b395850f22c76a4edbd0dc3ef9e962e9'],
  ['ModifyOrderByCloid', '0xaaf44947e0b62ec61ff6307df50c8c2374895bd2b8f4693d4baf38e190475329'],
  ['ScheduleCancel', '0x038355425c37ac9d7e10cf9c113b14ba76addee30076cab845cb0d2ed55fb128'],
  ['UpdateLeverage', '0x2f74f58b8eea6c4d66c7a3fdc2ba0e1d809c1340e1d5b10fbd8b274b92ef9a11'],
  ['WithdrawCollateral', '0x6bf1bee1680ac3a337229d39660475538264378944263ed86645f8b4a065f304'],
  ['TransferCollateral', '0x670f8f01a52b2839d68ab8637acc90efc32ade024baaa036f71be9341b9be2ae'],
  ['VoluntaryCollateralExchange', '0xf59cee7750f059f91feee5cfd35f86b73b4c1e0782c779b9b874576f96166f51'],
  ['CreateSubaccount', '0x71279994f8915a0fe357d592e40b515b1175aa5f73a604b8ebdc6bc68766caf7'],
  ['UpdateSubAccountName', '0xc82d4e2087c424e58b78e9e9326a1155d99eddc8bbe6d0f087750510a8e2ba3d'],
  ['AddDelegatedSigner', '0xe586c0354a8500228989cb9194ba9b6dbd2df25539fcba90964d23474fec8f2d'],
  ['RemoveDelegatedSigner', '0x62627a81f7b4e07f0e3891ce5cea0c58baf7e5120e26bdeb20acea7faea67418'],
  ['RemoveAllDelegatedSigners', '0x35416e8821ec7abe31a2553d9b2e353a7766ecd6a53c7044848329d3777e7781'],
  ['SubAccountAction', '0x73f3898955fa45e2fd61a8952e89e1d4c740dd21cf871e02c23ec25677f8147a'],
  ['SubAccountActionNonce', '0x198733d114ffbae87e867ca0c58df0323a3efb2870cd18b9593a6041d1f154bb'],
  ['AuthMessage', '0x11b9a689da1b9eccb03fb0b1a13b1b85abf337b353255dc56c9f050423c23bc3'],
  ['Order', '0x31ed5c93ddc0717bb33fa6e0457699a8c751cc4c1920b1c6cccc33b018e305a3'],
] as const;

let encoder: TypedDataEncoder;
beforeAll(async () => {
  encoder = new TypedDataEncoder('PerpSim', await loadKeccak());
});

test('the domain separator is the published one', () => {
  expect(domainSeparator).toBe('0x619cb631e8004124a131c394a856da82a72bd4349d4343c695d439548428d3b6');
  expect(hex(encoder.domainSeparator)).toBe(domainSeparator);
});

test.each(TYPE_HASHES)('type hash of %s', (type, expected) => {
  expect(hex(encoder.typeHash(type))).toBe(expected);
});

test('there are twenty vectors', () => {
  expect(vectors.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `V${index + 1}`));
});

test.each(vectors)('$id: struct hash and digest of $typed.type', ({ typed, structHash, digest }) => {
  expect(hex(encoder.structHash(typed))).toBe(structHash);
  expect(hex(encoder.digest(typed))).toBe(digest);
});

test('the buffer grows in the middle of a message and every word stays in its place', () => {
  const { typed } = vector('V4');
  const many = withValues(typed, {
    clientOrderIds: Array.from({ length: 3000 }, (_, index) => `order-${index}-of-3000`),
  });
  const first = hex(encoder.structHash(many));
  expect(first).toBe('0x69bc69cea5bbf1d922b3ac31e6dc5c260a40e1e372a0ac1c7436a9fa9db3f179');
  expect(hex(encoder.structHash(many))).toBe(first);
  expect(hex(encoder.structHash(typed))).toBe(vector('V4').structHash);
});

describe('hashes do not depend on what was hashed before', () => {
  test('more different texts than are remembered', () => {
    const { typed, structHash } = vector('V14');
    for (let index = 0; index < 5000; index += 1) encoder.structHash(withValues(typed, { name: `n${index}` }));
    expect(hex(encoder.structHash(typed))).toBe(structHash);
  });

  test('a message that could not be hashed', () => {
    const { typed, structHash } = vector('V1');
    expect(() => encoder.structHash(withValues(typed, { grouping: 7n }))).toThrow('a string field takes a text');
    expect(hex(encoder.structHash(typed))).toBe(structHash);
  });

  test('a response stays as it was given', () => {
    const kept = encoder.digest(vector('V1').typed);
    encoder.digest(vector('V2').typed);
    expect(hex(kept)).toBe(vector('V1').digest);
  });
});

describe('a value that does not fit its field is an internal error', () => {
  const order = { symbol: 'BTC-USDT' } as unknown as FieldValue;
  test.each<[string, string, Record<string, FieldValue>, string]>([
    ['a negative number', 'V1', { nonce: -1n }, 'a uint256 field takes a bigint in range'],
    ['a number of 257 bits', 'V1', { nonce: 2n ** 256n }, 'a uint256 field takes a bigint in range'],
    ['a text for a number', 'V1', { nonce: '1' }, 'a uint256 field takes a bigint in range'],
    ['a text for an array', 'V5', { symbols: '*' }, 'an array field takes an array'],
    ['an order without its fields', 'V1', { orders: [order] as never }, 'a string field takes a text'],
    ['an array for an order', 'V1', { orders: [[]] as never }, 'a struct field takes an object'],
    [
      'a text for a flag',
      'V1',
      { orders: [{ ...firstOrder(), reduceOnly: 'false' }] as never },
      'a bool field takes a boolean',
    ],
    ['a short address', 'V10', { destination: '0x12' }, 'an address field takes 0x and 40 hex digits'],
    [
      'an address with another letter',
      'V10',
      { destination: `0x${'g'.repeat(40)}` },
      'an address field takes 0x and 40 hex digits',
    ],
  ])('%s', (_, id, values, message) => {
    expect(() => encoder.digest(withValues(vector(id).typed, values))).toThrow(message);
  });

  test('a field left out', () => {
    expect(() => encoder.digest({ type: 'ScheduleCancel', values: {} })).toThrow(
      'a uint256 field takes a bigint in range',
    );
  });

  test('an unknown type', () => {
    const message = { type: 'constructor', values: {} } as unknown as TypedMessage;
    expect(() => encoder.digest(message)).toThrow('no such type: constructor');
  });
});

function firstOrder(): object {
  const [order] = vector('V1').typed.values.orders as readonly object[];
  if (!order) throw new Error('V1 has an order');
  return order;
}
