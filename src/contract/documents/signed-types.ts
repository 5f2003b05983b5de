import { invariant, isRefusal } from '../../kernel/errors.ts';
import type { TradeRead, TradeWrite } from '../action.ts';
import { EXAMPLE_ID } from '../example-values.ts';
import type { JsonObject } from '../json.ts';
import type { PrimaryType } from '../signing.ts';

/** The types a request of this action may be signed with: found out by asking the action what its examples sign. */
export function signedTypesOf(action: TradeWrite | TradeRead): readonly PrimaryType[] {
  if (action.kind === 'read') return ['SubAccountAction', 'SubAccountActionNonce'];
  return [...new Set(action.examples.map((params) => signedTypeOf(action, params)))];
}

function signedTypeOf(action: TradeWrite, params: JsonObject): PrimaryType {
  const request = { action: action.name, params, subAccountId: BigInt(EXAMPLE_ID), nonce: 1n, expiresAfter: 0n };
  const message = action.typedMessage(request);
  invariant(!isRefusal(message), `the example of ${action.name} can be signed`);
  return message.type;
}
