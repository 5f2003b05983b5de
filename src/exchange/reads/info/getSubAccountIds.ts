import { getSubAccountIds } from '../../../contract/actions/info/getSubAccountIds.ts';
import { type AccountNo, subAccountIdOf } from '../../../kernel/ids.ts';
import { readInfo } from '../read.ts';

/** Ids count up with the account numbers, so their order is the numbers' order. */
const idsOf = (accounts: readonly AccountNo[]): string[] => [...accounts].sort((a, b) => a - b).map(subAccountIdOf);

/** What the response of getSubAccountIds is made of. */
export const getSubAccountIdsRead = readInfo(
  getSubAccountIds,
  ({ walletAddress: wallet, includeDelegations }, { state }) => {
    const subAccountIds = idsOf(state.wallets.get(wallet)?.accounts ?? []);
    if (!includeDelegations) return subAccountIds;
    return { subAccountIds, delegatedSubAccountIds: idsOf([...(state.delegates.get(wallet) ?? [])]) };
  },
);
