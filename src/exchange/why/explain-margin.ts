import { invariant } from '../../kernel/errors.ts';
import {
  absBig,
  divFloor,
  divHalfEven,
  formatFixedScale,
  formatUnits,
  formatUnitsFixed,
} from '../../kernel/decimal.ts';
import { subAccountIdOf } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import type { MarginTier, MarketSpec } from '../../engine/config.ts';
import {
  liquidationOf,
  marginTierOf,
  marketOf,
  notionalOf,
  positionRiskOf,
  summaryOf,
} from '../../engine/risk/margin.ts';
import type { Account, Market, Position, State } from '../../engine/state.ts';
import {
  adjustedValueSteps,
  crossSymbols,
  leverageInputs,
  maintenanceStep,
  pnlStep,
  summarySteps,
} from './account-steps.ts';
import { Chain, type Explanation, priceText, ratioText, sizeText, sumOf } from './explanation.ts';

/** Two decimals, half even, as margins stand in records (wire 6.3). */
const shown = (value: Units): string => formatUnitsFixed(value, 2);

/** Every figure of an account's `crossMarginSummary`. */
export function explainSummary(state: State, account: Account): Explanation {
  const chain = new Chain();
  summarySteps(chain, state, account);
  const summary = summaryOf(state, account);
  return chain.explain({
    kind: 'margin',
    subject: { subAccountId: subAccountIdOf(account.no) },
    verdict: {
      accountValue: shown(summary.accountValue),
      availableMargin: shown(summary.availableMargin),
      totalUnrealizedPnl: shown(summary.totalUnrealizedPnl),
      maintenanceMargin: shown(summary.maintenanceMargin),
      initialMargin: shown(summary.initialMargin),
      // What can be had in full is rounded down.
      withdrawable: formatFixedScale(divFloor(summary.withdrawable, 1_000_000n), 2),
      adjustedAccountValue: shown(summary.adjustedAccountValue),
      debt: shown(summary.debt),
    },
    at: state.now,
  });
}

/** Margin, maintenance and liquidation price of one position, cross or isolated. */
export function explainPosition(state: State, account: Account, position: Position): Explanation {
  const chain = new Chain();
  const { symbol } = position;
  const market = marketOf(state, symbol);
  const isolated = account.isolated.get(symbol);
  if (isolated) isolatedEquitySteps(chain, state, account, position);
  else adjustedValueSteps(chain, state, account);
  maintenanceStep(chain, state, position);
  usedMarginStep(chain, market, account, position);
  otherRequirementStep(chain, state, account, position);
  liquidationPriceSteps(chain, state, account, position);
  return chain.explain({
    kind: 'margin',
    subject: { subAccountId: subAccountIdOf(account.no), symbol, mode: isolated ? 'isolated' : 'cross' },
    verdict: figuresOf(state, account, position),
    at: state.now,
  });
}

function figuresOf(state: State, account: Account, position: Position): Record<string, string> {
  const { spec } = marketOf(state, position.symbol);
  const risk = positionRiskOf(state, account, position);
  return {
    side: position.lots > 0 ? 'long' : 'short',
    quantity: sizeText(spec, Math.abs(position.lots)),
    upnl: formatUnits(risk.unrealizedPnl),
    usedMargin: shown(risk.usedMargin),
    maintenanceMargin: shown(risk.maintenanceMargin),
    liquidationPrice: priceText(spec, risk.liquidationPrice),
  };
}

/** Steps to what an isolated market has: the margin it holds and its own unrealized PnL. */
export function isolatedEquitySteps(
  chain: Chain,
  state: State,
  account: Account,
  { symbol }: { symbol: string },
): void {
  const market = marketOf(state, symbol);
  const held = account.isolated.get(symbol)?.margin ?? 0n;
  const position = account.positions.get(symbol);
  chain.input(`isolatedMargin[${symbol}]`, formatUnits(held), market.spec.settleAsset, `held by ${symbol} alone`);
  if (position) pnlStep(chain, state, position);
  chain.step('equity', `isolatedMargin[${symbol}]${position ? ` + pnl[${symbol}]` : ''}`, 'MARGIN-ISOLATED');
}

