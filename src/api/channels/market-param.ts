import { Type } from '@sinclair/typebox';
import type { State } from '../../engine/state.ts';
import { isRefusal, type Refusal } from '../../kernel/errors.ts';
import type { Json } from '../json.ts';
import { Closed, SymbolText } from '../primitives.ts';
import { readMarket } from '../symbols.ts';

/** Every market; `symbol` keeps what the client said, for the acknowledgement. */
export interface MarketChoice {
  /** Null: all markets. */
  readonly market: string | null;
  readonly sent: string | undefined;
}

/** It goes back as it was understood. */
export const AcknowledgedChoice = Closed({ symbol: Type.Optional(Type.Union([Type.Literal('ALL'), SymbolText])) });

/** One market, or all of them where the symbol is left out or `ALL`. Errors: INVALID_FORMAT `market name invalid`. */
export function readMarketChoice(value: Json | undefined, state: Readonly<State>): MarketChoice | Refusal {
  if (value === undefined || value === null || value === '') return { market: null, sent: undefined };
  if (typeof value === 'string' && value.trim().toUpperCase() === 'ALL') return { market: null, sent: 'ALL' };
  const market = readMarket(value, state);
  return isRefusal(market) ? market : { market: market.spec.symbol, sent: market.spec.symbol };
}

/** What an `unsubscribe` names means this choice. */
export function namesChoice(value: Json | undefined, { market }: MarketChoice): boolean {
  const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return market === null ? text === '' || text === 'ALL' : text === market;
}
