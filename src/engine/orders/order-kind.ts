import type { OrderKind } from '../event.ts';

/** Kinds without a price of their own: in the market they go as far as the band of market orders, and never rest. */
const MARKET_KINDS: ReadonlySet<string> = new Set(['market', 'stopMarket', 'takeProfitMarket'] satisfies OrderKind[]);

export const isMarketKind = (kind: string): boolean => MARKET_KINDS.has(kind);

/** Take-profit kinds; the other conditional ones are stops. */
export const isTakeProfit = (kind: OrderKind): boolean => kind === 'takeProfitMarket' || kind === 'takeProfitLimit';
