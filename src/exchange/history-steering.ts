import type { HistoryLevel } from '../engine/world/history/history-terms.ts';
import type { State } from '../engine/state.ts';
import { formatUnits, parseUnits } from '../kernel/decimal.ts';
import { ControlError } from './control-error.ts';
import type { ControlCommand } from '../engine/command.ts';

/** A level of recorded depth in decimal text; quantity "0" for one that is gone. */
export interface DepthLevel {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly quantity: string;
}

/** Recorded data as the liquidity of a market whose world says `liquidity: { kind: history }`. Throws ControlError. */
export interface HistorySteering {
  /**
   * Sets what history offers at these levels from now on. With `snapshot` they are all that history offers. Users' orders
   * stay where they are, and trade with a level that crosses them.
   */
  setHistoryDepth(symbol: string, levels: readonly DepthLevel[], snapshot?: boolean): void;
  /** Plays a trade that took place; `side` is that of its taker. It fills users' orders at its price or better. */
  historyTrade(symbol: string, side: 'buy' | 'sell', price: string, quantity: string): void;
}

/** Returns the functions that feed a market of history; each makes a control input. */
export function steerHistory(state: State, run: (command: ControlCommand, field: string) => void): HistorySteering {
  return {
    setHistoryDepth: (symbol, levels, snapshot = false) => {
      const counted = levels.map((level, index) => levelFrom(state, symbol, level, `levels[${index}].`));
      run({ type: 'SetHistoryDepth', symbol, levels: counted, snapshot }, 'levels');
    },
    historyTrade: (symbol, side, price, quantity) => {
      const level = levelFrom(state, symbol, { side, price, quantity }, '');
      run({ type: 'HistoryTrade', symbol, ...level }, 'quantity');
    },
  };
}

/** Levels of a control request arrive unchecked, so that the refusal can name the one that is wrong. */
function levelFrom(state: State, symbol: string, level: Readonly<Partial<DepthLevel>>, place: string): HistoryLevel {
  const { tickUnits, lotUnits } = state.markets.get(symbol)?.spec ?? { tickUnits: 1, lotUnits: 1 };
  const { side, price, quantity } = level;
  if (side !== 'buy' && side !== 'sell') throw wrong(`${place}side`, 'must be "buy" or "sell"');
  return {
    side,
    price: multipleOf(tickUnits, `${place}price`, price, 'price increment'),
    lots: multipleOf(lotUnits, `${place}quantity`, quantity, 'order size increment'),
  };
}

/** How often `text` holds an increment of the market. */
function multipleOf(increment: number, field: string, text: unknown, name: string): number {
  const units = typeof text === 'string' ? parseUnits(text) : undefined;
  if (units === undefined) throw wrong(field, 'must be decimal text with at most eight decimals');
  if (units % BigInt(increment) !== 0n) {
    throw wrong(field, `must be a multiple of the market's ${name}, ${formatUnits(BigInt(increment))}`);
  }
  const count = Number(units / BigInt(increment));
  if (!Number.isSafeInteger(count)) throw wrong(field, 'is too large for the exchange');
  return count;
}

const wrong = (field: string, problem: string): ControlError =>
  new ControlError('INVALID_VALUE', field, `${field} ${problem}`);
