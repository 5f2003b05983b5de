import type { verifyTypedData } from 'ethers';
import { signingDomain } from '../../contract/signing.ts';
import type { WireSignature } from '../../client/signer.ts';
import { typedDataOf, typesOf } from '../../client/typed-data.ts';
import { isRecord } from '../records.ts';
import type { Write } from './request-charge.ts';

/** Returns the signer of a write; undefined where the signature is invalid. */
export type SignedBy = (write: Write) => string | undefined;

/** Ethers is loaded with the first call. */
export async function signedBy(serviceName: string): Promise<SignedBy> {
  const { verifyTypedData } = await import('ethers');
  return (write) => recovered(write, serviceName, verifyTypedData);
}

function recovered(
  { action, subAccountId, params, nonce = 0n, expiresAfter = 0n, signature }: Write,
  serviceName: string,
  verify: typeof verifyTypedData,
): string | undefined {
  if (!isRecord(signature)) return undefined;
  try {
    const facts = { subAccountId: BigInt(subAccountId), nonce, expiresAfter };
    const { type, values } = typedDataOf(action, params, facts);
    const { r, s, v } = signature as unknown as WireSignature;
    return verify(signingDomain(serviceName), typesOf(type), { ...values }, { r, s, v });
  } catch {
    // A malformed id or signature has no signer.
    return undefined;
  }
}
