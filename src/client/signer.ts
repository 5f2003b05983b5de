import type { TypedDataEncoder } from 'ethers';
import { type PrimaryType, signingDomain, type TypedMessage } from '../contract/signing.ts';
import { typesOf } from './typed-data.ts';

/** Signature as it travels over REST. */
export interface WireSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

/** Signs typed messages with one key. */
export interface MessageSigner {
  /** EIP-55 address of the key. */
  address(): Promise<string>;
  /** Signs a message (EIP-712) in the domain of one exchange. */
  sign(message: TypedMessage): Promise<WireSignature>;
}

/** Signs 32 bytes, given as 0x and 64 hex digits, with one key. */
export type DigestSigner = (digest: string) => WireSignature;

/**
 * Signs as any ordinary client would: ethers hashes and signs, nothing of the exchange takes part, so the two
 * check each other. Ethers is loaded with the first signature.
 */
export class Signer implements MessageSigner {
  readonly #privateKey: string;
  readonly #serviceName: string;
  #signDigest: DigestSigner | undefined;

  /** @param signDigest - signs with the same key in place of ethers, where something faster is at hand */
  constructor(privateKey: string, serviceName: string, signDigest?: DigestSigner) {
    this.#privateKey = privateKey.startsWith('0x') ? privateKey : `0x${privateKey}`;
    this.#serviceName = serviceName;
    this.#signDigest = signDigest;
  }

  /** EIP-55 address of the key. */
  async address(): Promise<string> {
    const { computeAddress, SigningKey } = await loadEthers();
    return computeAddress(new SigningKey(this.#privateKey).publicKey);
  }

  /** Signs a typed message (EIP-712) in the domain that it names, as the wire wants it. */
  async sign(message: TypedMessage): Promise<WireSignature> {
    const digest = await typedDigest(this.#serviceName, message);
    this.#signDigest ??= await signingWith(this.#privateKey);
    return this.#signDigest(digest);
  }
}

async function signingWith(privateKey: string): Promise<DigestSigner> {
  const { SigningKey } = await loadEthers();
  const key = new SigningKey(privateKey);
  return (digest) => {
    const { r, s, v } = key.sign(digest);
    return { r, s, v };
  };
}

/** The parts of ethers that sign. The whole of it takes longer to load than everything else of a client, these a third of that. */
const parts = async () => {
  const [{ keccak256, SigningKey }, { TypedDataEncoder }, { computeAddress }, { concat }] = await Promise.all([
    import('ethers/crypto'),
    import('ethers/hash'),
    import('ethers/transaction'),
    import('ethers/utils'),
  ]);
  return { keccak256, SigningKey, TypedDataEncoder, computeAddress, concat };
};

let loading: ReturnType<typeof parts> | undefined;

/** Loaded with the first call. */
const loadEthers = (): ReturnType<typeof parts> => (loading ??= parts());

const encoders = new Map<PrimaryType, TypedDataEncoder>();
let domain = { name: '', hash: '' };

/**
 * The digest that a wallet signs for a message, as `TypedDataEncoder.hash` of ethers makes it. What that prepares anew
 * for each message, the hash of the domain and the encoder of the type, is kept.
 */
async function typedDigest(serviceName: string, { type, values }: TypedMessage): Promise<string> {
  const { concat, keccak256, TypedDataEncoder } = await loadEthers();
  if (domain.hash === '' || domain.name !== serviceName) {
    domain = { name: serviceName, hash: TypedDataEncoder.hashDomain(signingDomain(serviceName)) };
  }
  const encoder = encoders.get(type) ?? TypedDataEncoder.from(typesOf(type));
  encoders.set(type, encoder);
  return keccak256(concat(['0x1901', domain.hash, encoder.hash({ ...values })]));
}
