export type MarketStatus = 'open' | 'closed' | 'close_only';
/** `down`: no request is responded to but by a 503, and no stream is open. Prices, timers and liquidations go on. */
export type ExchangeStatus = 'running' | 'degraded' | 'draining' | 'down';
