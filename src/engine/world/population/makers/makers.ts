import { divHalfEvenInt } from '../../../../kernel/decimal.ts';
import { mulDiv } from '../../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../../kernel/ids.ts';
import { type PriceUnits, type Ratio, UNIT } from '../../../../kernel/units.ts';
import type { Command } from '../../../command.ts';
import { feeRateOf } from '../../../fees/fee-rates.ts';
import type { State } from '../../../state.ts';
import { livelinessPpm } from '../../dynamics/liveliness.ts';
import { takeMispriced } from '../../mispriced.ts';
import { fairAt, memoryOf, NO_VIEW, viewAfter, viewOf } from '../fair.ts';
import type { GroupRules, Look } from '../group.ts';
import { type Quoting, quotesOf } from './maker-quotes.ts';
import { isQuoterOf, leastLots } from '../sizes.ts';
import { cancelStale } from './stale-quotes.ts';

const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
/** Makers look more often in lively times, up to this factor either way. */
const HURRY_PPM = 2_000_000;
/** The closest a quote comes in the quietest times, and the farthest that volatility drives it, as a share of the mean. */
const QUIETEST_PPM = 400_000;
const WILDEST_PPM = 10_000_000;

/**
 * Market makers. At each look one of them moves its quotes to where it wants them now; all stale quotes of the population
 * are cancelled first, and mispriced orders of users are taken, so that new quotes cannot cross.
 */
export const MAKERS: GroupRules = {
  accounts: ({ makers }) => Array.from({ length: makers.count }, (_, rank) => `maker ${rank + 1}`),
  memory: () => NO_VIEW,
  act: (look) => {
    const { state, market, spec, population, accounts, draw } = look;
    const before = viewOf(look.memory);
    const view = viewAfter(spec.fair, before, state.now, population.takenLots, draw);
    const fair = fairAt(market.index, view);
    const isFirst = before.at === 0;
    const active = isFirst ? accounts : [accounts[draw.between(0, accounts.length - 1)] ?? 0];
    const afterMs = pauseOf(look);
    // Quotes draw as often as they need to from a branch, so that what users do changes no later basis or time.
    const { commands, takenLots } = commandsOf({ ...look, draw: draw.branch() }, fair, active);
    return {
      commands,
      // What the sweeps of mispriced orders take tells nothing about the price.
      memory: memoryOf({ ...view, seenLots: view.seenLots + takenLots }),
      afterMs,
    };
  },
};

function commandsOf(look: Look, fair: PriceUnits, active: readonly AccountNo[]) {
  const { state, market, population } = look;
  const fairTicks = Math.max(1, divHalfEvenInt(fair, market.spec.tickUnits));
  const account = population.accounts.flow[0];
  const edge = account === undefined ? 0 : mulDiv(fairTicks, rateOf(state, account), UNIT);
  const rules = { isOwn: isQuoterOf(population), edge };
  const stale = cancelStale(market, fairTicks, rules, active);
  const sweeps =
    account === undefined
      ? { commands: [], takenLots: 0 }
      : takeMispriced(market, fairTicks, { ...rules, account, minLots: leastLots(market.spec, fairTicks) });
  const quoting: Quoting = { fair, halfSpread: halfSpreadOf(look), ...stale };
  const quotes: Command[] = active.flatMap((maker) => quotesOf(look, maker, quoting));
  return { commands: [...stale.cancels, ...sweeps.commands, ...quotes], takenLots: sweeps.takenLots };
}

/** What the account pays for taking. */
function rateOf(state: State, no: AccountNo): Ratio {
  const account = state.accounts.get(no);
  return account ? feeRateOf(state, account, 'taker') : 0;
}

/** Half the spread of the closest maker now: it grows with volatility. */
function halfSpreadOf({ market, spec }: Look): PriceUnits {
  const calm = mulDiv(market.index, spec.makers.halfSpreadPpb, BILLION);
  const lively = Math.max(QUIETEST_PPM, Math.min(WILDEST_PPM, livelinessPpm(market)));
  return Math.max(1, mulDiv(calm, lively, MILLION));
}

/** Milliseconds to the next look, from a quarter to one and three quarters of the mean. */
function pauseOf({ market, spec, accounts, draw }: Look): number {
  const lively = Math.max(Math.floor(MILLION / 2), Math.min(HURRY_PPM, livelinessPpm(market)));
  const mean = mulDiv(Math.ceil(spec.makers.everyMs / accounts.length), MILLION, lively);
  return Math.max(1, draw.between(Math.floor(mean / 4), mean + Math.floor((3 * mean) / 4)));
}
