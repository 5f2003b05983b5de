import type { ControlSite } from '../control-site.ts';
import { ledgerAccounts, subAccountOf } from './accounts.ts';
import type { Done } from './steering.ts';

/** Credits an account from outside the exchange. The amount is a decimal text. */
export async function deposit(site: ControlSite, account: string, amount: string, asset: string): Promise<Done> {
  const subAccountId = await subAccountOf(site, account);
  await site.post('/deposit', { subAccountId, asset, amount });
  const held = (await ledgerAccounts(site)).find((each) => each.subAccountId === subAccountId);
  const balance = held?.balances[asset] ?? '0';
  return {
    response: { subAccountId, asset, amount, balance },
    text: `${amount} ${asset} went to subaccount ${subAccountId}, which now holds ${balance} ${asset}`,
  };
}
