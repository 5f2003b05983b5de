import { getDelegatedSigners } from '../../../../contract/actions/trade/delegation/getDelegatedSigners.ts';
import { checksumAddress } from '../../../../contract/address.ts';
import { delegatedSigner } from '../../../../contract/records/delegated-signer.ts';
import { delegationsOf } from '../../../../engine/accounts/delegation.ts';
import { readTrade } from '../../read.ts';

/** What the response of getDelegatedSigners is made of. */
export const getDelegatedSignersRead = readTrade(getDelegatedSigners, (_, { state, account }) => ({
  delegatedSigners: delegationsOf(account).map((delegation) => ({
    ...delegatedSigner(state, account, delegation),
    addedBy: checksumAddress(delegation.grantedBy),
  })),
}));
