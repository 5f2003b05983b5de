import { invariant } from '../kernel/errors.ts';
import { absBig, divHalfEven, maxBig, minBig } from '../kernel/decimal.ts';
import { type PriceUnits, type Ratio, type TimeMs, UNIT_BIG, type Units } from '../kernel/units.ts';
import type { MarketSpec } from './config.ts';
import type { EngineEvent, FundingEvent, FundingSettledEvent } from './event.ts';
import { accountOf } from './orders/evolve-order.ts';
import type { Handlers, JobResult, Jobs } from './handlers.ts';
import { cashOf, post } from './ledger.ts';
import { marketOf, settlementAsset } from './risk/margin.ts';
import type { FundingProgress, Market, Position, State } from './state.ts';

export const FUNDING_JOBS: Jobs<'funding'> = { funding: settleFunding };

/** The next full UTC hour after `now`. */
export const nextFundingTime = (now: TimeMs): TimeMs => now - (now % FUNDING_MS) + FUNDING_MS;

/**
 * Settles each market on every full hour, in the order of the configuration; each open position pays or receives once
 * (INV-36). The timer is armed again only when it fires, so no hour is settled twice or left out, however far the
 * clock jumps.
 */
function settleFunding(state: State): JobResult {
  const holders = positionsBySymbol(state);
  const events: EngineEvent[] = [];
  let payment = state.counters.payment;
  for (const { symbol } of state.config.markets) {
    const settled = settlementOf(state, marketOf(state, symbol));
    events.push(settled);
    for (const position of holders.get(symbol) ?? []) {
      payment += 1;
      events.push(paymentOf(state, settled, position, payment));
    }
  }
  return { events, commands: [], again: state.now + FUNDING_MS };
}

/** All open positions, by subaccount within a market. */
function positionsBySymbol(state: State): Map<string, Position[]> {
  const holders = new Map<string, Position[]>();
  for (const account of state.accounts.values()) {
    for (const position of account.positions.values()) {
      const list = holders.get(position.symbol);
      if (list) list.push(position);
      else holders.set(position.symbol, [position]);
    }
  }
  return holders;
}

function settlementOf(state: State, market: Market): FundingSettledEvent {
  const { spec, index } = market;
  const { samples, premiumSum } = samplesAt(market, state.now);
  const rate = fundingRateAt(market, state.now);
  return { type: 'FundingSettled', at: state.now, symbol: spec.symbol, rate, index, premiumSum, samples };
}

function paymentOf(state: State, settled: FundingSettledEvent, position: Position, payment: number): EngineEvent {
  const { account, no, symbol, lots } = position;
  const { index, rate } = settled;
  const amount = fundingOf(marketOf(state, symbol), position, index, rate);
  return { type: 'FundingPaid', at: state.now, payment, account, symbol, position: no, lots, index, rate, amount };
}

/** Minus signed size times index times rate, half to even to eight decimals: a long pays a positive rate (wire 6.2). */
function fundingOf({ spec }: Market, { lots }: Position, index: PriceUnits, rate: Ratio): Units {
  const size = BigInt(lots) * BigInt(spec.lotUnits);
  return -divHalfEven(size * BigInt(index) * BigInt(rate), UNIT_BIG * UNIT_BIG);
}

const SAMPLE_MS = 1_000;
export const FUNDING_MS: TimeMs = 3_600_000;

/** Samples keep ten decimals more than the rate, so that their rounding does not affect it. */
const PREMIUM_UNIT = 10n ** 18n;

/** Interest of eight hours, and how far it may pull the rate from the premium (wire 6.2); 1e-8. */
const INTEREST = 10_000n;
const INTEREST_REACH = 50_000n;
/** The rate is stated for eight hours and charged for one. */
const HOURS = 8n;

/** Mark over index, in 1e-18, half to even. */
function premiumOf(market: Market): bigint {
  const index = BigInt(market.index);
  return divHalfEven((BigInt(market.mark) * BigInt(market.spec.tickUnits) - index) * PREMIUM_UNIT, index);
}

