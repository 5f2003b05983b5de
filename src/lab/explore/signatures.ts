import type { SigningKey, TypedDataField } from 'ethers';
import { signingDomain } from '../../contract/signing.ts';
import type { WireSignature } from '../../client/signer.ts';
import { namedDataOf, typedDataOf, typesOf } from '../../client/typed-data.ts';

export interface ToSign {
  readonly privateKey: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly subAccountId: unknown;
  readonly nonce: unknown;
  readonly expiresAfter: unknown;
  /** Fields of the domain that differ from the usual ones. */
  readonly domain: Readonly<Record<string, unknown>>;
  /** An action to sign the name of, in place of the request itself. */
  readonly otherAction: string | undefined;
}

const KEPT = 5_000;

/** Signs requests. Equal requests, as both exchanges get them, and reads without a nonce, are signed once. */
export class Signatures {
  readonly #serviceName: string;
  readonly #known = new Map<string, WireSignature>();
  readonly #keys = new Map<string, SigningKey>();

  constructor(serviceName: string) {
    this.#serviceName = serviceName;
  }

  async sign(request: ToSign): Promise<WireSignature> {
    const key = JSON.stringify(request);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const signature = await this.#made(request);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(key, signature);
    return signature;
  }

  async #made({ privateKey, action, params, domain, otherAction, ...given }: ToSign): Promise<WireSignature> {
    const { SigningKey, TypedDataEncoder } = await import('ethers');
    const facts = {
      subAccountId: wholeOf(given.subAccountId),
      nonce: wholeOf(given.nonce),
      expiresAfter: wholeOf(given.expiresAfter),
    };
    const message = otherAction === undefined ? typedDataOf(action, params, facts) : namedDataOf(otherAction, facts);
    const types: Record<string, TypedDataField[]> = typesOf(message.type);
    const digest = TypedDataEncoder.hash({ ...signingDomain(this.#serviceName), ...domain }, types, message.values);
    const signer = this.#keys.get(privateKey) ?? new SigningKey(privateKey);
    this.#keys.set(privateKey, signer);
    const { r, s, v } = signer.sign(digest);
    return { r, s, v };
  }
}

/** A number to sign. Any other value is signed as 0, so that the exchange can refuse the value itself. */
function wholeOf(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : 0n;
}
