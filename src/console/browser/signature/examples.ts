import { signingDomain } from '../../../contract/signing.ts';
import type { TypedDocument } from '../../../contract/typed-document.ts';
import { typedDataOf, typesOf } from '../../../client.ts';
import { keysOf } from '../../../kernel/entries.ts';
import { Wallet } from '../signing/wallet.ts';

/** Whose orders the examples are. */
export interface ExampleAccount {
  readonly privateKey: string;
  readonly subAccountId: string;
  readonly serviceName: string;
}

type Change = (right: TypedDocument) => TypedDocument;

const inDomain =
  (change: object): Change =>
  (right) => ({ ...right, domain: { ...right.domain, ...change } });

/** Mistakes that people make, each as what is signed instead of the right document. */
const MISTAKES = {
  'The chain id of the wallet': inDomain({ chainId: 42_161 }),
  'Another service name': inDomain({ name: 'Exchange' }),
  'A quantity that was written anew': (right) => {
    const [order = {}] = right.message['orders'] as readonly object[];
    return { ...right, message: { ...right.message, orders: [{ ...order, quantity: '0.1' }] } };
  },
  'Fields sorted by name': (right) => {
    const sorted = [...(right.types['Order'] ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1));
    return { ...right, types: { ...right.types, Order: sorted } };
  },
  'No mistake': (right) => right,
} as const satisfies Record<string, Change>;

export type ExampleName = keyof typeof MISTAKES;
export const EXAMPLES = keysOf(MISTAKES);

/** The body of an order with a signature that has one mistake, as text. It is not sent to be carried out. */
export async function exampleOf(name: ExampleName, account: ExampleAccount, nonce: number): Promise<string> {
  const { privateKey, subAccountId, serviceName } = account;
  const orders = [{ symbol: 'BTC-USDT', side: 'buy', orderType: 'limitGtc', price: '94000', quantity: '0.10' }];
  const params = { action: 'placeOrders', subAccountId, orders };
  const facts = { subAccountId: BigInt(subAccountId), nonce: BigInt(nonce), expiresAfter: 0n };
  const { type, values } = typedDataOf('placeOrders', params, facts);
  const signed = MISTAKES[name]({
    domain: { ...signingDomain(serviceName) },
    types: typesOf(type),
    primaryType: type,
    message: values,
  });
  const text = await new Wallet(privateKey).signTypedData(signed.domain, signed.types, signed.message);
  const signature = { v: Number.parseInt(text.slice(130), 16), r: text.slice(0, 66), s: `0x${text.slice(66, 130)}` };
  return JSON.stringify({ params, nonce, signature }, null, 2);
}
