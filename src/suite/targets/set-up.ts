import { valueAt } from '../paths.ts';
import { roomOf } from './reference-books.ts';
import type { HouseWallet, SuiteClient } from './suite-client.ts';

/** So many wallets get empty second subaccounts: one, two and three of them, as many as any scenario wants. */
const SPARES = 3;

/** True where some wallets lack empty subaccounts and may open them. */
export const canOpenSpares = (wallets: readonly HouseWallet[]): boolean =>
  missingOf(wallets).some(({ count }) => count > 0);

/**
 * Opens the empty subaccounts that the first wallets lack. They stay, and a later run finds them.
 *
 * @param prefix begins their names
 * @returns the wallets, with their new subaccounts among the spare ones
 */
export async function openSpares(
  suiteClient: SuiteClient,
  wallets: readonly HouseWallet[],
  prefix: string,
): Promise<readonly HouseWallet[]> {
  const missing = missingOf(wallets);
  const all: HouseWallet[] = [];
  for (const wallet of wallets) {
    const count = missing.find((one) => one.wallet === wallet)?.count ?? 0;
    const spares = [...wallet.spares];
    for (let made = 0; made < count; made += 1) {
      const name = `${prefix} spare ${spares.length + 1}`;
      const { body } = await suiteClient.ask(wallet, 'createSubaccount', { name });
      const subAccountId = valueAt(body, 'response.subAccountId');
      // A refusal leaves what is there; scenarios that want more are skipped for it.
      if (typeof subAccountId !== 'string') break;
      spares.push({ ...wallet, subAccountId, role: 'spare', standing: { name, leverages: {} }, spares: [], others: 0 });
    }
    all.push({ ...wallet, spares, others: wallet.others + spares.length - wallet.spares.length });
  }
  return all;
}

/** The traders that should have second subaccounts, those that have most of them last, and how many each of them lacks. */
function missingOf(
  wallets: readonly HouseWallet[],
): readonly { readonly wallet: HouseWallet; readonly count: number }[] {
  const traders = wallets.filter(({ role }) => role === 'trader');
  // One trader at least stays without, for scenarios that list the subaccounts of a wallet.
  const chosen = traders
    .slice(0, Math.max(1, traders.length - 1))
    .toSorted((a, b) => a.spares.length - b.spares.length);
  return chosen.slice(-SPARES).map((wallet, place) => {
    const count = Math.max(0, place + 1 - wallet.spares.length);
    return { wallet, count: Math.min(count, roomOf(wallet) ?? count) };
  });
}
