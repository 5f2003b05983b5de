export type MarketStatus = 'open' | 'closed' | 'close_only';
export type ExchangeStatus = 'running' | 'degraded' | 'draining';
