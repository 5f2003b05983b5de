import { Type } from '@sinclair/typebox';
import { EVERY_ROLE } from '../../../action.ts';
import { defineTradeRead } from '../../../define.ts';
import { NO_FIELDS } from '../../../fields/table.ts';
import { Closed, AddressText } from '../../../primitives.ts';
import { DelegatedSigner } from '../../../records/delegated-signer.ts';

const GetDelegatedSignersResult = Closed({
  /** `addedBy` is the wallet that granted it. */
  delegatedSigners: Type.Array(Closed({ ...DelegatedSigner.properties, addedBy: AddressText })),
});

/**
 * Who may act on a subaccount besides its owner and managers, in the order they were first added.
 *
 * Cost:   20 tokens.
 * Source: clauses GETDELEGATEDSIGNERS, DELSIGNER-*; wire 2.15.
 */
export const getDelegatedSigners = defineTradeRead({
  name: 'getDelegatedSigners',
  summary: 'List the delegated signers of a subaccount.',
  examples: [{}],
  fields: NO_FIELDS,
  result: GetDelegatedSignersResult,
  refusals: [],
  auth: { roles: EVERY_ROLE, strangerCode: 'UNAUTHORIZED' },
  cost: () => 20,
  usesHistory: false,
});
