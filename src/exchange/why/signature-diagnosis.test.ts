import { type TypedDataField, Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { typesOf } from '../../client.ts';
import { signingDomain } from '../../contract/signing.ts';
import type { TypedDocument } from '../../contract/typed-document.ts';
import { loadKeyRecovery } from '../signatures/signature.ts';
import { diagnose, type Diagnosis } from './signature-diagnosis.ts';

const wallet = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
const signer = wallet.address.toLowerCase();

const ORDER = {
  symbol: 'BTC-USDT',
  side: 'buy',
  orderType: 'limitGtc',
  price: '95000.5',
  triggerPrice: '',
  quantity: '0.10',
  reduceOnly: false,
  isTriggerMarket: false,
  clientOrderId: '',
  closePosition: false,
};
const RIGHT: TypedDocument = {
  domain: { ...signingDomain('PerpSim') },
  types: typesOf('PlaceOrders'),
  primaryType: 'PlaceOrders',
  message: {
    subAccountId: 1_867_542_890_123_456_789n,
    orders: [ORDER],
    grouping: 'na',
    nonce: 1_795_413_600_000n,
    expiresAfter: 0n,
  },
};

const ORDER_FIELDS =
  'string symbol,string side,string orderType,string price,string triggerPrice,string quantity,bool reduceOnly,bool isTriggerMarket,string clientOrderId,bool closePosition';

const { recoverKey } = loadKeyRecovery();

/** What is said of a request whose client signed this document. */
async function diagnosisOf(signed: TypedDocument): Promise<Diagnosis> {
  const { domain, types, message } = signed;
  return diagnosed(await wallet.signTypedData(domain, types as Record<string, TypedDataField[]>, message));
}

const diagnosed = (text: string): Diagnosis =>
  diagnose(
    {
      document: RIGHT,
      signature: { v: Number.parseInt(text.slice(130), 16), r: text.slice(0, 66), s: `0x${text.slice(66, 130)}` },
      signers: [signer],
    },
    recoverKey,
  );

const without = (struct: 'PlaceOrders' | 'Order', name: string): TypedDocument['types'] => ({
  ...RIGHT.types,
  [struct]: (RIGHT.types[struct] ?? []).filter((field) => field.name !== name),
});

test('a right signature is right', async () => {
  expect(await diagnosisOf(RIGHT)).toMatchObject({ verdict: 'right', recovered: signer, mistake: null, tried: 1 });
});

test.each<[string, TypedDocument, string, string, string]>([
  [
    'the chain id of a wallet',
    { ...RIGHT, domain: { ...RIGHT.domain, chainId: 42_161 } },
    'domain.chainId',
    '42161',
    '1',
  ],
  [
    'another service name',
    { ...RIGHT, domain: { ...RIGHT.domain, name: 'perpsim' } },
    'domain.name',
    '"perpsim"',
    '"PerpSim"',
  ],
  ['another version', { ...RIGHT, domain: { ...RIGHT.domain, version: '2' } }, 'domain.version', '"2"', '"1"'],
  [
    'no verifying contract',
    { ...RIGHT, domain: { name: 'PerpSim', version: '1', chainId: 1 } },
    'domain.verifyingContract',
    'left out',
    '"0x0000000000000000000000000000000000000000"',
  ],
  [
    'fields sorted by name',
    {
      ...RIGHT,
      types: { ...RIGHT.types, Order: [...(RIGHT.types.Order ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)) },
    },
    'types.Order',
    'fields sorted by name',
    ORDER_FIELDS,
  ],
  [
    'an older struct without a field',
    { ...RIGHT, types: without('Order', 'closePosition') },
    'types.Order.closePosition',
    'left out',
    ORDER_FIELDS,
  ],
  [
    'a number that was written anew',
    { ...RIGHT, message: { ...RIGHT.message, orders: [{ ...ORDER, quantity: '0.1' }] } },
    'message.orders[0].quantity',
    '"0.1"',
    '"0.10"',
  ],
  [
    'a price with two decimals',
    { ...RIGHT, message: { ...RIGHT.message, orders: [{ ...ORDER, price: '95000.50' }] } },
    'message.orders[0].price',
    '"95000.50"',
    '"95000.5"',
  ],
  [
    'a nonce in seconds',
    { ...RIGHT, message: { ...RIGHT.message, nonce: 1_795_413_600n } },
    'message.nonce',
    '1795413600',
    '1795413600000',
  ],
  [
    'a side in capitals',
    { ...RIGHT, message: { ...RIGHT.message, orders: [{ ...ORDER, side: 'BUY' }] } },
    'message.orders[0].side',
    '"BUY"',
    '"buy"',
  ],
  [
    'a subaccount id of 0',
    { ...RIGHT, message: { ...RIGHT.message, subAccountId: 0n } },
    'message.subAccountId',
    '0',
    '1867542890123456789',
  ],
])('a client that signs %s is told so', async (_, signed, field, was, should) => {
  expect(await diagnosisOf(signed)).toMatchObject({
    verdict: 'explained',
    mistake: { field, signed: was, expected: should, signer },
  });
});

test('the other v is found', async () => {
  const { domain, types, message } = RIGHT;
  const text = await wallet.signTypedData(domain, types as Record<string, TypedDataField[]>, message);
  const flipped = text.slice(0, 130) + (text.endsWith('1b') ? '1c' : '1b');
  expect(diagnosed(flipped)).toMatchObject({ verdict: 'explained', mistake: { field: 'signature.v', signer } });
});

test('a hash that was signed as a message is found', async () => {
  const right = await diagnosisOf(RIGHT);
  const text = await wallet.signMessage(Buffer.from(right.digest.slice(2), 'hex'));
  expect(diagnosed(text)).toMatchObject({ verdict: 'explained', mistake: { field: 'signature', signer } });
});

test('a signature of somebody else stays unexplained, and says who signed', async () => {
  const other = new Wallet(`0x${'2'.padStart(64, '0')}`);
  const { domain, types, message } = RIGHT;
  const text = await other.signTypedData(domain, types as Record<string, TypedDataField[]>, message);
  const found = diagnosed(text);
  expect(found).toMatchObject({ verdict: 'unexplained', recovered: other.address.toLowerCase(), mistake: null });
  expect(found.tried).toBeGreaterThan(100);
});
