import { Unmet } from '../deployment.ts';
import type { Write } from './toll-of.ts';

/** What may not be sent to a deployment that is not ours to break, whatever a scenario says. */

/** A nonce this far ahead would leave its wallet without any, for good. */
const NONCE_AHEAD_MS = 60_000;
const UINT64_MAX = 2n ** 64n - 1n;

/** What stands when a write is about to be sent. */
export interface Standing {
  /** Exchange time. */
  readonly now: number;
  /** How many more subaccounts may be opened. */
  readonly subAccounts: number;
  /** The subaccount had a name when the run found it. */
  readonly isNamed: boolean;
}

/** Refuses what could not be taken back. Throws Unmet, which skips the scenario. */
export function guardWrite({ action, params, nonce }: Write, { now, subAccounts, isNamed }: Standing): void {
  if (action === 'withdrawCollateral' && couldPay(params)) {
    throw new Unmet('worlds', 'the suite never withdraws from a deployment that is not its own');
  }
  if (action === 'voluntaryCollateralExchange' && params.targetUSDTAmount === 'all') {
    throw new Unmet('worlds', 'all of a collateral would be gone, and it cannot be bought back');
  }
  if (action === 'createSubaccount' && subAccounts <= 0) {
    throw new Unmet('worlds', 'a subaccount cannot be closed again, and the profile allows no more of them');
  }
  if (action === 'updateSubAccountName' && !isNamed && couldName(params)) {
    throw new Unmet('worlds', 'a subaccount without a name cannot be left without one again');
  }
  if (nonce !== undefined && nonce <= UINT64_MAX && nonce > BigInt(now + NONCE_AHEAD_MS)) {
    throw new Unmet('worlds', 'a nonce so far ahead would use up the wallet for good');
  }
}

const NAME_MAX = 50;

/** True unless the name is bound to be refused for its form. */
const couldName = ({ name }: Readonly<Record<string, unknown>>): boolean =>
  typeof name === 'string' && name.trim() !== '' && name.trim().length <= NAME_MAX;

/**
 * True unless the request is bound to be refused for its form: then no exchange, however broken, could make a
 * payment of it.
 */
function couldPay({ symbol, amount, destination }: Readonly<Record<string, unknown>>): boolean {
  const isAmount = typeof amount === 'string' && /^\d*\.?\d+$/.test(amount) && /[1-9]/.test(amount);
  const isAddress = typeof destination === 'string' && /^(0x)?[0-9a-f]{40}$/i.test(destination.trim());
  return isAmount && isAddress && typeof symbol === 'string' && symbol !== '';
}
