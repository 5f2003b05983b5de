import { itemAt } from '../../../kernel/errors.ts';
import type { Lots } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import { type Side, signOf } from '../../orders/order-terms.ts';
import { midOf } from '../../prices.ts';
import { type Act, type GroupRules, type Look, nextLookMs, takeWithin } from './group.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;

/** The share of the band within which a position is worked off again, and how fast. */
const HOME_SHARE = 3;
const HOME_PPM = 250_000;
/** Sizes, as a share of the usual one. */
const SMALLEST_PPM = 300_000;
const LARGEST_PPM = 1_700_000;
/** Orders take at the touch only: the book recovers between two looks. */
const SLIP_PPM = 100;

/** Sells while the market is above the index by more than a band, buys below it, and goes home once both agree again. No memory. */
export const ARBITRAGE: GroupRules = {
  accounts: () => ['arbitrage'],
  memory: () => [],
  act,
};

function act(look: Look): Act {
  const { market, spec, memory, draw } = look;
  const afterMs = nextLookMs(market, spec.arbitrage.everyMs, draw);
  // What it does draws from a branch, so that what users do changes no later time.
  const command = leanOrUnwind({ ...look, draw: draw.branch() });
  const commands: Command[] = command ? [command] : [];
  return { commands, memory, afterMs };
}

function leanOrUnwind({ state, market, spec, accounts, draw }: Look): Command | null {
  const { bandPpb, lots: usual, inventoryLots } = spec.arbitrage;
  const account = itemAt(accounts, 0);
  const held = accountOf(state, account).positions.get(market.spec.symbol)?.lots ?? 0;
  const basis = basisPpb(midOf(market) - market.index, market.index);
  const lots = Math.floor((usual * draw.between(SMALLEST_PPM, LARGEST_PPM)) / MILLION);
  if (Math.abs(basis) > bandPpb) {
    const side: Side = basis > 0 ? 'sell' : 'buy';
    const room = inventoryLots - signOf(side) * held;
    return take(Math.min(lots, room), side);
  }
  const isHome = held === 0 || Math.abs(basis) * HOME_SHARE > bandPpb || !draw.chance(HOME_PPM);
  return isHome ? null : take(Math.min(lots, Math.abs(held)), held > 0 ? 'sell' : 'buy', Math.abs(held));

  /** `closing` is the position that the order closes; 0 where it may open one. */
  function take(wanted: Lots, side: Side, closing: Lots = 0): Command | null {
    const left = closing - wanted;
    // A rest that is too small to be ordered goes with it.
    const whole = closing > 0 && left < market.spec.minLots ? closing : wanted;
    if (whole < market.spec.minLots && whole !== closing) return null;
    const most = Math.min(whole, market.spec.maxLimitLots);
    return takeWithin(market, { account, side, lots: most, reduceOnly: closing > 0 }, SLIP_PPM);
  }
}

/** A difference as a share of the index; both are safe integers, and so is a thousandth of the product. */
const basisPpb = (difference: number, index: number): number =>
  Number((BigInt(difference) * BigInt(BILLION)) / BigInt(index));
