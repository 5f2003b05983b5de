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
  /** Libraries that do not choose between the two signatures of a key may send the one with the larger `s`. */
  readonly upperHalf?: boolean;
}

/** Order of the curve: with `s` and `v` also this less `s`, and the other `v`, is a signature of the same key. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

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
  const signature = { r: hex.slice(0, 66), s: `0x${hex.slice(66, 130)}`, v: Number.parseInt(hex.slice(130), 16) };
  const { r, s, v } = otherwise.upperHalf === true ? withLargerS(signature) : signature;
  return { r, s, v: v - (otherwise.countsFromZero === true ? 27 : 0) };
}

/** ethers gives the smaller `s`, and 27 or 28. */
const withLargerS = ({ r, s, v }: WireSignature): WireSignature => ({
  r,
  s: `0x${(CURVE_ORDER - BigInt(s)).toString(16).padStart(64, '0')}`,
  v: 55 - v,
});

const fieldsOf = (text: string): { name: string; type: string }[] =>
  text.split(', ').map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });
