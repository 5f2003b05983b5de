import { invariant } from '../../kernel/assert.ts';
import type { State, Wallet } from '../state.ts';
import { tierByVolume } from './fee-tiers.ts';

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
