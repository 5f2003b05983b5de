import { createRequire } from 'node:module';
import type { Wallet } from 'ethers';
import { type DigestSigner, Signer, type WireSignature } from '../../client/signer.ts';
import { typesOf } from '../../client/typed-data.ts';
import { signingDomain, type TypedMessage } from '../../contract/signing.ts';
import type { Target, TargetWallet } from '../targets/target.ts';

/** The domain of every signature (wire 1.1). It is written out here so that no table of the exchange takes part. */
const domainOf = (name: string): Readonly<Record<string, unknown>> => ({
  name,
  version: '1',
  chainId: 1,
  verifyingContract: '0x0000000000000000000000000000000000000000',
});

/** A message that a scenario writes out in full. */
export interface WrittenOut {
  /** The encoded type of EIP-712: `CancelAllOrders(uint256 subAccountId,string[] symbols,...)`, then the structs inside it. */
  readonly type: string;
  /** Values by field name. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** How a signature departs from what an ordinary client signs. */
export interface SignedOtherwise {
  /** Domain fields that replace the usual ones; undefined leaves one out. */
  readonly domain?: Readonly<Record<string, unknown>>;
  /** The fields of the primary type, in the order to be signed: `uint256 subAccountId, string[] symbols`. */
  readonly fields?: string;
  /** Signs the name of this action in place of what is sent. */
  readonly action?: string;
  /** Signs this other write in place of what is sent, for the same subaccount and with the same nonce and expiry. */
  readonly write?: { readonly action: string; readonly params: Readonly<Record<string, unknown>> };
  /** Signs this in place of what is sent. */
  readonly as?: WrittenOut;
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
  const types = otherwise.as ? structsOf(otherwise.as.type) : usualTypes(message, otherwise.fields);
  const domain = { ...domainOf(serviceName), ...otherwise.domain };
  const hex = await wallet.signTypedData(domain, types, { ...(otherwise.as?.message ?? message.values) });
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

interface Field {
  readonly name: string;
  readonly type: string;
}

/** The types an ordinary client signs, the fields of the primary one replaced where a scenario gives others. */
function usualTypes({ type }: TypedMessage, fields: string | undefined): Record<string, Field[]> {
  const types: Record<string, Field[]> = typesOf(type);
  const [primary = ''] = Object.keys(types);
  return fields === undefined ? types : { ...types, [primary]: fieldsOf(fields) };
}

/** The structs of an encoded type, the primary one first. */
function structsOf(encoded: string): Record<string, Field[]> {
  const structs = [...encoded.matchAll(/(\w+)\(([^()]*)\)/g)];
  if (structs.map(([struct]) => struct).join('') !== encoded || encoded === '') {
    throw new Error(`no encoded type: ${encoded}`);
  }
  return Object.fromEntries(structs.map(([, name = '', fields = '']) => [name, fieldsOf(fields)]));
}

const fieldsOf = (text: string): Field[] =>
  text.split(/, ?/).map((field) => {
    const [type = '', name = ''] = field.split(' ');
    return { type, name };
  });

/** The one function used of the optional module `secp256k1`, which has no types of its own. */
interface NativeSecp256k1 {
  ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array; readonly recid: number };
}

function load(): NativeSecp256k1 | undefined {
  try {
    // The plain entry of the module falls back to a slow one in script without saying so.
    return createRequire(import.meta.url)('secp256k1/bindings.js') as NativeSecp256k1;
  } catch {
    return undefined;
  }
}

/** Signs as the wallet. */
export const signerOf = (
  { privateKey }: Pick<TargetWallet, 'privateKey'>,
  target: Pick<Target, 'serviceName'>,
): Signer => new Signer(privateKey, target.serviceName, nativeSigner(privateKey));

let native: NativeSecp256k1 | null | undefined;

/**
 * Signs with the native module where it is installed, else undefined: ethers then signs, which takes a millisecond and
 * would be a fifth of the time of the suite. Both choose the number of a signature as RFC 6979 says, so that both make
 * the same one. The exchange takes no part.
 */
function nativeSigner(privateKey: string): DigestSigner | undefined {
  native ??= load() ?? null;
  if (native === null) return undefined;
  const found = native;
  const key = bytesOf(privateKey);
  return (digest) => {
    const { signature, recid } = found.ecdsaSign(bytesOf(digest), key);
    const hex = Buffer.from(signature).toString('hex');
    return { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, v: 27 + recid };
  };
}

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'));

const DOMAIN_TYPE = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const ACTION = 'websocket_auth';

/** Returns when to sign a login: a wallet signs each time once, and on a target that outlives the scenario another one may have used it. */
export const loginTime = (target: Pick<Target, 'unusedLoginTime'>, { address }: TargetWallet, wanted: number): number =>
  target.unusedLoginTime?.(address, wanted) ?? wanted;

/** The params of an `auth` frame with the whole message as one text (wire 1.7). `signedAt` in Unix milliseconds. */
export async function loginParams(
  wallet: TargetWallet,
  serviceName: string,
  signedAt: number,
): Promise<{ readonly message: string; readonly signature: string }> {
  const { subAccountId } = wallet;
  const values = { subAccountId: BigInt(subAccountId), timestamp: BigInt(signedAt), action: ACTION };
  const { r, s, v } = await signerOf(wallet, { serviceName }).sign({ type: 'AuthMessage', values });
  const message = JSON.stringify({
    types: { EIP712Domain: DOMAIN_TYPE, ...typesOf('AuthMessage') },
    primaryType: 'AuthMessage',
    domain: signingDomain(serviceName),
    message: { subAccountId, timestamp: signedAt, action: ACTION },
  });
  return { message, signature: `${r}${s.slice(2)}${v.toString(16).padStart(2, '0')}` };
}
