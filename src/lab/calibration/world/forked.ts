import type { CollateralTerms, Market } from '../../../client.ts';
import { STANDARD_WORLD_RISK } from '../../../exchange/world/shape.ts';
import { loadWorld, type World, type WorldMarket } from '../../../exchange/world/world-file.ts';
import { invariant } from '../../../kernel/errors.ts';
import { type Estimate, type Figure, isFigure, missing, sureText } from '../estimate/figure.ts';
import type { MarketFigures } from '../estimate/figures.ts';
import type { Deployment } from '../source/deployment.ts';
import type { Fork, ForkedMarket } from '../source/fork.ts';
import { type Beta, factorBlock, liquidityBlock, processBlock } from './blocks.ts';
import { block, type Block, entry, type Line, mapLines, recordLines, remark, yamlText } from './yaml.ts';

/** As far back as candles of a minute are served by an exchange of this package. */
const HISTORY_DAYS = 30;

/** A complete world like the deployment at `url`, with comments on what it does not show. */
export function forkedWorld(fork: Fork, url: string): string {
  const { deployment, factor, isCut } = fork;
  const base = loadWorld(BASE).file;
  // Two digits, so that the factor and the shares of the markets agree as they are written.
  const scale = factor ? Number(sureText(factor.volatility, factor.volatility / 30)) : 0;
  const priced = fork.markets.filter(({ figures }) => figures.price > 0);
  const unpriced = fork.markets.filter(({ figures }) => figures.price <= 0).map(({ figures }) => figures.symbol);
  const shown = { ...deployment, markets: deployment.markets.filter(({ symbol }) => !unpriced.includes(symbol)) };
  return yamlText(
    block(
      remark(`Written by perpsim fork from ${url} at ${isoOf(deployment.time)}, over its public surface alone.`),
      remark(
        'Behind a figure stand one standard error and what it was estimated from. Fields without a comment are as the deployment says.',
      ),
      remark(
        'Not public, and therefore a default: impactNotional, openInterestCap, trading hours, risk, bucketCap, dev accounts, who trades, and how far an order moves the price.',
      ),
      remark('The past before the start follows from these processes: it is not that of the deployment.'),
      ...(isCut ? [remark('The command was interrupted: markets without figures had not been read.')] : []),
      ...(unpriced.length > 0
        ? [remark(`Left out, because the deployment shows no price of them: ${unpriced.join(', ')}.`)]
        : []),
      entry('name', `fork-of-${hostOf(url)}`),
      entry('description', `The markets of ${url} at ${isoOf(deployment.time)}.`),
      entry('startTime', isoOf(deployment.time)),
      entry('history', block(entry('days', HISTORY_DAYS))),
      ...factorLines(fork, scale),
      entry('collateralPriceMaxAgeMs', base.collateralPriceMaxAgeMs, 'not public, the default'),
      entry('risk', block(...mapLines(STANDARD_WORLD_RISK)), 'not public, the defaults'),
      entry('markets', { items: priced.map((market) => marketBlock(market, fork, scale, base)) }),
      ...collateralLines(shown, base),
      ...tierLines(shown, base),
      ...accountLines(shown, base),
    ),
  );
}

function factorLines({ factor, markets }: Fork, scale: number): Line[] {
  if (!factor)
    return [remark('factor: none, it takes 200 returns of five minutes of three markets that move together')];
  const first = factor.reference;
  const own = markets.find(({ figures }) => figures.symbol === first)?.figures;
  const minutes = factor.stepMs / 60_000;
  const note = `in the scale of ${first}, from ${factor.returns} returns of ${minutes} min of ${factor.betas.size} markets`;
  return [entry('factor', factorBlock(own, scale, note), 'what moves the markets together')];
}

const isoOf = (time: number): string => new Date(time).toISOString();

const hostOf = (url: string): string => new URL(url).host.replaceAll(/[^A-Za-z0-9.-]/g, '-');

/** Where neither the deployment nor the world `default` says. */
const IMPACT_NOTIONAL = '10000';
const VOLATILITY: Figure = { value: 0.6, error: 0, from: 'no estimate: a guess' };
const TURNOVER: Figure = { value: 1_000_000, error: 0, from: 'no estimate: a guess from the depth' };
/** Depth of a side within 1 % over a day's turnover, as world files have it where they do not say. */
const DEPTH_SHARE = 0.007;