/**
 * Returns samples and their sum at `at`, which is not before the last sample. Each full second counts with the prices
 * of that second.
 */
function samplesAt(market: Market, at: TimeMs): Pick<FundingProgress, 'samples' | 'premiumSum'> {
  const { sampledTo, samples, premiumSum } = market.funding;
  const more = Math.floor(at / SAMPLE_MS) - Math.floor(sampledTo / SAMPLE_MS);
  if (more === 0) return { samples, premiumSum };
  return { samples: samples + more, premiumSum: premiumSum + premiumOf(market) * BigInt(more) };
}

/**
 * Takes the samples that fell due before the prices of a market move. While prices stand still all samples are equal,
 * so they are taken together.
 */
export function takeSamples(market: Market, at: TimeMs): void {
  const { funding } = market;
  const { samples, premiumSum } = samplesAt(market, at);
  funding.samples = samples;
  funding.premiumSum = premiumSum;
  funding.sampledTo = at;
}

/** The one-hour rate that a settlement at `at` would charge; before the first sample, that of the present premium. */
export function fundingRateAt(market: Market, at: TimeMs): Ratio {
  const { samples, premiumSum } = samplesAt(market, at);
  return samples === 0
    ? hourlyRateOf(market.spec, premiumOf(market), 1)
    : hourlyRateOf(market.spec, premiumSum, samples);
}

/**
 * Wire 6.2: F8 = P + clamp(I - P, -0.0005, 0.0005), clamped to floor and cap of the market; an eighth of it,
 * half to even to eight decimals. P is `premiumSum / samples`; everything is kept over that divisor, so that
 * the rate is rounded once.
 */
export function hourlyRateOf(spec: MarketSpec, premiumSum: bigint, samples: number): Ratio {
  const one = PREMIUM_UNIT * BigInt(samples);
  const over = (ratio: bigint): bigint => (ratio * one) / UNIT_BIG;
  const pull = clamp(over(INTEREST) - premiumSum, over(-INTEREST_REACH), over(INTEREST_REACH));
  const eightHours = clamp(premiumSum + pull, over(BigInt(spec.fundingFloor)), over(BigInt(spec.fundingCap)));
  return Number(divHalfEven(eightHours * UNIT_BIG, one * HOURS));
}

const clamp = (value: bigint, low: bigint, high: bigint): bigint => maxBig(low, minBig(high, value));

export const FUNDING_HANDLERS: Handlers<FundingEvent['type']> = {
  FundingSettled: (state, { at, symbol, rate }) => {
    marketOf(state, symbol).funding = { ...newFunding(at), lastRate: rate, lastAt: at };
  },
  // Longs pay what shorts receive; the rest that rounding leaves is booked to the residue (INV-05, INV-35).
  FundingPaid: (state, { payment, account: no, symbol, position: positionNo, amount }) => {
    const account = accountOf(state, no);
    const position = account.positions.get(symbol);
    invariant(position?.no === positionNo, `position ${positionNo} is open when it is funded`);
    state.counters.payment = payment;
    position.netFunding += amount;
    post(state, settlementAsset(state), [cashOf(account, symbol, amount), { house: 'residue', amount: -amount }]);
  },
};

/** Returns the progress of an hour of funding that has no samples yet. */
export const newFunding = (at: TimeMs): FundingProgress => ({
  sampledTo: at,
  samples: 0,
  premiumSum: 0n,
  lastRate: 0,
  lastAt: null,
});

/** INV-05, INV-35: funding leaves behind no more than one smallest unit for each payment it rounded. */
export function checkFunding(state: State): void {
  for (const [asset, left] of state.house.residue) {
    const most = BigInt(state.counters.payment);
    invariant(absBig(left) <= most, `INV-35 funding left ${left} ${asset} over in ${most} payments`);
  }
}
