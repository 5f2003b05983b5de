import { divHalfEven } from '../../kernel/decimal.ts';
import { type PriceUnits, type Ratio, type TimeMs, UNIT_BIG, type Units } from '../../kernel/units.ts';
import type { EngineEvent, FundingSettledEvent } from '../event.ts';
import type { Jobs } from '../handlers.ts';
import type { JobResult } from '../job-result.ts';
import { marketOf } from '../risk/margin.ts';
import type { Market, Position, State } from '../state.ts';
import { FUNDING_MS, fundingRateAt, samplesAt } from './rate.ts';

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
