import { type Static, Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { defineWrite } from '../../../action.ts';
import { Closed, decode, IdText, SubAccountParams } from '../../../primitives.ts';
import { nameFault } from '../../../records/subaccount-name.ts';

const Result = Closed({ subAccountId: IdText, name: Type.String({ minLength: 1, maxLength: 50 }) });

const OWNER_ONLY = 'operation requires account owner, delegates are not permitted';

const NAME_FAULTS = {
  'too long': 'Invalid subaccount name',
  'outer spaces': 'name must not include leading or trailing whitespace',
  unprintable: 'name must be a safe and human readable name',
} as const;

/**
 * Gives a subaccount another name.
 *
 * Cost:   100 tokens.
 * Errors: 401 unless signed by the owner; 400 VALIDATION_ERROR for the name or one that is already given.
 * Source: clause UPDATESUBACCOUNTNAME; wire 1.8, 2.14.
 */
export const updateSubAccountName = defineWrite<string, Static<typeof Result>>({
  name: 'updateSubAccountName',
  summary: 'Rename a subaccount.',
  params: Type.Object({ ...SubAccountParams, name: Type.String({ minLength: 1, maxLength: 50 }) }),
  result: Result,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: {
    roles: ['owner'],
    strangerCode: 'UNAUTHORIZED',
    strangerText: OWNER_ONLY,
    refusal: refuse('UNAUTHORIZED', OWNER_ONLY),
  },
  missingIdText: 'subAccountId is required',
  cost: () => 100,
  typedMessage: ({ params, subAccountId, nonce, expiresAfter }) => {
    const sent = decode(params, { name: 'text' });
    if (isRefusal(sent)) return sent;
    return { type: 'UpdateSubAccountName', values: { subAccountId, name: sent.name ?? '', nonce, expiresAfter } };
  },
  parse: (params) => {
    const sent = decode(params, { name: 'text' });
    if (isRefusal(sent)) return sent;
    const { name = '' } = sent;
    if (name === '') return refuse('VALIDATION_ERROR', 'name is required');
    const fault = nameFault(name);
    return fault === undefined ? name : refuse('VALIDATION_ERROR', NAME_FAULTS[fault]);
  },
  toCommands: (name, { account }) => [{ type: 'RenameAccount', account: account.no, name }],
  toResult: (name, [outcome], { account }) => outcome?.refusal ?? { subAccountId: subAccountIdOf(account.no), name },
});
