import { Type } from '@sinclair/typebox';
import { accountNoOf, type AccountNo } from '../../kernel/ids.ts';
import { isRefusal, refuse } from '../../kernel/errors.ts';
import { defineChannel } from '../channel.ts';
import type { Json, JsonObject } from '../json.ts';
import { parseSubAccountId } from '../fields/table.ts';
import { Closed, IdText } from '../primitives.ts';
import { SubAccountEvent } from './subaccount-events.ts';
import { SomeProvenance } from './envelope-fields.ts';

export interface SubAccountParams {
  readonly account: AccountNo;
  readonly subAccountId: string;
}

/**
 * Everything that happens to one subaccount, for wallets that have a right on it.
 *
 * Errors: VALIDATION_ERROR for the id; UNAUTHORIZED before login; FORBIDDEN for a subaccount without a right.
 * Source: clauses WS-EVENT-*; wire 4.4, 4.8. The events of spike protection never come: it is not built.
 */
export const subAccountUpdates = defineChannel<SubAccountParams>()({
  name: 'subAccountUpdates',
  aliases: ['subAccountUpdate'],
  summary: 'Orders, executions, margin, funds and rights of one subaccount.',
  access: 'private',
  push: { method: 'subAccountEvent', channel: 'subAccountUpdate' },
  params: Type.Object({ sub_account_id: IdText }),
  data: SubAccountEvent,
  envelope: SomeProvenance,
  slowReader: 'close',
  parse: (params) => {
    const id = parseSubAccountId({ params: { subAccountId: idSent(params) ?? null } });
    if (isRefusal(id)) return id;
    // A subaccount that does not exist gives the same refusal as one of another owner.
    const account = accountNoOf(id);
    if (account === undefined) return refuse('FORBIDDEN', 'not authorized to follow this subaccount');
    return { account, subAccountId: String(id) };
  },
  key: ({ subAccountId }) => subAccountId,
  acknowledged: Closed({ sub_account_id: IdText, subAccountId: IdText }),
  acknowledgement: ({ subAccountId }) => ({ sub_account_id: subAccountId, subAccountId }),
  ends: (params, { subAccountId }) => {
    const id = idSent(params);
    return (
      id === undefined || id === null || parseSubAccountId({ params: { subAccountId: id } }) === BigInt(subAccountId)
    );
  },
});

/** Three spellings of one field (wire 4.4). */
const idSent = (params: JsonObject): Json | undefined =>
  params.sub_account_id ?? params.subAccountId ?? params.subaccountId;
