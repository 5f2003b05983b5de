import type { MessageSigner } from '../../client/signer.ts';
import { addressOfKey, checksumAddress } from '../../contract/address.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { loadKeyRecovery, type Signature, type SignatureChecker } from './signature.ts';

/**
 * Signs for accounts of an exchange in this process, as ethers does and with what the exchange has loaded anyway. Ethers would take
 * longer to load than all of a short run, and ten times as long for each signature.
 */
export class LocalSigner implements MessageSigner {
  readonly #key: Uint8Array;
  readonly #checker: Promise<SignatureChecker>;

  /**
   * @param privateKey - 0x and 64 hex digits
   * @param checker - hashes in the domain of the exchange
   */
  constructor(privateKey: string, checker: Promise<SignatureChecker>) {
    this.#key = bytesOfKey(privateKey);
    this.#checker = checker;
  }

  async address(): Promise<string> {
    return addressOf(this.#key);
  }

  async sign(message: TypedMessage): Promise<Signature> {
    const checker = await this.#checker;
    return checker.load().sign(checker.digest(message), this.#key);
  }
}

/** Returns the EIP-55 address of a private key of 32 bytes. Throws for what is no key of the curve. */
export function addressOf(privateKey: Uint8Array): string {
  const publicKey = loadKeyRecovery().publicKeyOf(privateKey);
  if (!publicKey) throw new Error('these bytes are no private key of the curve');
  return checksumAddress(addressOfKey(publicKey));
}

/** Returns the 32 bytes of a private key that is written as 0x and hex digits. */
export const bytesOfKey = (privateKey: string): Uint8Array =>
  new Uint8Array(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'));
