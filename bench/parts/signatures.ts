import { verifyTypedData, Wallet } from 'ethers';
import { PRIMARY_TYPES, NESTED_TYPES, signingDomain, type TypedMessage } from '../../src/contract/signing.ts';
import { isRefusal } from '../../src/kernel/errors.ts';
import {
  createSignatureChecker,
  type RecoveryBackend,
  type Signature,
} from '../../src/exchange/signatures/signature.ts';
import type { Part } from '../process/run.ts';
import { rate, ratio, side } from '../table/figure.ts';

const SERVICE = 'PerpSim';
const TYPES = { PlaceOrders: [...PRIMARY_TYPES.PlaceOrders], Order: [...NESTED_TYPES.Order] };

interface Signed {
  readonly message: TypedMessage;
  readonly signature: Signature;
}

async function signedMessages(count: number): Promise<Signed[]> {
  const wallet = new Wallet(`0x${'11'.repeat(32)}`);
  const signed: Signed[] = [];
  for (let index = 0; index < count; index += 1) {
    const order = {
      symbol: 'BTC-USDT',
      side: 'buy',
      orderType: 'limitGtc',
      price: String(90_000 + index),
      triggerPrice: '',
      quantity: '0.01',
      reduceOnly: false,
      isTriggerMarket: false,
      clientOrderId: '',
      closePosition: false,
    };
    const nonce = BigInt(index + 1);
    const values = { subAccountId: 1867542890123456789n, orders: [order], grouping: 'na', nonce, expiresAfter: 0n };
    const { v, r, s } = splitSignature(await wallet.signTypedData(signingDomain(SERVICE), TYPES, values));
    signed.push({ message: { type: 'PlaceOrders', values }, signature: { v, r, s } });
  }
  return signed;
}

const splitSignature = (text: string): Signature => ({
  r: text.slice(0, 66),
  s: `0x${text.slice(66, 130)}`,
  v: Number.parseInt(text.slice(130), 16),
});

/** Checks per second over the messages, again and again until `least` checks are done. */
function checksPerSecond(signed: readonly Signed[], least: number, check: (item: Signed) => void): number {
  const started = performance.now();
  let done = 0;
  while (done < least) {
    for (const item of signed) check(item);
    done += signed.length;
  }
  return (done * 1000) / (performance.now() - started);
}

const CHECKS = 6_000;
const SLOW_CHECKS = 200;

/** Encode, recover and address of one signed order, against ethers' verifyTypedData, for each backend. */
export const signatures: Part = {
  name: 'signatures',
  about: 'signature checks in process, native and portable, against ethers',
  rounds: 5,
  roundSeconds: 3,
  fixedSeconds: 2,
  measure: async (run) => {
    const signed = await signedMessages(200);
    const native = await checkerOf('native');
    const portable = await checkerOf('portable');
    const ethers = ({ message, signature }: Signed): void => {
      verifyTypedData(signingDomain(SERVICE), TYPES, message.values, signature);
    };
    for (const check of [native, portable, ethers]) checksPerSecond(signed, SLOW_CHECKS, check);
    const rounds = await run.each(() => ({
      native: checksPerSecond(signed, CHECKS, native),
      ethers: checksPerSecond(signed, SLOW_CHECKS, ethers),
      portable: checksPerSecond(signed, CHECKS, portable),
    }));
    const of = (name: 'native' | 'portable' | 'ethers'): ReturnType<typeof side> =>
      side(
        rounds.map((round) => round[name]),
        rate,
      );
    return [
      ratio('signature-native', of('native'), of('ethers')),
      ratio('signature-portable', of('portable'), of('ethers')),
    ];
  },
};

async function checkerOf(backend: RecoveryBackend): Promise<(item: Signed) => void> {
  const checker = await createSignatureChecker({ serviceName: SERVICE, backend });
  return ({ message, signature }) => {
    if (isRefusal(checker.recover(message, signature))) throw new Error('a good signature was refused');
  };
}
