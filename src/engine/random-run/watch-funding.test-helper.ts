import { NaiveFunding, naiveFundingPayment } from '../risk/naive-fees.test-helper.ts';
import { naiveAccount, naiveMarket } from '../risk/naive-risk.test-helper.ts';
import type { State } from '../state.ts';
import { agree, type EventOf, hold, type Watcher } from './watcher.test-helper.ts';

/** INV-35, INV-36 and wire 6.2: each sample, rate and payment of an hour, recounted second by second. */
export function watchFunding(from: State): Watcher {
  const hours = new Map([...from.markets.keys()].map((symbol) => [symbol, new NaiveFunding(from.now)]));
  const settled = new Map<string, EventOf<'FundingSettled'>>();
  const due = new Map<string, Set<number>>();
  return {
    before: (state, event) => {
      for (const [symbol, hour] of hours) hour.sampleTo(naiveMarket(state, symbol), event.at);
      if (event.type === 'FundingSettled') {
        checkRate(state, hours, event);
        settled.set(event.symbol, event);
        due.set(event.symbol, holdersOf(state, event.symbol));
      }
      if (event.type === 'FundingPaid') {
        checkPayment(state, settled.get(event.symbol), event);
        const owed = due.get(event.symbol)?.delete(event.position);
        hold(owed === true, `INV-36 position ${event.position} is funded once in this hour`);
      }
    },
    end: () => {
      for (const [symbol, left] of due) hold(left.size === 0, `INV-36 all positions in ${symbol} are funded`);
    },
  };
}

function holdersOf(state: State, symbol: string): Set<number> {
  const held = [...state.accounts.values()].map(({ positions }) => positions.get(symbol)?.no);
  return new Set(held.filter((no) => no !== undefined));
}

function checkRate(state: State, hours: ReadonlyMap<string, NaiveFunding>, event: EventOf<'FundingSettled'>): void {
  const hour = hours.get(event.symbol);
  if (!hour) throw new Error(`no market ${event.symbol}`);
  const { spec, index } = naiveMarket(state, event.symbol);
  agree(`samples of ${event.symbol}`, event.samples, hour.samples);
  agree(`premium of ${event.symbol}`, event.premiumSum, hour.sum.over);
  agree(`funding rate of ${event.symbol}`, event.rate, hour.rate(spec));
  agree(`funding index of ${event.symbol}`, event.index, index);
  hour.begin();
}

function checkPayment(
  state: State,
  settled: EventOf<'FundingSettled'> | undefined,
  event: EventOf<'FundingPaid'>,
): void {
  const { spec } = naiveMarket(state, event.symbol);
  const position = naiveAccount(state, event.account).positions.get(event.symbol);
  if (!position || !settled) throw new Error(`payment ${event.payment} is for a position and an hour`);
  agree(`INV-36 payment ${event.payment} is of the hour`, event.at, settled.at);
  agree(`size of payment ${event.payment}`, event.lots, position.lots);
  agree(`rate of payment ${event.payment}`, event.rate, settled.rate);
  const amount = naiveFundingPayment(spec, position, settled.index, settled.rate);
  agree(`INV-35 amount of payment ${event.payment}`, event.amount, amount);
}
