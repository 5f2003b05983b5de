import type { AccountNo } from '../../../../kernel/ids.ts';
import type { Lots } from '../../../../kernel/units.ts';
import type { Command } from '../../../command.ts';
import { accountOf } from '../../../orders/evolve-order.ts';
import type { Account } from '../../../state.ts';
import type { Look } from '../group.ts';
import { joinTouch } from '../taking.ts';
import { strengthPpm, type Trend } from '../trend.ts';

const MILLION = 1_000_000;
/** Chance per look that a carrier renews its order. */
const RENEW_PPM = 120_000;
/** How much larger positions get with one usual distance of the trend, and by how much they may be off, in ppm. */
const GROWTH_PPM = 40_000;
const OFF_PPM = 4_000;
/** What holders carry of the open interest of the start, about. */
const OWN_PPM = 985_000;
/** Orders, as a share of the usual position of a holder. */
const SMALLEST_PPM = 50_000;
const LARGEST_PPM = 250_000;

/**
 * The carriers enlarge their positions while the trend is up and reduce them while it is down, so that open interest
 * moves. They only quote at the touch: what they want is never urgent.
 */
export function moveCarriers(look: Look, trend: Trend): Command[] {
  const { state, accounts, spec, draw } = look;
  if (!draw.chance(RENEW_PPM)) return [];
  const isHedger = draw.chance(MILLION / 2);
  const [hedger, investor] = accounts.slice(spec.holders.count);
  const account = accountOf(state, (isHedger ? hedger : investor) as AccountNo);
  return renewed(look, account, isHedger ? -1 : 1, wantedLots(look, trend));
}

function wantedLots({ spec: { holders } }: Look, trend: Trend): Lots {
  const growth = Math.trunc((strengthPpm(trend) * GROWTH_PPM) / MILLION);
  return Math.floor((holders.openLots * (OWN_PPM + growth)) / MILLION);
}

/** `sign` is that of the carrier's position. */
function renewed({ market, spec, draw }: Look, account: Account, sign: 1 | -1, wanted: Lots): Command[] {
  const { symbol, minLots, maxLimitLots } = market.spec;
  const standing = [...(account.open.get(symbol)?.orders ?? [])];
  const commands: Command[] = standing.map((no) => ({ type: 'CancelOrder', account: account.no, order: { no } }));
  const missing = wanted - sign * (account.positions.get(symbol)?.lots ?? 0);
  const off = Math.floor((spec.holders.openLots * OFF_PPM) / MILLION);
  const drawn = Math.floor((spec.holders.lots * draw.between(SMALLEST_PPM, LARGEST_PPM)) / MILLION);
  const lots = Math.min(drawn, maxLimitLots);
  if (Math.abs(missing) <= Math.max(off, lots) || lots < minLots) return commands;
  const side = missing * sign > 0 ? 'buy' : 'sell';
  const order = joinTouch(market, { account: account.no, side, lots, reduceOnly: false });
  return order ? [...commands, order] : commands;
}
