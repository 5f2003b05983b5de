import { Amount, amountIn, amountOrNothing } from '../amount.ts';
import { Unmet } from '../deployment.ts';
import type { Write } from './request-charge.ts';

/** Rejects requests that must never be sent to a shared deployment. */

/** A nonce further ahead would use up all nonces of its wallet. */
const NONCE_AHEAD_MS = 60_000;
const UINT64_MAX = 2n ** 64n - 1n;

/** What stands when a write is about to be sent. */
export interface WriteLimits {
  /** Exchange time. */
  readonly now: number;
  /** How many more subaccounts may be opened. */
  readonly subAccounts: number;
  /** How many more of them the owner may have, as the target reports; undefined where it does not. */
  readonly room?: number | undefined;
  /** How many more withdrawals to the owner may be made. */
  readonly withdrawals: number;
  /** The subaccount had a name when the run found it. */
  readonly isNamed: boolean;
  /** Wallet of the subaccount that the write acts on; undefined for a subaccount outside the profile. */
  readonly owner: string | undefined;
  /** The signer; undefined where the signature is invalid. */
  readonly signer: string | undefined;
}

/** Rejects a write that could not be taken back: throws Unmet, which skips the scenario. */
export function guardWrite(write: Write, standing: WriteLimits): void {
  const { action, params, nonce } = write;
  if (action === 'withdrawCollateral') guardWithdrawal(write, standing);
  if (action === 'voluntaryCollateralExchange' && params.targetUSDTAmount === 'all') {
    throw new Unmet('worlds', 'all of a collateral would be gone, and it cannot be bought back');
  }
  if (action === 'createSubaccount' && standing.subAccounts <= 0 && couldOpen(params, standing)) {
    throw new Unmet('new-subaccounts', 'a subaccount cannot be closed again, and the profile allows no more of them');
  }
  if (
    action === 'createSubaccount' &&
    standing.room !== undefined &&
    standing.room <= 0 &&
    couldOpen(params, standing)
  ) {
    throw new Unmet('new-subaccounts', 'the wallet owns as many subaccounts as its tier allows');
  }
  if (action === 'updateSubAccountName' && !standing.isNamed && couldName(params)) {
    throw new Unmet('worlds', 'a subaccount without a name cannot be left without one again');
  }
  if (nonce !== undefined && nonce <= UINT64_MAX && nonce > BigInt(standing.now + NONCE_AHEAD_MS)) {
    throw new Unmet('worlds', 'a nonce so far ahead would use up the wallet for good');
  }
}

const NAME_MAX = 50;

/** True unless the form of the name is invalid. */
const couldName = ({ name }: Write['params']): boolean =>
  typeof name === 'string' && name.trim() !== '' && name.trim().length <= NAME_MAX;

/** True unless the request is bound to be refused: for the form of its name, or because its owner has not signed it. */
export function couldOpen(
  { name }: Write['params'],
  { owner, signer }: Pick<WriteLimits, 'owner' | 'signer'>,
): boolean {
  if (typeof name === 'string') {
    if (Array.from(name).length > NAME_MAX || name !== name.trim() || CONTROL.test(name)) return false;
  } else if (name !== undefined && name !== null) return false;
  return isOwner({ owner, signer });
}

/** Characters that no name may hold. */
const CONTROL = /\p{Cc}/u;

const isOwner = ({ owner, signer }: Pick<WriteLimits, 'owner' | 'signer'>): boolean =>
  owner !== undefined && signer !== undefined && owner.toLowerCase() === signer.toLowerCase();

/** Fees of the contract: an amount up to there is refused, and lost would be no more than that. */
const FEES: Readonly<Record<string, string>> = { USDT: '5', WETH: '0.0017', BTC: '0.00005' };

/** Where the profile allows withdrawals, one takes at most this many fees. */
const FEES_MAX = 2;

/** No account holds this much of any asset, so the exchange cannot pay it out. */
const BEYOND = new Amount('1000000000000');

const NEVER = 'the suite never withdraws from a deployment that is not its own';

function guardWithdrawal({ params }: Write, standing: WriteLimits): void {
  if (!couldPay(params)) return;
  const { owner, withdrawals } = standing;
  const amount = amountOf(params);
  if (amount.gte(BEYOND)) return;
  const isOwners = owner !== undefined && String(params.destination).toLowerCase() === owner.toLowerCase();
  if (isOwners && amount.lte(feeOf(params))) return;
  const isSmall = isOwners && isOwner(standing) && amount.lte(feeOf(params).times(FEES_MAX));
  if (isSmall && withdrawals > 0) return;
  throw new Unmet(isSmall ? 'withdrawals' : 'worlds', NEVER);
}

/** True for a withdrawal that the exchange should make, rather than refuse for its amount. */
export const isPayment = (params: Write['params']): boolean =>
  couldPay(params) && amountOf(params).gt(feeOf(params)) && amountOf(params).lt(BEYOND);

const feeOf = ({ symbol }: Write['params']): Amount => amountOrNothing(FEES[String(symbol)] ?? '0');

/** An amount that cannot be read counts as the largest that might be paid. */
const amountOf = ({ amount }: Write['params']): Amount => amountIn(String(amount)) ?? BEYOND.minus(1);

/**
 * True unless the request is bound to be refused for its form: then no exchange, however broken, could make a
 * payment of it.
 */
function couldPay({ symbol, amount, destination }: Write['params']): boolean {
  const isAmount = typeof amount === 'string' && /^\d*\.?\d+$/.test(amount) && /[1-9]/.test(amount);
  const isAddress = typeof destination === 'string' && /^(0x)?[0-9a-f]{40}$/i.test(destination.trim());
  return isAmount && isAddress && typeof symbol === 'string' && symbol !== '';
}