/** One market of a fork. `factor` is the volatility of the common factor as it is written, 0 without one. */
function marketBlock({ figures, funding, open }: ForkedMarket, fork: Fork, factor: number, base: World): Block {
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

/** The world that gives what a deployment does not say. */
const BASE = 'default';
const AGENT_TIER = 'market_maker';
/** Tokens of a tier that the world `default` does not have. */
const BUCKET_CAP = 1000;
/** What a deployment shows of a tier. */
const TIER_FIELDS = [
  'tierId',
  'tierType',
  'tierName',
  'minTradeVolume',
  'makerFeeRate',
  'takerFeeRate',
  'maxOrdersPerMarket',
  'maxTotalOrders',
  'maxSubAccounts',
  'maxBorrowCapacity',
] as const satisfies readonly (keyof World['tiers'][number])[];
type TierField = (typeof TIER_FIELDS)[number];

function collateralLines(deployment: Deployment, base: World): Line[] {
  const { collaterals, assets } = deployment;
  const found = collaterals.map((terms, at) => ({
    terms,
    priceMarket: at === 0 ? null : priceMarketOf(terms, deployment.markets, base),
  }));
  const lost = found.flatMap(({ terms, priceMarket }, at) =>
    at > 0 && priceMarket === null ? [terms.collateral] : [],
  );
  const items = found
    .filter(({ terms }) => !lost.includes(terms.collateral))
    .map(({ terms, priceMarket }) => {
      const asset = assets.find(({ symbol }) => symbol === terms.collateral);
      return block(
        entry('asset', terms.collateral),
        entry('name', asset?.name ?? terms.collateral),
        entry('pricingPair', terms.market),
        entry('priceMarket', priceMarket, priceMarket === null ? undefined : 'not public: the market of that asset'),
        entry('quantityPrecision', terms.quantityPrecision),
        entry('chainDecimals', asset?.decimals ?? terms.quantityPrecision),
        ...mapLines({ withdrawFee: terms.withdrawFee, depositCap: terms.depositCap, ltv: terms.ltv, lltv: terms.lltv }),
        entry('haircuts', {
          items: terms.tiers.map(({ name, minAmount, maxAmount, haircut }) =>
            block(...mapLines({ name, from: minAmount, to: maxAmount === '' ? null : maxAmount, haircut })),
          ),
        }),
      );
    });
  return [
    ...(lost.length > 0 ? [remark(`Left out, because no market of their asset prices them: ${lost.join(', ')}.`)] : []),
    entry('collaterals', { items }),
  ];
}

/** The market of the asset, or of what it wraps. */
function priceMarketOf({ collateral }: CollateralTerms, markets: readonly Market[], base: World): string | null {
  const known = base.collaterals.find(({ asset }) => asset === collateral)?.priceMarket;
  const names = [collateral, collateral.replace(/^W/, '')];
  const own = markets.find(({ symbol, baseAsset }) => symbol === known || names.includes(baseAsset));
  return own?.symbol ?? null;
}

function tierLines(deployment: Deployment, base: World): Line[] {
  const bucketOf = (id: string): number => base.tiers.find(({ tierId }) => tierId === id)?.bucketCap ?? BUCKET_CAP;
  const tierBlock = (tier: Pick<World['tiers'][number], TierField>): Block =>
    block(
      ...mapLines(Object.fromEntries(TIER_FIELDS.map((field) => [field, tier[field]]))),
      entry('bucketCap', bucketOf(tier.tierId), 'not public'),
    );
  const own = deployment.tiers.map(tierBlock);
  const agents = base.tiers.find(({ tierId }) => tierId === AGENT_TIER);
  const hasAgents = deployment.tiers.some(({ tierId }) => tierId === AGENT_TIER);
  return [
    ...(hasAgents ? [] : [remark(`The deployment has no tier ${AGENT_TIER}; the accounts behind the books need it.`)]),
    entry('tiers', { items: hasAgents || !agents ? own : [...own, block(...mapLines(agents))] }),
  ];
}

/** The dev accounts of the world `default`, with a tier and collaterals that are there. */
function accountLines(deployment: Deployment, base: World): Line[] {
  const settlement = deployment.collaterals[0]?.collateral ?? 'USDT';
  const assets = deployment.collaterals.map(({ collateral }) => collateral);
  const items = base.devAccounts.map(({ address, tierId, balances }) => {
    const tier = deployment.tiers.some((each) => each.tierId === tierId)
      ? tierId
      : (deployment.tiers[0]?.tierId ?? tierId);
    const own = Object.entries(balances).flatMap(([asset, amount]) => {
      const name = asset === base.collaterals[0]?.asset ? settlement : asset;
      return assets.includes(name) ? [[name, amount] as const] : [];
    });
    return block(
      entry('address', address),
      entry('tierId', tier),
      entry('balances', block(...mapLines(Object.fromEntries(own)))),
    );
  });
  return [
    remark(`Funded accounts for tests, those of the world ${BASE}: their keys are public.`),
    entry('devAccounts', { items }),
  ];
}
