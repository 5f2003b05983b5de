import { Unmet } from '../deployment.ts';
import type { Write } from './toll-of.ts';

/** What may not be sent to a deployment that is not ours to break, whatever a scenario says. */

/** A nonce this far ahead would leave its wallet without any, for good. */
const NONCE_AHEAD_MS = 60_000;
const UINT64_MAX = 2n ** 64n - 1n;

/**
 * Refuses what could not be taken back. Throws Unmet, which skips the scenario.
 *
 * @param now exchange time
 * @param subAccounts how many more may be opened
 */
export function guardWrite({ action, params, nonce }: Write, now: number, subAccounts: number): void {
  if (action === 'withdrawCollateral' && couldPay(params)) {
    throw new Unmet('worlds', 'the suite never withdraws from a deployment that is not its own');
  }
  if (action === 'createSubaccount' && subAccounts <= 0) {
    throw new Unmet('worlds', 'a subaccount cannot be closed again, and the profile allows no more of them');
  }
  if (nonce !== undefined && nonce <= UINT64_MAX && nonce > BigInt(now + NONCE_AHEAD_MS)) {
    throw new Unmet('worlds', 'a nonce so far ahead would use up the wallet for good');
  }
}

/**
 * True unless the request is bound to be refused for its form: then no exchange, however broken, could make a
 * payment of it.
 */
function couldPay({ symbol, amount, destination }: Readonly<Record<string, unknown>>): boolean {
  const isAmount = typeof amount === 'string' && /^\d*\.?\d+$/.test(amount) && /[1-9]/.test(amount);
  const isAddress = typeof destination === 'string' && /^(0x)?[0-9a-f]{40}$/i.test(destination.trim());
  return isAmount && isAddress && typeof symbol === 'string' && symbol !== '';
}
