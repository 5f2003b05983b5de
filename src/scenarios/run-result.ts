import type { Fill } from './strategy.ts';

/**
 * Result of a run. Everything but `measured` is equal whenever scenario, seed, overrides and requests of the bot
 * are. Times are Unix ms of the exchange, amounts decimal text, figures that are no money numbers.
 */
export interface RunResult {
  readonly format: 'perpsim-run';
  readonly version: 1;
  readonly scenario: { readonly name: string; readonly title: string };
  readonly seed: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly world: string;
  readonly startTime: number;
  readonly endTime: number;
  /**
   * `closed`: nobody from outside took part. `lockstep`: a bot asked for each step of time, so the run repeats.
   * `recorded`: a bot ran against a moving clock; the recorded journal repeats, the bot need not.
   */
  readonly mode: 'closed' | 'lockstep' | 'recorded';
  /** Of inputs, events and the state at the end. */
  readonly digest: string;
  /** Of `digest.txt`; null where there is none to compare with. */
  readonly expectedDigest: string | null;
  readonly inputs: number;
  readonly eventCount: number;
  readonly expectations: readonly ExpectationResult[];
  /** `failed` for an expectation or entry that failed; `none` when the scenario expects nothing. */
  readonly verdict: 'passed' | 'failed' | 'none';
  readonly accounts: readonly AccountResult[];
  readonly markets: readonly MarketResult[];
  /** What happened, in order of time: entries of the timeline, refusals, liquidations, faults, notes. */
  readonly events: readonly RunEvent[];
  readonly measured: { readonly elapsedMs: number; readonly speed: number };
}

export interface ExpectationResult {
  readonly time: number;
  readonly line: number;
  readonly sentence: string;
  readonly passed: boolean;
  /** What was found instead; empty when it passed. */
  readonly message: string;
}

export interface RunEvent {
  readonly time: number;
  readonly kind:
    | 'request'
    | 'refusal'
    | 'control'
    | 'fault'
    | 'liquidation'
    | 'deleveraging'
    | 'funding'
    | 'note'
    | 'stream';
  readonly account: string | null;
  readonly symbol: string | null;
  readonly text: string;
}

/** Result of one account of a run; amounts are decimal texts in the settlement asset. */
export interface AccountResult {
  readonly name: string;
  readonly subAccountId: string;
  readonly wallet: string;
  readonly isStrategy: boolean;
  /** [time, account value], at least one a minute of the run and at most 2,000. */
  readonly equity: readonly (readonly [number, string])[];
  readonly fills: readonly Fill[];
  readonly liquidations: number;
  readonly pnl: PnlBySource;
  readonly statistics: Statistics;
}

/** Adds up to the change of account value less what was paid in and out. */
export interface PnlBySource {
  /** Realized and unrealized, from prices. */
  readonly price: string;
  readonly fees: string;
  readonly funding: string;
  /** Penalties, clearance fees and collateral sold by force. */
  readonly liquidation: string;
  readonly total: string;
}

/** Null where a figure has no meaning, such as a Sharpe ratio without fills. */
export interface Statistics {
  readonly pnl: string;
  /** Highest fall of account value from a peak, in the settlement asset and as a share of the peak. */
  readonly drawdown: string;
  readonly drawdownShare: number;
  /** Of returns per minute, annualized by the root of 525,600. */
  readonly sharpe: number | null;
  readonly sortino: number | null;
  /** Traded notional over mean account value. */
  readonly turnover: number;
  readonly notional: string;
  readonly fills: number;
  readonly orders: number;
  /** Quantity filled over quantity placed. */
  readonly fillRatio: number | null;
  /** Mean share of a level that stood before an own order when it was placed; 0 is first. */
  readonly queuePosition: number | null;
  /** Mean move of the mid against a fill after 1 s, 10 s and 60 s, in basis points; negative is in its favour. */
  readonly adverseSelection: {
    readonly after1s: number | null;
    readonly after10s: number | null;
    readonly after60s: number | null;
  };
  readonly makerShare: number | null;
}

export interface MarketResult {
  readonly symbol: string;
  /** [time, index, mark, best bid, best ask, open interest]; "0" where a side is empty; at most 2,000. */
  readonly prices: readonly (readonly [number, string, string, string, string, string])[];
  /** Depth at some times: up to 60 of them, 20 levels a side. */
  readonly depth: readonly DepthSample[];
  /** At most 5,000, the largest where there are more; `tradeCount` and `volume` count all. */
  readonly trades: readonly (readonly [number, string, string, 'buy' | 'sell'])[];
  readonly tradeCount: number;
  readonly volume: string;
  /** [time, rate of the hour]. */
  readonly funding: readonly (readonly [number, string])[];
}

export interface DepthSample {
  readonly time: number;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}
