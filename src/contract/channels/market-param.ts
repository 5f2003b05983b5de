import { Type } from '@sinclair/typebox';
import type { State } from '../../engine/state.ts';
import { isRefusal, type Refusal } from '../../kernel/errors.ts';
import type { Json } from '../json.ts';
import { Closed, SymbolText } from '../primitives.ts';
import { isSymbolOf, readMarket } from '../symbols.ts';

const ALL = 'ALL';

/** Every market; `symbol` keeps what the client said, for the acknowledgement. */
export interface MarketChoice {
  /** Null: all markets. */
  readonly market: string | null;
  readonly sent: string | undefined;
}

/** It goes back as it was understood. */
export const AcknowledgedChoice = Closed({ symbol: Type.Optional(Type.Union([Type.Literal('ALL'), SymbolText])) });

/**
 * One market, or all of them where the symbol is absent or `ALL`.
 * Errors: INVALID_FORMAT `market name empty` or `market name invalid`.
 */
export function readMarketChoice(value: Json | undefined, state: Readonly<State>): MarketChoice | Refusal {
  if (value === undefined || value === null) return { market: null, sent: undefined };
  if (isSymbolOf(ALL, value)) return { market: null, sent: ALL };
  const market = readMarket(value, state);
  return isRefusal(market) ? market : { market: market.spec.symbol, sent: market.spec.symbol };
}

/** True when the symbol of an `unsubscribe` means this choice; an absent one means all markets here, too. */
export function namesChoice(value: Json | undefined, { market }: MarketChoice): boolean {
  if (value === undefined || value === null) return market === null;
  return isSymbolOf(market ?? ALL, value);
}
