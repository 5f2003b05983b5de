import type { DevAccount } from '../../exchange/exchange.ts';

/** What a client needs to use a running exchange. `--config-out` and `--json` write it, the banner shows it. */
export interface ServerFacts {
  readonly version: string;
  readonly seed: string;
  readonly world: string;
  readonly clock: 'live' | 'manual';
  readonly serviceName: string;
  /** Ends in /v1. */
  readonly restUrl: string;
  /** Ends in /v1/ws. */
  readonly wsUrl: string;
  /** Ends in /sim/v1; null when the control plane is off. */
  readonly controlUrl: string | null;
  /** The web application. */
  readonly consoleUrl: string;
  /** The API, rendered. */
  readonly docsUrl: string;
  readonly pid: number;
  readonly accounts: readonly DevAccount[];
  readonly markets: readonly MarketFacts[];
}

export interface MarketFacts {
  readonly symbol: string;
  /** Index price as a decimal string. */
  readonly indexPrice: string;
}

/** The file of `--config-out`: the facts with the markets as plain symbols. */
export const connectionConfig = (facts: ServerFacts): object => ({
  restUrl: facts.restUrl,
  wsUrl: facts.wsUrl,
  controlUrl: facts.controlUrl,
  consoleUrl: facts.consoleUrl,
  docsUrl: facts.docsUrl,
  serviceName: facts.serviceName,
  seed: facts.seed,
  clock: facts.clock,
  pid: facts.pid,
  accounts: facts.accounts,
  markets: facts.markets.map(({ symbol }) => symbol),
});
