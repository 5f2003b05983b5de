import { broken, invariant, refuse } from '../../kernel/errors.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import { UNIT } from '../../kernel/units.ts';
import { walletOf } from '../accounts/evolve-accounts.ts';
import { bringBucketsUpToDate } from '../admission.ts';
import { armTimer, type Deciders, type Decision, type Handlers, type Jobs, NOTHING_DUE } from '../handlers.ts';
import type { SetReferral } from '../command.ts';
import type { TierSpec } from '../config.ts';
import type { EngineEvent, FeeEvent } from '../event.ts';
import type { State, Wallet } from '../state.ts';
import { nextFallOf, volumeAt } from './volume.ts';

export const FEE_HANDLERS: Handlers<FeeEvent['type']> = {
  TierMoved: (state, event) => {
    const wallet = walletOf(state, event.wallet);
    bringBucketsUpToDate(state, wallet);
    wallet.tierId = event.tierId;
  },
  ReferralSet: (state, event) => {
    walletOf(state, event.wallet).referral = event.referral;
  },
};

export const FEE_DECIDERS: Deciders<SetReferral['type']> = { SetReferral: setReferral };

/** On the full hour at which the oldest volume of a wallet stops counting, its tier is looked at again. */
export const FEE_JOBS: Jobs<'tierReview'> = {
  tierReview: (state, { wallet: address }) => {
    const wallet = state.wallets.get(address);
    invariant(wallet, 'a tier is reviewed for a wallet that has traded');
    return wallet.customTier ? NOTHING_DUE : { events: tierSteps(state, wallet, false), commands: [] };
  },
};

/**
 * Returns what follows for a wallet whose volume decides its tier: the move into the tier of its volume, at once, and a
 * review while it is above the tier it starts from. A fill raises the tier for the next fill; only time lowers it.
 */
export function tierSteps(state: State, wallet: Wallet, reviewing: boolean): EngineEvent[] {
  const events: EngineEvent[] = [];
  const tier = tierByVolume(state, wallet);
  if (tier.tierId !== wallet.tierId) {
    events.push({ type: 'TierMoved', at: state.now, wallet: wallet.address, tierId: tier.tierId });
  }
  const due = tier.tierId === wallet.startTier || reviewing ? null : nextFallOf(wallet.volume, state.now);
  if (due !== null) {
    events.push(armTimer(state, due, { kind: 'tierReview', wallet: wallet.address }));
  }
  return events;
}

/** The same after a fill of one of its subaccounts. Agents are on a tier of their own and never leave it. */
export function tierStepsAfterFill(state: State, no: AccountNo): readonly EngineEvent[] {
  const account = state.accounts.get(no);
  if (!account || account.agent) return NO_STEPS;
  const wallet = account.ownerWallet;
  if (wallet.customTier || staysInStartTier(state, wallet)) return NO_STEPS;
  return tierSteps(state, wallet, wallet.reviewing);
}

/**
 * Returns true for a wallet in the tier it starts from whose volume, even with what no longer counts, is less than any
 * other tier asks for: then no step follows. False says nothing.
 */
function staysInStartTier({ config }: Readonly<State>, { tierId, startTier, volume }: Wallet): boolean {
  if (tierId !== startTier) return false;
  for (const tier of config.tiers) {
    if (tier.tierType === 'volume' && tier.tierId !== tierId && tier.minVolume <= volume.total) return false;
  }
  return true;
}

const NO_STEPS: readonly EngineEvent[] = [];

/** The highest tier whose minimum the volume reaches, but never one below the tier the wallet starts from. */
function tierByVolume(state: Readonly<State>, wallet: Readonly<Wallet>): TierSpec {
  const volume = volumeAt(wallet.volume, state.now);
  let found: TierSpec | undefined;
  for (const tier of state.config.tiers) {
    const reached = tier.tierType === 'volume' && tier.minVolume <= volume;
    if (reached || tier.tierId === wallet.startTier) found = higherOf(found, tier);
  }
  if (!found) broken(`the tier ${wallet.startTier} exists`);
  return found;
}

const higherOf = (a: TierSpec | undefined, b: TierSpec): TierSpec => (a && a.minVolume > b.minVolume ? a : b);

function setReferral(state: State, { wallet, referral }: SetReferral): Decision {
  if (referral && !(referral.discount > 0 && referral.discount < UNIT)) {
    return refuse('INVALID_VALUE', 'discount must be above 0 and below 1');
  }
  if (referral && rebateBeatsFee(state, referral.discount)) {
    return refuse('INVALID_VALUE', 'discount would leave a fee below the highest rebate');
  }
  return [{ type: 'ReferralSet', at: state.now, wallet, referral }];
}

/** INV-33: the lowest fee of a taker, discounted, still pays for the highest rebate of a maker. */
function rebateBeatsFee(state: State, discount: number): boolean {
  const rates = state.config.tiers.map(({ makerRate, takerRate }) => ({ rebate: -makerRate, fee: takerRate }));
  const rebate = Math.max(0, ...rates.map((rate) => rate.rebate));
  const fee = Math.min(...rates.map((rate) => rate.fee));
  return BigInt(rebate) * BigInt(UNIT) > BigInt(fee) * BigInt(discount);
}

const HOURS_OF_14_DAYS = 336;

/** The volume of each wallet is what its hours say, is bounded, and has brought the wallet into the tier it is in. */
export function checkVolumes(state: State): void {
  for (const wallet of state.wallets.values()) {
    checkHours(wallet);
    if (wallet.customTier) continue;
    const { tierId } = tierByVolume(state, wallet);
    invariant(wallet.tierId === tierId, `wallet ${wallet.address} belongs in ${tierId}, not ${wallet.tierId}`);
    const mayFall = tierId !== wallet.startTier;
    invariant(wallet.reviewing || !mayFall, `the tier of wallet ${wallet.address} is looked at again`);
  }
}

function checkHours({ address, volume }: Wallet): void {
  let total = 0n;
  let previous = -1;
  for (const { hour, notional } of volume.hours) {
    invariant(hour > previous && notional > 0n, `hours of wallet ${address} ascend and hold something`);
    previous = hour;
    total += notional;
  }
  invariant(total === volume.total, `volume of wallet ${address} is the sum of its hours`);
  invariant(volume.hours.length <= HOURS_OF_14_DAYS, `volume of wallet ${address} is bounded`);
}
