import { Type } from '@sinclair/typebox';
import { refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { checksumAddress } from '../../../address.ts';
import { endedBy } from '../../../records/delegated-signer.ts';
import { AddressText, Closed, IdText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { signedMessage } from '../../../signing.ts';

const RemoveAllDelegatedSignersResult = Closed({
  subAccountId: IdText,
  /** In the order they were first added. */
  removedSigners: Type.Array(AddressText),
});

/**
 * Ends every delegation of a subaccount. The id stands beside `params`, where this action is documented to take it.
 *
 * Cost:   100 tokens.
 * Errors: 403 VALIDATION_ERROR for managers and delegates, FORBIDDEN for strangers; 404 NOT_FOUND for no subaccount.
 * Source: clauses REMOVEALLDELEGATEDSIGNERS; wire 1.8, 2.15.
 */
export const removeAllDelegatedSigners = defineWrite({
  name: 'removeAllDelegatedSigners',
  summary: 'End every delegation of a subaccount.',
  examples: [{}],
  fields: NO_FIELDS,
  result: RemoveAllDelegatedSignersResult,
  refusals: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND'],
  auth: {
    roles: ['owner'],
    strangerCode: 'FORBIDDEN',
    refusal: refuse('VALIDATION_ERROR', 'operation requires account owner, delegates are not permitted', { http: 403 }),
    missing: refuse('NOT_FOUND', 'Subaccount not found'),
  },
  cost: () => 100,
  typedMessage: (_, request) => signedMessage('RemoveAllDelegatedSigners', {}, request),
  parse: () => null,
  toCommands: (_, { account }) => [{ type: 'RemoveAllDelegations', account: account.no }],
  toResult: (_, [outcome], { account }) =>
    outcome?.refusal ?? {
      subAccountId: subAccountIdOf(account.no),
      removedSigners: endedBy(outcome).map(checksumAddress),
    },
});