function usedMarginStep(chain: Chain, market: Market, account: Account, { symbol, lots }: Position): void {
  if (account.isolated.has(symbol)) {
    chain.step(`usedMargin[${symbol}]`, `isolatedMargin[${symbol}]`, 'MARGIN-ISOLATED');
    return;
  }
  const notional = absBig(notionalOf(market, lots, market.mark));
  const { maxLeverage } = marginTierOf(market.spec, notional);
  leverageInputs(chain, market, account);
  chain.input(`tierLeverage[${symbol}]`, String(maxLeverage), 'times', 'most that the tier gives');
  const leverage = `min(leverage[${symbol}], tierLeverage[${symbol}])`;
  chain.step(`usedMargin[${symbol}]`, `roundUp(notional[${symbol}] / ${leverage}, 8)`, 'MARGIN-INITIAL');
}

/** Maintenance of the other positions that share the collateral; none beside an isolated market. */
function otherRequirementStep(chain: Chain, state: State, account: Account, { symbol }: Position): void {
  const isolated = account.isolated.has(symbol);
  const others = isolated ? [] : crossSymbols(account).positions.filter((other) => other.symbol !== symbol);
  for (const other of others) maintenanceStep(chain, state, other);
  chain.step('otherMaintenance', sumOf(others.map((other) => `maintenance[${other.symbol}]`)), 'MARGIN-TOTALS');
}

/**
 * The price at which what there is meets what there must be, all else fixed, by the tier that decides there. Where the
 * requirement leaps over the equity from one tier to the next, it is the price of the edge between them.
 */
function liquidationPriceSteps(chain: Chain, state: State, account: Account, position: Position): void {
  const { symbol, lots } = position;
  const { spec } = marketOf(state, symbol);
  const equity = account.isolated.has(symbol) ? 'equity' : 'adjustedAccountValue';
  const point = liquidationOf(state, account, position);
  const tier = point?.tier ?? spec.marginTiers[0];
  invariant(tier, 'a market has margin tiers');
  const from = `margin tier ${spec.marginTiers.indexOf(tier) + 1} of ${symbol}, which decides there`;
  chain.input(`tick[${symbol}]`, priceText(spec, 1), spec.quoteAsset, `price increment of ${symbol}`);
  chain.input('ratioThere', ratioText(tier.maintenanceRate), 'ratio', from);
  chain.input('deductionThere', formatUnits(tier.deduction), spec.quoteAsset, from);
  const free = `${equity} - otherMaintenance + deductionThere`;
  const long = lots > 0;
  const worth = `notional[${symbol}] ${long ? '-' : '+'} (${free})`;
  const value = chain.step('worthThere', worth, 'MARGIN-LIQUIDATION-PRICE');
  if (value.startsWith('-') || value === '0') {
    chain.step(`liquidationPrice[${symbol}]`, '0', 'MARGIN-LIQUIDATION-PRICE');
    return;
  }
  const size = `abs(size[${symbol}])`;
  const tick = `tick[${symbol}]`;
  const meeting = `round(worthThere / (${size} * (1 ${long ? '-' : '+'} ratioThere)) / ${tick}) * ${tick}`;
  const met = chain.step('meeting', meeting, 'MARGIN-LIQUIDATION-PRICE');
  const price = priceText(spec, point?.price ?? 0);
  const edge =
    met === price ? null : edgeOf(spec, tier, (notional) => edgePrice(spec, lots, notional) === point?.price);
  if (edge !== null) chain.input('edge', formatUnits(edge), spec.quoteAsset, 'notional at which the requirement leaps');
  const formula = edge === null ? 'meeting' : `round(edge / ${size} / ${tick}) * ${tick}`;
  chain.step(`liquidationPrice[${symbol}]`, formula, 'MARGIN-LIQUIDATION-PRICE');
}

/** The end of a tier that the price lies on. */
function edgeOf({ marginTiers }: MarketSpec, tier: MarginTier, isThere: (notional: Units) => boolean): Units | null {
  const ends = [tier.maxNotional, marginTiers[marginTiers.indexOf(tier) - 1]?.maxNotional ?? null];
  return ends.find((end) => end !== null && isThere(end)) ?? null;
}

const edgePrice = ({ notionalPerTickLot }: MarketSpec, lots: number, notional: Units): number =>
  Number(divHalfEven(notional, BigInt(Math.abs(lots)) * notionalPerTickLot));
