import type { ControlCommand } from '../engine/command.ts';
import type { MarginTier } from '../engine/config.ts';
import type { State } from '../engine/state.ts';
import { formatUnits, parseUnits } from '../kernel/decimal.ts';
import { ControlError } from './control-error.ts';
import { marginTiers } from './world/convert.ts';
import { checkMarginTiers } from './world/market-rules.ts';
import { nodeOfValue, type WorldProblem } from './world/node.ts';
import { list, reportAt } from './world/read.ts';
import { marginTierShape, type WorldMarginTier } from './world/shape.ts';

/** Terms of trade that change while the exchange runs, and the end of a market. Throws ControlError. */
export interface TermsSteering {
  /**
   * Sets the fee rates of a tier, as decimal text: "0.0005" is 5 bp, a negative maker rate is a rebate. Fills from now on pay them. No
   * rebate may be above the lowest taker rate (INV-33).
   */
  setFees(tierId: string, makerFeeRate: string, takerFeeRate: string): void;
  /**
   * Sets the margin tiers of a market, as `margin.tiers` of a world file has them. They count for open positions at once, which
   * may be liquidated by it. Chosen leverage above the new maximum becomes the maximum.
   */
  setMargin(symbol: string, tiers: readonly WorldMarginTier[]): void;
  /** Sets the cap on the open interest of a market, in its quote asset as decimal text; "0" is no cap. What is open stays. */
  setOpenInterestCap(symbol: string, cap: string): void;
  /**
   * Ends a market: closes it, cancels all its orders with MARKET_DELISTED, and closes all its positions against each other without fees, at
   * `price` in decimal text on its tick; left out, at the mark. A market that is opened again afterwards is empty.
   */
  delist(symbol: string, price?: string): void;
}

/** Returns the functions that change terms; each makes a control input. */
export function steerTerms(state: State, run: (command: ControlCommand, field: string) => void): TermsSteering {
  return {
    setFees: (tierId, makerFeeRate, takerFeeRate) => {
      const makerRate = rateFrom('makerFeeRate', makerFeeRate);
      const takerRate = rateFrom('takerFeeRate', takerFeeRate);
      const isKnown = state.config.tiers.some((tier) => tier.tierId === tierId);
      run({ type: 'SetFees', tierId, makerRate, takerRate }, isKnown ? 'makerFeeRate' : 'tierId');
    },
    setMargin: (symbol, tiers) => run({ type: 'SetMargin', symbol, tiers: tiersFrom(tiers) }, 'tiers'),
    setOpenInterestCap: (symbol, cap) => {
      const units = parseUnits(cap);
      if (units === undefined || units < 0n) throw wrong('cap', 'must be decimal text of at least 0');
      run({ type: 'SetOpenInterestCap', symbol, cap: units }, 'cap');
    },
    delist: (symbol, price) => {
      const { tickUnits = 1 } = state.markets.get(symbol)?.spec ?? {};
      run({ type: 'Delist', symbol, price: price === undefined ? null : ticksFrom(tickUnits, price) }, 'price');
    },
  };
}

/** From -0.01 to 0.1, as in a world file. */
function rateFrom(field: string, text: string): number {
  const rate = Number(parseUnits(text) ?? NaN);
  if (rate >= -1_000_000 && rate <= 10_000_000) return rate;
  throw wrong(field, 'must be decimal text from -0.01 to 0.1, such as "0.0005"');
}

/** Tiers of a control request arrive unchecked, so that the refusal can name the field that is wrong. */
function tiersFrom(given: unknown): readonly MarginTier[] {
  const problems: WorldProblem[] = [];
  const node = nodeOfValue(given, '', 'tiers');
  const tiers = list(marginTierShape, 1)(node, problems);
  if (tiers) checkMarginTiers(tiers, (steps, message) => reportAt(problems, node, steps, message));
  const [problem] = problems;
  if (tiers && !problem) return marginTiers(tiers);
  throw wrong(problem?.path ?? 'tiers', problem?.message ?? 'must be a list of tiers');
}

function ticksFrom(tickUnits: number, text: string): number {
  const units = parseUnits(text);
  if (units === undefined) throw wrong('price', 'must be decimal text with at most eight decimals');
  if (units % BigInt(tickUnits) !== 0n) {
    throw wrong('price', `must be a multiple of the market's price increment, ${formatUnits(BigInt(tickUnits))}`);
  }
  const ticks = Number(units / BigInt(tickUnits));
  if (!Number.isSafeInteger(ticks)) throw wrong('price', 'is too large for the exchange');
  return ticks;
}

const wrong = (field: string, problem: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} ${problem}`);
