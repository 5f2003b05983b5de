import { tierNamed } from '../../../../kernel/terms.ts';
import type { EngineEvent } from '../../../../engine/event.ts';
import { invariant, type Refusal, refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { NewSubAccount, newSubAccount } from '../../../records/subaccount-record.ts';
import { nameFault } from '../../../records/subaccount-name.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable, withDefault } from '../../../fields/table.ts';
import { text } from '../../../fields/fields.ts';
import { signedMessage } from '../../../signing.ts';

const NOT_THEIRS = 'not the owner or manager of this subaccount';

const NAME_FAULTS = {
  'too long': 'Invalid subaccount name',
  'outer spaces': 'name must not include leading or trailing whitespace',
  unprintable: 'name: invalid string',
} as const;

/**
 * Opens another subaccount under the master account of the one that is named. It can be used at once.
 *
 * Cost:   100 tokens.
 * Errors: 401 unless signed by owner or manager; 400 VALIDATION_ERROR for the name, a name already given, or
 *         `Subaccount limit reached`, which counts the master account too.
 * Source: clauses CREATESUBACCOUNT, SUBACCT-MARGIN-EMPTY-NEW; wire 2.14.
 */
export const createSubaccount = defineWrite({
  name: 'createSubaccount',
  summary: 'Open a subaccount.',
  examples: [{ name: 'hedge' }],
  fields: fieldTable({ name: withDefault(text({ maxLength: 50 }), '') }),
  result: NewSubAccount,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT'],
  auth: {
    roles: ['owner', 'manager'],
    strangerCode: 'UNAUTHORIZED',
    strangerText: NOT_THEIRS,
    refusal: refuse('UNAUTHORIZED', NOT_THEIRS),
  },
  cost: () => 100,
  typedMessage: ({ name }, request) =>
    signedMessage('CreateSubaccount', { name, masterSubAccountId: request.subAccountId }, request),
  parse: ({ name }) => {
    const fault = nameFault(name);
    return fault === undefined ? name : refuse('VALIDATION_ERROR', NAME_FAULTS[fault]);
  },
  toCommands: (name, { account }) => [{ type: 'CreateSubAccount', account: account.no, name }],
  toResult: (name, [outcome], { state, account }): NewSubAccount | Refusal => {
    if (outcome?.refusal) return outcome.refusal;
    const opened = outcome?.events.find(isOpening);
    invariant(opened, 'an accepted creation opens a subaccount');
    const tier = tierNamed(state.config.tiers, account.ownerWallet.tierId);
    return newSubAccount(subAccountIdOf(opened.account), name, tier);
  },
});

const isOpening = (event: EngineEvent): event is Extract<EngineEvent, { type: 'AccountOpened' }> =>
  event.type === 'AccountOpened';
