import type { ControlResponse } from '../../contract/control.ts';
import { callSite, type ControlSite } from '../control-site.ts';
import type { CommandBody } from '../define.ts';
import { table } from '../output.ts';
import { type Done, NotPossible, steer, steering, type SteeringFlags } from '../steering.ts';
import { UsageError } from '../usage-error.ts';

/** `perpsim accounts`. */
export const ACCOUNTS: CommandBody = steering({
  examples: ['accounts', 'accounts --json'],
  run: (flags: SteeringFlags) => steer(flags, (site) => accounts(site)),
});

/** What the ledger says of a subaccount; quantities are decimal texts. */
export type LedgerAccount = ControlResponse<'ledger'>['subAccounts'][number];

/** Every subaccount with its balances and open positions. */
export const ledgerAccounts = async (site: ControlSite): Promise<readonly LedgerAccount[]> =>
  (await callSite(site, 'ledger', {})).subAccounts;

/** The dev accounts with their public keys, balances and open positions. */
export async function accounts(site: ControlSite): Promise<Done> {
  const known = (await callSite(site, 'accounts', {})).accounts;
  const held = new Map((await ledgerAccounts(site)).map((account) => [account.subAccountId, account]));
  const response = known.map((account, number) => ({
    number,
    ...account,
    balances: held.get(account.subAccountId)?.balances ?? {},
    positions: held.get(account.subAccountId)?.positions ?? [],
  }));
  const rows = response.map(({ number, address, privateKey, subAccountId, balances, positions }) => [
    String(number),
    address,
    privateKey,
    subAccountId,
    listOf(Object.entries(balances).map(([asset, amount]) => `${amount} ${asset}`)),
    listOf(positions.map(({ symbol, size }) => `${size} ${symbol}`)),
  ]);
  const text =
    rows.length === 0
      ? 'this exchange has no dev accounts'
      : table([['#', 'address', 'private key (public)', 'subaccount id', 'balances', 'positions'], ...rows]).join('\n');
  return { response: { accounts: response }, text };
}

const listOf = (parts: readonly string[]): string => (parts.length === 0 ? 'none' : parts.join(', '));

/**
 * The subaccount that somebody means by the number of a dev account, by a subaccount id or by the address of a wallet.
 *
 * @throws UsageError for a text that is none of these, NotPossible for one that the exchange does not have
 */
export async function subAccountOf(site: ControlSite, given: string): Promise<string> {
  if (/^0[xX][0-9a-fA-F]{40}$/.test(given)) {
    const owned = (await ledgerAccounts(site)).find(({ owner }) => owner.toLowerCase() === given.toLowerCase());
    if (owned) return owned.subAccountId;
    throw new NotPossible(`the wallet ${given} owns no subaccount here; perpsim accounts lists those that can be used`);
  }
  if (!/^\d{1,20}$/.test(given)) {
    throw new UsageError(
      `ACCOUNT must be the number of a dev account, such as 0, a subaccount id or an address (got "${given}")`,
    );
  }
  if (given.length > 4) return given;
  const known = (await callSite(site, 'accounts', {})).accounts;
  const account = known[Number(given)];
  if (account) return account.subAccountId;
  throw new NotPossible(
    known.length === 0
      ? 'this exchange has no dev accounts: name a subaccount id'
      : `there is no dev account ${given}: they are numbered from 0 to ${known.length - 1}`,
  );
}
