/** What was seen of one exchange: plain numbers, of the main market unless said otherwise. */
export interface Observation {
  readonly seed: string;
  /** Exchange time, Unix ms. */
  readonly startTime: number;
  /** Hours that were observed; fewer than asked for when the run was stopped. */
  readonly hours: number;
  readonly market: MarketTerms;
  /** Every market, the main one first. */
  readonly symbols: readonly string[];
  readonly takers: Takers;
  readonly seconds: Seconds;
  /** One entry for every `PRICES_MS`. */
  readonly prices: Prices;
  readonly books: Books;
  /** Distances in ticks, behind the best price of the side, at which orders arrived. */
  readonly arrivals: readonly number[];
  readonly liquidations: readonly Liquidation[];
  readonly funding: readonly FundingPoint[];
  /** Of the past and of what was observed, oldest first. */
  readonly candles: readonly HourCandle[];
  readonly trials: readonly Trial[];
  readonly past: Agreement;
}

export interface MarketTerms {
  readonly symbol: string;
  readonly tick: number;
  readonly minOrderSize: number;
  readonly maxMarketOrderSize: number;
}

/** Orders that took: fills of one side and one millisecond are one order. */
export interface Takers {
  readonly times: readonly number[];
  /** 1 for a buy, -1 for a sell. */
  readonly signs: readonly number[];
  readonly quantities: readonly number[];
  readonly values: readonly number[];
}

/** The top of the book at each whole second. NaN while a side was empty. */
export interface Seconds {
  readonly mids: readonly number[];
  readonly spreads: readonly number[];
}

export const PRICES_MS = 10_000;

export interface Prices {
  /** By place in `symbols`. */
  readonly index: readonly (readonly number[])[];
  readonly mark: readonly number[];
  /** Open interest of one side in base units. */
  readonly openInterest: readonly number[];
  /** 24 h volume in quote units at the end, by place in `symbols`. */
  readonly turnover: readonly number[];
}

/** Reductions of books to 1,000 levels, one a minute. */
export interface Books {
  readonly samples: number;
  readonly leastLevels: number;
  /** Least quantity of a side. */
  readonly leastQuantity: number;
  /** Mean quantity of both sides within 0.1 % and within 1 % of the mid. */
  readonly near: number;
  readonly wide: number;
  /** Mean count of distinct gaps among the first 100 levels of a side. */
  readonly gaps: number;
  /** Mean quantity of a side by distance from the mid, in steps of one basis point. */
  readonly shape: readonly number[];
}

export interface Liquidation {
  readonly time: number;
  readonly symbol: string;
  readonly value: number;
  readonly stage: 'partial' | 'vault' | 'adl';
}

export interface FundingPoint {
  readonly time: number;
  /** Of one hour. */
  readonly rate: number;
}

export interface HourCandle {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly value: number;
}

/** One metaorder against a branch of the exchange, compared with the exchange itself, which never saw it. */
export interface Trial {
  /** Share of the mean volume of the time that it took. */
  readonly share: number;
  /** Difference of the two mids in the direction of the metaorder, in bp, after each of its orders. */
  readonly path: readonly number[];
  /** The same after its end, by `AFTER_MS`. */
  readonly after: readonly number[];
}

/** Public figures of the past that were compared with each other. */
export interface Agreement {
  readonly compared: number;
  /** What differed, at most a few. */
  readonly differences: readonly string[];
  readonly different: number;
}
