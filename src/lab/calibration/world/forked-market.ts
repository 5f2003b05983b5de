import type { Market } from '../../../client.ts';
import type { World, WorldMarket } from '../../../exchange/world/world-file.ts';
import { invariant } from '../../../kernel/assert.ts';
import { type Estimate, type Figure, isFigure, missing, sureText } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import type { Fork, ForkedMarket } from '../source/fork.ts';
import { liquidityBlock } from './liquidity-block.ts';
import { recordLines } from './market-record.ts';
import { type Beta, processBlock } from './process-block.ts';
import { block, type Block, entry, type Line, remark } from './yaml.ts';

/** Where neither the deployment nor the world `default` says. */
const IMPACT_NOTIONAL = '10000';
const VOLATILITY: Figure = { value: 0.6, error: 0, from: 'no estimate: a guess' };
const TURNOVER: Figure = { value: 1_000_000, error: 0, from: 'no estimate: a guess from the depth' };
/** Depth of a side within 1 % over a day's turnover, as world files have it where they do not say. */
const DEPTH_SHARE = 0.007;

/** One market of a fork. `factor` is the volatility of the common factor as it is written, 0 without one. */
export function marketBlock({ figures, funding, open }: ForkedMarket, fork: Fork, factor: number, base: World): Block {
  const { symbol } = figures;
  const record = fork.deployment.markets.find((market) => market.symbol === symbol);
  invariant(record, 'a market of a fork has a record');
  const like = base.markets.find((market) => market.symbol === symbol);
  const prices = fork.deployment.prices[symbol];
  const rules = rulesOf(record, prices?.indexPrice ?? String(figures.price), like);
  const full = completed(figures, Number(prices?.quoteVolume24h ?? '0'));
  return block(
    ...recordLines(rules, {
      initialIndexPrice: 'the index',
      openInterestCap: 'not public, no cap',
      funding: 'impactNotional is not public',
    }),
    ...(record.isCloseOnly
      ? [remark('The deployment takes orders in this market that close positions only; a world cannot say so.')]
      : []),
    ...sessionLines(symbol, prices?.onHours !== undefined, like),
    entry('process', processBlock(full, betaOf(symbol, fork, factor))),
    ...(funding ? [remark(fundingText(funding))] : []),
    entry('liquidity', liquidityBlock(full, openInterestOf(full, open), rules)),
  );
}

/** Open interest as a share of a day's turnover. */
function openInterestOf({ flow: { turnover } }: MarketFigures, open: number): Estimate {
  if (!isFigure(turnover)) return missing('takes a turnover');
  const value = open / turnover.value;
  return {
    value,
    error: (value * turnover.error) / turnover.value,
    from: 'getOpenInterest over the turnover of a day',
  };
}

function sessionLines(symbol: string, hasHours: boolean, like: WorldMarket | undefined): Line[] {
  const session = hasHours ? (like?.session ?? null) : null;
  if (!session) {
    const note = 'Trading hours are not public: the market is always open here.';
    return [...(hasHours ? [remark(note)] : []), entry('session', null)];
  }
  const { weekdays, open, close } = session;
  return [
    remark(`Trading hours are not public: those of ${symbol} in the world default.`),
    entry('session', block(entry('weekdays', weekdays), entry('open', open), entry('close', close))),
  ];
}

const fundingText = ({ hours, mean, deviation }: NonNullable<ForkedMarket['funding']>): string =>
  `Funding of ${hours} hours, in bp an hour: ${sureText(mean * 10_000, 0.001)} in the mean, deviation ${sureText(deviation * 10_000, 0.001)}.`;

/** Figures that a world cannot be without, from what else the deployment says. */
function completed(figures: MarketFigures, dayVolume: number): MarketFigures {
  const { volatility, flow, book, price } = figures;
  const guess = isFigure(book.depth) ? { ...TURNOVER, value: (book.depth.value * price) / DEPTH_SHARE } : TURNOVER;
  const ofDay = { value: dayVolume, error: dayVolume / 3, from: 'volume of the last 24 hours' };
  // The volume of an exchange that has just begun says nothing.
  const turnover = dayVolume > guess.value / 10 ? ofDay : guess;
  return {
    ...figures,
    volatility: isFigure(volatility)
      ? volatility
      : { ...VOLATILITY, from: `${VOLATILITY.from} (${volatility.missing})` },
    flow: isFigure(flow.turnover) ? flow : { ...flow, turnover },
  };
}

function betaOf(symbol: string, { factor: found }: Fork, factor: number): Beta {
  const value = found?.betas.get(symbol);
  if (!found || value === undefined) return { value: 0, factor, note: 'not estimated' };
  const note = value === 0 ? 'no more in common with the others than chance' : `from ${found.returns} returns`;
  return { value, factor, note };
}

function rulesOf(
  record: Market,
  index: string,
  like: WorldMarket | undefined,
): Omit<WorldMarket, 'session' | 'process' | 'liquidity'> {
  return {
    symbol: record.symbol,
    description: record.description,
    baseAsset: record.baseAsset,
    quoteAsset: record.quoteAsset,
    settleAsset: record.settleAsset,
    initialIndexPrice: index,
    priceIncrement: record.priceIncrement,
    priceExponent: record.priceExponent,
    orderSizeIncrement: record.orderSizeIncrement,
    quantityExponent: record.quantityExponent,
    minOrderSize: record.minOrderSize,
    maxMarketOrderSize: record.maxMarketOrderSize,
    maxLimitOrderSize: record.maxLimitOrderSize,
    minOrderPrice: record.minOrderPrice,
    minNotionalValue: record.minNotionalValue,
    openInterestCap: '0',
    contractSize: record.contractSize,
    largePositionPenalty: record.largePositionPenalty,
    liquidationClearanceFee: record.liquidationClearanceFee,
    priceBands: {
      limitCap: record.limitOrderPriceCapRatio,
      limitFloor: record.limitOrderPriceFloorRatio,
      marketCap: record.marketOrderPriceCapRatio,
      marketFloor: record.marketOrderPriceFloorRatio,
    },
    funding: {
      cap: record.fundingRateCap,
      floor: record.fundingRateFloor,
      impactNotional: like?.funding.impactNotional ?? IMPACT_NOTIONAL,
    },
    margin: {
      defaultLeverage: record.defaultLeverage,
      tiers: record.maintenanceMarginTiers.map((tier) => ({
        from: tier.minPositionSize,
        to: tier.maxPositionSize === '' ? null : tier.maxPositionSize,
        maxLeverage: tier.maxLeverage,
        initial: tier.initialMarginRequirement,
        maintenance: tier.maintenanceMarginRequirement,
      })),
    },
  };
}
