import type { Wallet } from 'ethers';
import { typesOf } from '../client/typed-data.ts';
import { signingDomain, type TypedMessage } from '../api/signing.ts';
import type { WireSignature } from '../client/signer.ts';

/** How a signature departs from what an ordinary client signs. */
export interface SignedOtherwise {
  /** Domain fields that replace the usual ones; undefined leaves one out. */
  readonly domain?: Readonly<Record<string, unknown>>;
  /** The fields of the primary type, in the order to be signed: `uint256 subAccountId, string[] symbols`. */
  readonly fields?: string;
  /** Signs the name of this action in place of what is sent. */
  readonly action?: string;
  /** Some libraries write the recovery id itself as `v`, others add 27. */
  readonly countsFromZero?: boolean;
}

/** Signs a message under types and a domain that a scenario spells out, so that it need not trust our own tables. */
export async function signOtherwise(
  privateKey: string,
  serviceName: string,
  message: TypedMessage,
  otherwise: SignedOtherwise,
): Promise<WireSignature> {
  const ethers = await import('ethers');
  const wallet: Wallet = new ethers.Wallet(privateKey);
  const types = typesOf(message.type);
  const [primary = ''] = Object.keys(types);
  if (otherwise.fields !== undefined) types[primary] = fieldsOf(otherwise.fields) as (typeof types)[string];
  const domain = { ...signingDomain(serviceName), ...otherwise.domain };
  const hex = await wallet.signTypedData(domain, types, { ...message.values });
  const v = Number.parseInt(hex.slice(130), 16) - (otherwise.countsFromZero === true ? 27 : 0);
  return { r: hex.slice(0, 66), s: `0x${hex.slice(66, 130)}`, v };
}

const fieldsOf = (text: string): { name: string; type: string }[] =>
  text.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });
