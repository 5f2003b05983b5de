import { callSite, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { ACCOUNT, type Done, steer, steering, type SteeringFlags } from '../steering.ts';
import { ledgerAccounts, subAccountOf } from './accounts.ts';

/** `perpsim deposit`. */
export const DEPOSIT: CommandBody = steering({
  takes: [ACCOUNT, 'a decimal', 'the asset (default: USDT)'],
  examples: ['deposit 0 10000', 'deposit 0 1.5 ETH'],
  run: (account: string, amount: string, asset: string | undefined, flags: SteeringFlags) =>
    steer(flags, (site) => deposit(site, account, amount, asset ?? 'USDT')),
});

/** Credits an account from outside the exchange. The amount is a decimal text. */
export async function deposit(site: ControlSite, account: string, amount: string, asset: string): Promise<Done> {
  const subAccountId = await subAccountOf(site, account);
  await callSite(site, 'deposit', { subAccountId, asset, amount });
  const held = (await ledgerAccounts(site)).find((each) => each.subAccountId === subAccountId);
  const balance = held?.balances[asset] ?? '0';
  return {
    response: { subAccountId, asset, amount, balance },
    text: `${amount} ${asset} went to subaccount ${subAccountId}, which now holds ${balance} ${asset}`,
  };
}
