import { Type } from '@sinclair/typebox';
import { refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { Closed, IdText } from '../../../primitives.ts';
import { nameFault } from '../../../records/subaccount-name.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, defaulted } from '../../../fields/table.ts';
import { text } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';

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
export const updateSubAccountName = defineWrite({
  name: 'updateSubAccountName',
  summary: 'Rename a subaccount.',
  examples: [{ name: 'main' }],
  fields: fieldTable({ name: defaulted(text({ minLength: 1, maxLength: 50 }), '') }),
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
  typedMessage: (sent, request) => signedMessage('UpdateSubAccountName', sent, request),
  parse: ({ name }) => {
    if (name === '') return refuse('VALIDATION_ERROR', 'name is required');
    const fault = nameFault(name);
    return fault === undefined ? name : refuse('VALIDATION_ERROR', NAME_FAULTS[fault]);
  },
  toCommands: (name, { account }) => [{ type: 'RenameAccount', account: account.no, name }],
  toResult: (name, [outcome], { account }) => outcome?.refusal ?? { subAccountId: subAccountIdOf(account.no), name },
});
