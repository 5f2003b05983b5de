import type { Authority } from '../../contract/action.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import type { Signature } from './signature.ts';

/** What a request claims: that a wallet with a right on the subaccount has signed this message. */
export interface SignedClaim {
  /** As it is named in the request; that of a login is the action that it signs. */
  readonly action: string;
  readonly subAccountId: bigint;
  /** Null for a login, which takes every role. */
  readonly auth: Authority | null;
  readonly message: TypedMessage;
  readonly signature: Signature;
}
