import type { Action, SignedRequest } from '../../contract/action.ts';
import type { Json } from '../../contract/json.ts';
import type { TypedMessage } from '../../contract/signing.ts';
import { asUint64 } from '../../contract/strict-json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/errors.ts';
import type { Request } from './read-request.ts';

/** What a request has signed: the values beside its params, and the message that they make. */
export interface SignedPart {
  readonly values: SignedRequest;
  readonly message: TypedMessage;
}

/** Reads what a request has signed. A read signs its name, in form B when it carries a nonce (wire 1.2, R-04). */
export function signedPartOf(
  action: Exclude<Action, { surface: 'info' }>,
  { name, body, params }: Request,
  subAccountId: bigint,
): SignedPart | Refusal {
  const nonce = uint64Of(body.nonce, 'nonce');
  if (isRefusal(nonce)) return nonce;
  const expiresAfter = uint64Of(body.expiresAfter, 'expiresAfter');
  if (isRefusal(expiresAfter)) return expiresAfter;
  const values = { action: name, params, subAccountId, nonce, expiresAfter };
  const message = action.kind === 'write' ? action.typedMessage(values) : nameMessageOf(values);
  return isRefusal(message) ? message : { values, message };
}

const nameMessageOf = ({ action, subAccountId, nonce, expiresAfter }: SignedRequest): TypedMessage =>
  nonce > 0n
    ? { type: 'SubAccountActionNonce', values: { subAccountId, action, nonce, expiresAfter } }
    : { type: 'SubAccountAction', values: { subAccountId, action, expiresAfter } };

function uint64Of(value: Json | undefined, field: string): bigint | Refusal {
  if (value === undefined || value === null) return 0n;
  return asUint64(value) ?? refuse('VALIDATION_ERROR', `${field} must be an unsigned 64-bit integer`);
}
