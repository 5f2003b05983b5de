import { Type } from '@sinclair/typebox';
import { refuse } from '../../../../kernel/errors.ts';
import { subAccountIdOf } from '../../../../kernel/ids.ts';
import { checksumAddress } from '../../../address.ts';
import { endedBy, delegateWallet, UNDECODABLE } from '../../../records/delegated-signer.ts';
import { AddressText, Closed, IdText } from '../../../primitives.ts';
import { defineWrite } from '../../../define.ts';
import { fieldTable } from '../../../fields/table.ts';
import { signedMessage } from '../../../signing.ts';
import { EXAMPLE_DELEGATE } from '../../../example-values.ts';

const OWNER_ONLY = 'Only master account can remove delegated signers';

const RemoveDelegatedSignerResult = Closed({
  subAccountId: IdText,
  walletAddress: AddressText,
  /** Those whom the removed signer had added; absent when there are none. */
  cascadeRemovedSigners: Type.Optional(Type.Array(AddressText, { minItems: 1 })),
});

/**
 * Ends the delegation of one wallet, and of all signers it had added. Its orders stay: they belong to the subaccount.
 *
 * Cost:   100 tokens.
 * Errors: 403 FORBIDDEN for all but the owner; 404 NOT_FOUND for a subaccount or a signer that is not there.
 * Source: clauses REMOVEDELEGATEDSIGNER; wire 2.15.
 */
export const removeDelegatedSigner = defineWrite({
  name: 'removeDelegatedSigner',
  summary: 'End the delegation of one wallet on a subaccount.',
  examples: [{ walletAddress: EXAMPLE_DELEGATE }],
  fields: fieldTable({ walletAddress: delegateWallet() }, UNDECODABLE),
  result: RemoveDelegatedSignerResult,
  refusals: ['VALIDATION_ERROR', 'INVALID_FORMAT', 'FORBIDDEN', 'NOT_FOUND'],
  auth: {
    roles: ['owner'],
    strangerCode: 'FORBIDDEN',
    strangerText: OWNER_ONLY,
    missing: refuse('NOT_FOUND', 'Subaccount not found'),
  },
  cost: () => 100,
  typedMessage: ({ walletAddress: delegateAddress }, request) =>
    signedMessage('RemoveDelegatedSigner', { delegateAddress }, request),
  parse: ({ walletAddress }) => walletAddress,
  toCommands: (wallet, { account }) => [{ type: 'RemoveDelegation', account: account.no, wallet }],
  toResult: (wallet, [outcome], { account }) => {
    if (outcome?.refusal) return outcome.refusal;
    const cascade = endedBy(outcome).filter((ended) => ended !== wallet);
    return {
      subAccountId: subAccountIdOf(account.no),
      walletAddress: checksumAddress(wallet),
      ...(cascade.length > 0 && { cascadeRemovedSigners: cascade.map(checksumAddress) }),
    };
  },
});
