import type * as Ethers from 'ethers';
import { type PrimaryType, signingDomain, type TypedMessage } from '../contract/signing.ts';
import { typesOf } from './typed-data.ts';

let loading: Promise<typeof Ethers> | undefined;

/** Ethers, which is loaded with the first call: it takes longer to load than everything else of a client. */
export const loadEthers = (): Promise<typeof Ethers> => (loading ??= import('ethers'));

const encoders = new Map<PrimaryType, Ethers.TypedDataEncoder>();
let domain = { name: '', hash: '' };

/**
 * The digest that a wallet signs for a message, as `TypedDataEncoder.hash` of ethers makes it. What that prepares anew
 * for each message, the hash of the domain and the encoder of the type, is kept.
 */
export async function typedDigest(serviceName: string, { type, values }: TypedMessage): Promise<string> {
  const { concat, keccak256, TypedDataEncoder } = await loadEthers();
  if (domain.hash === '' || domain.name !== serviceName) {
    domain = { name: serviceName, hash: TypedDataEncoder.hashDomain(signingDomain(serviceName)) };
  }
  const encoder = encoders.get(type) ?? TypedDataEncoder.from(typesOf(type));
  encoders.set(type, encoder);
  return keccak256(concat(['0x1901', domain.hash, encoder.hash({ ...values })]));
}
