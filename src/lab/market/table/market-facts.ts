import { correlationOf, deviationOf, gapDispersion, halfLife, meanOf, peakToTrough } from '../statistics.ts';
import type { HourCandle, Observation } from '../observe/observation.ts';
import {
  basisOf,
  bpOfEightHours,
  type Fact,
  fromHours,
  indexReturns,
  known,
  settledPremiums,
  type Unjudged,
} from './fact.ts';

/** Facts of days, of several markets, of positions and of the past. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FUNDING_MS = 3 * DAY_MS;
const PRICES_AN_HOUR = 360;
/** A market that follows no crypto asset. */
const APART = /^WTI/;

const volatilityOf = ({ high, low, open }: HourCandle): number => (high - low) / open;
const valueOf = ({ value }: HourCandle): number => value;

const NO_PAST = 'there are no candles of two weeks';
const MANY_CANDLES = 14 * 24;

const byHour =
  (of: (candle: HourCandle) => number): Fact['of'] =>
  ({ candles }) =>
    candles.length < MANY_CANDLES
      ? { why: NO_PAST }
      : known(
          peakToTrough(candles.map(of), (place) => new Date(candles[place]?.time ?? 0).getUTCHours(), 24),
          'an hour had no trades',
        );

const weekend =
  (of: (candle: HourCandle) => number): Fact['of'] =>
  ({ candles }) => {
    if (candles.length < MANY_CANDLES) return { why: NO_PAST };
    const [ends, days] = [true, false].map((isEnd) =>
      meanOf(candles.filter(({ time }) => [0, 6].includes(new Date(time).getUTCDay()) === isEnd).map(of)),
    );
    return known(ends && days ? ends / days : null, 'there were no trades');
  };

const kindOfHour = ({ time }: HourCandle): string => {
  const date = new Date(time);
  return `${date.getUTCHours()} ${[0, 6].includes(date.getUTCDay()) ? 'weekend' : 'weekday'}`;
};

/** The hours that were observed over the past hours of the same time of day, on weekends or on weekdays as they were. */
const presentOverPast =
  (of: (candle: HourCandle) => number): Fact['of'] =>
  ({ candles, startTime }) => {
    const present = candles.filter(({ time }) => time >= startTime);
    const past = candles.filter(({ time }) => time < startTime);
    const expected = present.map((candle) => {
      const kind = kindOfHour(candle);
      return meanOf(past.filter((before) => kindOfHour(before) === kind).map(of)) ?? Number.NaN;
    });
    const [seen, before] = [meanOf(present.map(of)), meanOf(expected)];
    return known(seen && before ? seen / before : null, 'there is no past');
  };

/** Correlation with the main market of each other one that is apart, or that is not. */
function correlations(observation: Observation, isApart: boolean): number[] {
  const main = indexReturns(observation, 0);
  return observation.symbols.flatMap((symbol, place) => {
    if (place === 0 || APART.test(symbol) !== isApart) return [];
    return correlationOf(main, indexReturns(observation, place)) ?? [];
  });
}

const turnoverOver =
  (symbol: RegExp): Fact['of'] =>
  ({ symbols, prices: { turnover } }) =>
    known(
      (turnover[symbols.findIndex((each) => symbol.test(each))] ?? Number.NaN) / (turnover[0] ?? 0),
      'no such market',
    );

const NO_OTHERS = 'the world has no such market, or it was closed';
const extreme = (values: readonly number[], of: (...values: number[]) => number): number | Unjudged =>
  values.length === 0 ? { why: NO_OTHERS } : of(...values);

const lastDaysRates = ({ funding, startTime, hours }: Observation): number[] =>
  funding.filter(({ time }) => time > startTime + hours * HOUR_MS - FUNDING_MS).map(({ rate }) => bpOfEightHours(rate));
const NO_FUNDING = 'fewer than 24 settlements';
const funding =
  (of: (rates: readonly number[]) => number | null): Fact['of'] =>
  (observation) => {
    const rates = lastDaysRates(observation);
    return rates.length < 24 ? { why: NO_FUNDING } : known(of(rates), NO_FUNDING);
  };

