import type { Wallet } from 'ethers';
import { signingDomain, type TypedMessage } from '../api/signing.ts';
import { typesOf } from './typed-data.ts';

/** Signature as it travels over REST. */
export interface WireSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
}

/**
 * Signs as any ordinary client would: ethers hashes and signs, nothing of the exchange takes part, so the two
 * check each other. Ethers is loaded with the first signature.
 */
export class Signer {
  readonly #privateKey: string;
  readonly #serviceName: string;
  #wallet: Promise<Wallet> | undefined;

  constructor(privateKey: string, serviceName: string) {
    this.#privateKey = privateKey;
    this.#serviceName = serviceName;
  }

  /** EIP-55 address of the key. */
  async address(): Promise<string> {
    return (await this.#load()).address;
  }

  async sign(message: TypedMessage): Promise<WireSignature> {
    const wallet = await this.#load();
    const hex = await wallet.signTypedData(signingDomain(this.#serviceName), typesOf(message.type), {
      ...message.values,
    });
    return { r: hex.slice(0, 66), s: `0x${hex.slice(66, 130)}`, v: Number.parseInt(hex.slice(130), 16) };
  }

  #load(): Promise<Wallet> {
    this.#wallet ??= import('ethers').then((ethers) => new ethers.Wallet(this.#privateKey));
    return this.#wallet;
  }
}
