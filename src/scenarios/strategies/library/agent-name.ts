/** The agents that come with perpsim. */
export type AgentName =
  | 'maker'
  | 'taker'
  | 'informed'
  | 'trend'
  | 'reversion'
  | 'twap'
  | 'ladder'
  | 'value'
  | 'arbitrage'
  | 'metaorder'
  | 'noise';
