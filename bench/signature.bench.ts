import { SigningKey, TypedDataEncoder, verifyTypedData } from 'ethers';
import { NESTED_TYPES, PRIMARY_TYPES, type SignedOrder, signingDomain, type TypedMessage } from '../src/api/signing.ts';
import { createSignatureChecker, type Signature } from '../src/runtime/signatures/signature.ts';

/**
 * Signature checks per second (encode, recover, address) of both backends against `ethers.verifyTypedData`, on
 * placeOrders with one order. Rounds alternate between the contestants, so that a busy machine hurts all alike;
 * the medians are compared. Budget: 20 times ethers native, 5 times portable.
 * Run it with `npx tsx bench/signature.bench.ts`.
 */
const ROUNDS = 9;
const ROUND_MS = 300;
const SAMPLES = 256;

const domain = { ...signingDomain('PerpSim') };
const types = { PlaceOrders: [...PRIMARY_TYPES.PlaceOrders], Order: [...NESTED_TYPES.Order] };
const signingKey = new SigningKey('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');

interface Sample {
  readonly message: TypedMessage;
  readonly signature: Signature;
}

function sample(index: number): Sample {
  const order: SignedOrder = {
    symbol: 'BTC-USDT',
    side: index % 2 === 0 ? 'buy' : 'sell',
    orderType: 'limitGtc',
    price: String(95_000 + index),
    triggerPrice: '',
    quantity: `0.${String(index + 1).padStart(4, '0')}`,
    reduceOnly: false,
    isTriggerMarket: false,
    clientOrderId: `bench-order-${index}`,
    closePosition: false,
  };
  const values = {
    subAccountId: 1867542890123456789n,
    orders: [order],
    grouping: 'na',
    nonce: 1767571200000n + BigInt(index),
    expiresAfter: 0n,
  };
  const { v, r, s } = signingKey.sign(TypedDataEncoder.hash(domain, types, values));
  return { message: { type: 'PlaceOrders', values }, signature: { v, r, s } };
}

const samples = Array.from({ length: SAMPLES }, (_, index) => sample(index));

/** Checks per second over one round. */
function measure(check: (sample: Sample) => unknown): number {
  const start = performance.now();
  let checks = 0;
  let spent = 0;
  while (spent < ROUND_MS) {
    for (let step = 0; step < 16; step += 1, checks += 1) check(samples[checks % SAMPLES] as Sample);
    spent = performance.now() - start;
  }
  return (checks * 1000) / spent;
}

const median = (figures: readonly number[]): number => [...figures].sort((a, b) => a - b)[figures.length >> 1] ?? 0;

const native = await createSignatureChecker({ serviceName: 'PerpSim', backend: 'native' });
const portable = await createSignatureChecker({ serviceName: 'PerpSim', backend: 'portable' });
const contestants: Record<string, (sample: Sample) => unknown> = {
  native: ({ message, signature }) => native.recover(message, signature),
  portable: ({ message, signature }) => portable.recover(message, signature),
  ethers: ({ message, signature }) => verifyTypedData(domain, types, message.values, signature),
  'digest only': ({ message }) => native.digest(message),
};

const rates = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, check] of Object.entries(contestants)) {
    const rate = measure(check);
    // The first round warms up.
    if (round > 0) rates.get(name)?.push(rate);
  }
}

const yardstick = median(rates.get('ethers') ?? []);
for (const [name, figures] of rates) {
  const rate = median(figures);
  console.log(
    `${name.padEnd(12)} ${rate.toFixed(0).padStart(8)} /s  ${(rate / yardstick).toFixed(1).padStart(6)} x ethers`,
  );
}
