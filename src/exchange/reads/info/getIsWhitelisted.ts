import { getIsWhitelisted } from '../../../contract/actions/info/getIsWhitelisted.ts';
import { readInfo } from '../read.ts';

/** What the response of getIsWhitelisted is made of. */
export const getIsWhitelistedRead = readInfo(
  getIsWhitelisted,
  ({ walletAddress: wallet }, { state }) => state.wallets.get(wallet)?.whitelisted ?? false,
);
