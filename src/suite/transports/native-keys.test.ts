import { Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { type Field, type FieldValue, PRIMARY_TYPES, type PrimaryType, signingDomain } from '../../contract/signing.ts';
import { Signer } from '../../client/signer.ts';
import { typesOf } from '../../client/typed-data.ts';
import { signerOf } from './foreign-signer.ts';

const ORDER = {
  symbol: 'BTC-USDT',
  side: 'buy',
  orderType: 'limitGtc',
  price: '94000.5',
  triggerPrice: '',
  quantity: '0.01',
  reduceOnly: false,
  isTriggerMarket: true,
  clientOrderId: 'ключ 鍵',
  closePosition: false,
};

const SAMPLES: Readonly<Record<Field['type'], FieldValue>> = {
  uint256: 2n ** 64n - 1n,
  string: 'a text, 文',
  bool: true,
  address: '0x00000000000000000000000000000000000000ab',
  'uint256[]': [0n, 1n, 2n ** 255n],
  'string[]': ['', 'two'],
  Order: ORDER,
  'Order[]': [ORDER, { ...ORDER, side: 'sell' }],
  'ModifyOrderItem[]': [{ orderId: 7n, price: '1', quantity: '', triggerPrice: '' }],
};

const messageOf = (type: PrimaryType) => ({
  type,
  values: Object.fromEntries(PRIMARY_TYPES[type].map((field: Field) => [field.name, SAMPLES[field.type]])),
});

/** Keys at both ends of their range, and one between. */
const KEYS = [
  `0x${'0'.repeat(63)}1`,
  `0x${'1b'.repeat(32)}`,
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140',
];

test.each(Object.keys(PRIMARY_TYPES) as PrimaryType[])('%s is signed as a wallet of ethers signs it', async (type) => {
  const message = messageOf(type);
  for (const privateKey of KEYS) {
    for (const serviceName of ['PerpSim', 'Another']) {
      const wallet = new Wallet(privateKey);
      const hex = await wallet.signTypedData(signingDomain(serviceName), typesOf(type), message.values);
      const expected = { r: hex.slice(0, 66), s: `0x${hex.slice(66, 130)}`, v: Number.parseInt(hex.slice(130), 16) };
      expect(await signerOf({ privateKey }, { serviceName }).sign(message)).toEqual(expected);
      expect(await new Signer(privateKey, serviceName).sign(message)).toEqual(expected);
    }
  }
});

test('both parities of v come up, and r may begin with zeros', async () => {
  const privateKey = `0x${'1b'.repeat(32)}`;
  const native = signerOf({ privateKey }, { serviceName: 'PerpSim' });
  const own = new Signer(privateKey, 'PerpSim');
  const seen = new Set<number>();
  let shortest = 66;
  for (let nonce = 0n; nonce < 400n; nonce += 1n) {
    const message = {
      type: 'RemoveAllDelegatedSigners',
      values: { subAccountId: 1n, nonce, expiresAfter: 0n },
    } as const;
    const signature = await native.sign(message);
    if (nonce < 40n || signature.r.startsWith('0x00')) expect(await own.sign(message)).toEqual(signature);
    seen.add(signature.v);
    expect(signature.r).toHaveLength(66);
    expect(signature.s).toHaveLength(66);
    shortest = Math.min(shortest, signature.r.replace(/^0x0*/, '').length + 2);
  }
  expect([...seen].sort()).toEqual([27, 28]);
  expect(shortest).toBe(65);
});

test('a key without 0x is the same key, and its address is that of ethers', async () => {
  const privateKey = '1b'.repeat(32);
  const message = messageOf('AuthMessage');
  const expected = await new Signer(`0x${privateKey}`, 'PerpSim').sign(message);
  expect(await new Signer(privateKey, 'PerpSim').sign(message)).toEqual(expected);
  expect(await new Signer(privateKey, 'PerpSim').address()).toBe(new Wallet(privateKey).address);
});