/** Times of liquidations: fills of one market and millisecond belong to one. */
function liquidationTimes(liquidations: Observation['liquidations']): number[] {
  return [...new Set(liquidations.map(({ time, symbol }) => `${time} ${symbol}`))].map((key) =>
    Number(key.split(' ')[0]),
  );
}

export const MARKET_FACTS: readonly Fact[] = [
  {
    id: 'hours-volatility',
    fact: 'hours and days have a shape',
    figure: 'range of an hour, the liveliest hour of the day over the quietest',
    least: 1.5,
    most: 4,
    digits: 2,
    of: byHour(volatilityOf),
  },
  {
    id: 'hours-volume',
    fact: 'hours and days have a shape',
    figure: 'value of an hour, the liveliest hour of the day over the quietest',
    least: 1.5,
    most: 4,
    digits: 2,
    of: byHour(valueOf),
  },
  {
    id: 'weekend-volatility',
    fact: 'hours and days have a shape',
    figure: 'range of an hour, weekends over weekdays',
    least: 0.3,
    most: 0.95,
    digits: 2,
    of: weekend(volatilityOf),
  },
  {
    id: 'weekend-volume',
    fact: 'hours and days have a shape',
    figure: 'value of an hour, weekends over weekdays',
    least: 0.3,
    most: 0.95,
    digits: 2,
    of: weekend(valueOf),
  },
  {
    id: 'correlation-least',
    fact: 'assets move together',
    figure: 'least 5-min correlation of the index with another crypto market',
    least: 0.4,
    most: 0.85,
    digits: 2,
    of: fromHours(3, (observation) => extreme(correlations(observation, false), Math.min)),
  },
  {
    id: 'correlation-most',
    fact: 'assets move together',
    figure: 'largest of these correlations',
    least: 0.4,
    most: 0.85,
    digits: 2,
    of: fromHours(3, (observation) => extreme(correlations(observation, false), Math.max)),
  },
  {
    id: 'correlation-apart',
    fact: 'assets move together',
    figure: '5-min correlation of the index with WTI',
    least: -0.1,
    most: 0.1,
    digits: 2,
    of: fromHours(3, (observation) => extreme(correlations(observation, true), Math.max)),
  },
  {
    id: 'turnover-eth',
    fact: 'markets differ',
    figure: '24 h turnover, ETH over BTC',
    least: 0.35,
    most: 0.7,
    digits: 2,
    of: turnoverOver(/^ETH-/),
  },
  {
    id: 'turnover-sol',
    fact: 'markets differ',
    figure: '24 h turnover, SOL over BTC',
    least: 0.12,
    most: 0.32,
    digits: 2,
    of: turnoverOver(/^SOL-/),
  },
  {
    id: 'turnover-others',
    fact: 'markets differ',
    figure: '24 h turnover, the largest other market over BTC',
    least: null,
    most: 0.1,
    digits: 3,
    of: ({ symbols, prices: { turnover } }) =>
      extreme(
        symbols.flatMap((symbol, place) =>
          /^(BTC|ETH|SOL)-/.test(symbol) || place === 0 ? [] : (turnover[place] ?? 0) / (turnover[0] ?? 0),
        ),
        Math.max,
      ),
  },
  {
    id: 'open-interest',
    fact: 'open interest',
    figure: 'open interest of one side over 24 h turnover',
    least: 0.2,
    most: 1.5,
    digits: 3,
    of: ({ prices: { openInterest, mark, turnover } }) =>
      known(
        ((meanOf(openInterest) ?? Number.NaN) * (mark.at(-1) ?? 0)) / (turnover[0] ?? 0),
        'there is no turnover of a day',
      ),
  },
  {
    id: 'open-interest-moves',
    fact: 'open interest',
    figure: 'largest less smallest open interest, over the mean',
    least: 0.02,
    most: 1.5,
    digits: 3,
    of: fromHours(3, ({ prices: { openInterest } }) => {
      const mean = meanOf(openInterest);
      return known(
        mean
          ? (openInterest.reduce((a, b) => Math.max(a, b)) - openInterest.reduce((a, b) => Math.min(a, b))) / mean
          : null,
        'there is no open interest',
      );
    }),
  },
  {
    id: 'funding-mean',
    fact: 'funding breathes',
    figure: 'mean rate of three days, bp per 8 h (the interest component is 1)',
    least: -0.5,
    most: 2.5,
    digits: 2,
    of: funding(meanOf),
  },
  {
    id: 'funding-deviation',
    fact: 'funding breathes',
    figure: 'deviation of these rates, bp per 8 h',
    least: 0.3,
    most: 3,
    digits: 2,
    of: funding(deviationOf),
  },
  {
    id: 'funding-signs',
    fact: 'funding breathes',
    figure: 'share of the sign that these rates have less often',
    least: 0.01,
    most: null,
    digits: 2,
    of: funding((rates) => {
      const positive = rates.filter((rate) => rate > 0).length / rates.length;
      return Math.min(positive, rates.filter((rate) => rate < 0).length / rates.length);
    }),
  },
  {
    id: 'funding-premium',
    fact: 'funding breathes',
    figure: 'correlation of the rate with the mean premium of its hour',
    least: 0.5,
    most: null,
    digits: 2,
    of: fromHours(12, (observation) => {
      const settled = settledPremiums(observation);
      return known(
        correlationOf(
          settled.map(({ premium }) => premium),
          settled.map(({ rate }) => rate),
        ),
        'all rates are equal',
      );
    }),
  },
  {
    id: 'basis',
    fact: 'basis',
    figure: 'deviation of mark over index, bp',
    least: 1,
    most: 6,
    digits: 2,
    of: (observation) => known(deviationOf(basisOf(observation)), 'there were no prices'),
  },
  {
    id: 'basis-reverts',
    fact: 'basis',
    figure: 'minutes after which its autocorrelation has halved',
    least: 0.5,
    most: 90,
    digits: 1,
    of: fromHours(3, (observation) => {
      const lag = halfLife(basisOf(observation), 3 * PRICES_AN_HOUR);
      return known(lag === null ? null : lag / 6, 'it had not halved after three hours');
    }),
  },
  {
    id: 'liquidations',
    fact: 'liquidations happen',
    figure: 'liquidations a day',
    least: 3,
    most: 60,
    digits: 1,
    of: fromHours(6, ({ market, liquidations, hours }) => {
      const own = liquidations.filter(({ symbol }) => symbol === market.symbol);
      return (liquidationTimes(own).length * 24) / hours;
    }),
  },
  {
    id: 'liquidations-size',
    fact: 'liquidations happen',
    figure: 'median value of a fill of a liquidation, USDT, all markets',
    least: 100,
    most: 250_000,
    digits: 0,
    of: ({ liquidations }) => {
      const values = liquidations.map(({ value }) => value).sort((one, other) => one - other);
      return known(values[Math.floor(values.length / 2)], NO_LIQUIDATION);
    },
  },
  {
    id: 'liquidations-burst',
    fact: 'liquidations happen',
    figure: 'deviation over mean of the gaps between liquidations, all markets',
    least: 1.1,
    most: null,
    digits: 2,
    of: ({ liquidations }) => {
      const times = liquidationTimes(liquidations);
      return times.length < 8 ? { why: 'fewer than 8 liquidations' } : known(gapDispersion(times), NO_LIQUIDATION);
    },
  },
  {
    id: 'past-differences',
    fact: 'the past agrees with the present',
    figure: 'public figures that contradict each other, at the start and an hour later',
    least: null,
    most: 0,
    digits: 0,
    of: fromHours(1, ({ past }) => (past.compared === 0 ? { why: 'nothing was compared' } : past.different)),
  },
  {
    id: 'past-volatility',
    fact: 'the past agrees with the present',
    figure: 'range of an hour, observed over like hours of the four weeks before',
    least: 0.5,
    most: 2,
    digits: 2,
    of: fromHours(3, presentOverPast(volatilityOf)),
  },
  {
    id: 'past-volume',
    fact: 'the past agrees with the present',
    figure: 'value of an hour, observed over like hours of the four weeks before',
    least: 0.5,
    most: 2,
    digits: 2,
    of: fromHours(3, presentOverPast(valueOf)),
  },
];

const NO_LIQUIDATION = 'there was no liquidation';
