import { absBig, formatUnits } from '../../kernel/decimal.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import type { CollateralSpec, MarginTier } from '../../engine/config.ts';
import {
  haircutTierOf,
  leverageOf,
  marginTierOf,
  marketOf,
  notionalOf,
  settlementAsset,
  unrealizedPnlIn,
  valueOfHolding,
  worstLots,
} from '../../engine/risk/margin.ts';
import type { Account, Market, Position, State } from '../../engine/state.ts';
import { type Chain, indexText, priceText, ratioText, sizeText, sumOf } from './explanation.ts';

/** What an account has and needs, step by step. Each part names its figures by asset or market, such as `pnl[BTC-USDT]`. */

/** Value and adjusted value of every collateral the account holds or owes. */
export function collateralSteps(chain: Chain, state: State, account: Account): void {
  for (const spec of collateralsOf(state, account)) collateralStep(chain, state, account, spec);
}

/** Collaterals with a balance, the settlement asset always among them. */
export function collateralsOf(state: State, account: Account): CollateralSpec[] {
  const settlement = settlementAsset(state);
  return state.config.collaterals.filter(
    ({ asset }) => asset === settlement || (account.balances.get(asset) ?? 0n) !== 0n,
  );
}

function collateralStep(chain: Chain, state: State, account: Account, spec: CollateralSpec): void {
  const { asset, priceMarket } = spec;
  chain.input(`held[${asset}]`, formatUnits(account.balances.get(asset) ?? 0n), asset, 'balance of the subaccount');
  if (priceMarket === null) {
    chain.step(`value[${asset}]`, `held[${asset}]`, 'COLLATERAL-VALUE');
    chain.step(`adjusted[${asset}]`, `value[${asset}]`, 'COLLATERAL-HAIRCUT');
    return;
  }
  const { value } = valueOfHolding(state, account, spec);
  const price = priceNameOf(chain, state, asset, priceMarket);
  chain.step(`value[${asset}]`, `round(held[${asset}] * ${price}, 8)`, 'COLLATERAL-VALUE');
  if (value <= 0n) chain.step(`adjusted[${asset}]`, `value[${asset}]`, 'COLLATERAL-HAIRCUT');
  else haircutStep(chain, state, spec, value);
}

function priceNameOf(chain: Chain, state: State, asset: string, priceMarket: string): string {
  const index = marketOf(state, priceMarket).index;
  const peg = state.pegs.get(asset);
  chain.input(`index[${priceMarket}]`, indexText(index), settlementAsset(state), `index price of ${priceMarket}`);
  if (peg === undefined) return `index[${priceMarket}]`;
  chain.input(`peg[${asset}]`, ratioText(peg), 'ratio', 'set by the control plane');
  chain.step(`price[${asset}]`, `round(index[${priceMarket}] * peg[${asset}], 8)`, 'COLLATERAL-PEG');
  return `price[${asset}]`;
}

function haircutStep(chain: Chain, state: State, spec: CollateralSpec, value: Units): void {
  const { asset } = spec;
  const unit = settlementAsset(state);
  const tier = haircutTierOf(spec, value);
  const from = `haircut tier ${tier.id} of ${asset}`;
  chain.input(`bandFrom[${asset}]`, formatUnits(tier.minValue), unit, from);
  if (tier.maxValue !== null) chain.input(`bandTo[${asset}]`, formatUnits(tier.maxValue), unit, from);
  chain.input(`haircut[${asset}]`, ratioText(tier.haircut), 'ratio', from);
  chain.input(`addition[${asset}]`, formatUnits(tier.valueAddition), unit, from);
  const below = tier.maxValue === null ? '' : ` and value[${asset}] < bandTo[${asset}]`;
  chain.step(`inBand[${asset}]`, `value[${asset}] >= bandFrom[${asset}]${below}`, 'COLLATERAL-BAND');
  const adjusted = `roundDown(value[${asset}] * (1 - haircut[${asset}]), 8) + addition[${asset}]`;
  chain.step(`adjusted[${asset}]`, adjusted, 'COLLATERAL-HAIRCUT');
}

/** Unrealized PnL of a position. */
export function pnlStep(chain: Chain, state: State, position: Position): string {
  const { symbol } = position;
  positionInputs(chain, state, position);
  return chain.step(`pnl[${symbol}]`, `size[${symbol}] * mark[${symbol}] - cost[${symbol}]`, 'POSITION-PNL');
}

function positionInputs(chain: Chain, state: State, { symbol, lots, cost, no }: Position): void {
  const market = marketOf(state, symbol);
  const from = `position ${no}, short is negative`;
  chain.input(`size[${symbol}]`, sizeText(market.spec, lots), market.spec.baseAsset, from);
  chain.input(`cost[${symbol}]`, formatUnits(cost), market.spec.quoteAsset, `what position ${no} was paid for`);
  markInput(chain, market);
}

/** The mark of a market. */
export function markInput(chain: Chain, market: Market): void {
  const { symbol, quoteAsset } = market.spec;
  chain.input(`mark[${symbol}]`, priceText(market.spec, market.mark), quoteAsset, `mark price of ${symbol}`);
}

/** Notional and maintenance margin of a position, with its tier. Its inputs are there already. */
export function maintenanceStep(chain: Chain, state: State, { symbol, lots }: Position): string {
  const market = marketOf(state, symbol);
  const tier = marginTierOf(market.spec, absBig(notionalOf(market, lots, market.mark)));
  chain.step(`notional[${symbol}]`, `abs(size[${symbol}] * mark[${symbol}])`, 'POSITION-NOTIONAL');
  tierStep(chain, market, tier, 'notional');
  chain.input(`maintenanceRatio[${symbol}]`, ratioText(tier.maintenanceRate), 'ratio', tierName(market, tier));
  chain.input(`deduction[${symbol}]`, formatUnits(tier.deduction), market.spec.quoteAsset, tierName(market, tier));
  return chain.step(
    `maintenance[${symbol}]`,
    `max(0, round(notional[${symbol}] * maintenanceRatio[${symbol}], 8) - deduction[${symbol}])`,
    'MARGIN-MAINTENANCE',
  );
}

/** Shows that a tier holds the figure of that name: above the end of the tier before, up to its own. */
function tierStep(chain: Chain, market: Market, tier: MarginTier, notional: 'notional' | 'exposure'): void {
  const { symbol, quoteAsset: unit } = market.spec;
  const before = market.spec.marginTiers[market.spec.marginTiers.indexOf(tier) - 1];
  const names = [`${notional}Above[${symbol}]`, `${notional}UpTo[${symbol}]`] as const;
  const above = before?.maxNotional ?? null;
  if (above !== null) chain.input(names[0], formatUnits(above), unit, `end of the tier below`);
  if (tier.maxNotional !== null) chain.input(names[1], formatUnits(tier.maxNotional), unit, tierName(market, tier));
  const holds = [
    ...(above === null ? [`${notional}[${symbol}] >= 0`] : [`${notional}[${symbol}] > ${names[0]}`]),
    ...(tier.maxNotional === null ? [] : [`${notional}[${symbol}] <= ${names[1]}`]),
  ];
  chain.step(`${notional}InTier[${symbol}]`, holds.join(' and '), 'MARGIN-TIER');
}

const tierName = (market: Market, tier: MarginTier): string =>
  `margin tier ${market.spec.marginTiers.indexOf(tier) + 1} of ${market.spec.symbol}`;

/** What an order would add to the live ones of its side. */
export interface AddedLots {
  readonly buyLots: Lots;
  readonly sellLots: Lots;
}

const NOTHING_ADDED: AddedLots = { buyLots: 0, sellLots: 0 };

/** Initial margin of one market: position and open orders, worst side. */
export function initialStep(chain: Chain, market: Market, account: Account, added: AddedLots = NOTHING_ADDED): string {
  const { symbol, baseAsset } = market.spec;
  const lots = account.positions.get(symbol)?.lots ?? 0;
  const open = account.open.get(symbol);
  const buys = (open?.buyLots ?? 0) + added.buyLots;
  const sells = (open?.sellLots ?? 0) + added.sellLots;
  const orders = added === NOTHING_ADDED ? 'open orders' : 'open orders and this one';
  chain.input(`size[${symbol}]`, sizeText(market.spec, lots), baseAsset, 'no position');
  chain.input(`buys[${symbol}]`, sizeText(market.spec, buys), baseAsset, `${orders}, unfilled`);
  chain.input(`sells[${symbol}]`, sizeText(market.spec, sells), baseAsset, `${orders}, unfilled`);
  markInput(chain, market);
  const worst = `max(size[${symbol}] + buys[${symbol}], sells[${symbol}] - size[${symbol}])`;
  chain.step(`worst[${symbol}]`, worst, 'MARGIN-WORST-SIDE');
  chain.step(`exposure[${symbol}]`, `worst[${symbol}] * mark[${symbol}]`, 'POSITION-NOTIONAL');
  const exposure = notionalOf(market, worstLots(lots, buys, sells), market.mark);
  const tier = marginTierOf(market.spec, exposure);
  leverageInputs(chain, market, account);
  tierStep(chain, market, tier, 'exposure');
  chain.input(`exposureLeverage[${symbol}]`, String(tier.maxLeverage), 'times', tierName(market, tier));
  const leverage = `min(leverage[${symbol}], exposureLeverage[${symbol}])`;
  return chain.step(`initial[${symbol}]`, `roundUp(exposure[${symbol}] / ${leverage}, 8)`, 'MARGIN-INITIAL');
}

/** Chosen leverage of an account in a market. */
export function leverageInputs(chain: Chain, market: Market, account: Account): void {
  const { symbol } = market.spec;
  const from = account.leverage.has(symbol) ? 'chosen by the subaccount' : `default of ${symbol}`;
  chain.input(`leverage[${symbol}]`, String(leverageOf(market, account)), 'times', from);
}

/** Symbols that share the collateral of an account: with a position, or only with orders. */
export function crossSymbols(account: Account): { positions: Position[]; all: string[] } {
  const positions = [...account.positions.values()].filter(({ symbol }) => !account.isolated.has(symbol));
  const symbols = [...account.positions.keys(), ...account.open.keys()].filter(
    (symbol) => !account.isolated.has(symbol),
  );
  return { positions, all: [...new Set(symbols)] };
}

/** Collateral after haircuts plus unrealized PnL of all that is cross. */
export function adjustedValueSteps(chain: Chain, state: State, account: Account): string {
  collateralSteps(chain, state, account);
  const { positions } = crossSymbols(account);
  for (const position of positions) pnlStep(chain, state, position);
  const pnl = positions.map(({ symbol }) => `pnl[${symbol}]`);
  chain.step('totalUnrealizedPnl', sumOf(pnl), 'POSITION-PNL');
  const adjusted = collateralsOf(state, account).map(({ asset }) => `adjusted[${asset}]`);
  return chain.step('adjustedAccountValue', `${sumOf(adjusted)} + totalUnrealizedPnl`, 'MARGIN-ACCOUNT-VALUE');
}

/** Every figure of `crossMarginSummary`. */
export function summarySteps(chain: Chain, state: State, account: Account): void {
  adjustedValueSteps(chain, state, account);
  const { positions, all } = crossSymbols(account);
  const settlement = settlementAsset(state);
  const values = collateralsOf(state, account).map(({ asset }) => `value[${asset}]`);
  chain.step('accountValue', `${sumOf(values)} + totalUnrealizedPnl`, 'MARGIN-ACCOUNT-VALUE');
  for (const position of positions) maintenanceStep(chain, state, position);
  for (const symbol of all) initialStep(chain, marketOf(state, symbol), account);
  const of = (name: string, symbols: readonly string[]): string => sumOf(symbols.map((symbol) => `${name}[${symbol}]`));
  const held = positions.map(({ symbol }) => symbol);
  chain.step('maintenanceMargin', of('maintenance', held), 'MARGIN-TOTALS');
  chain.step('initialMargin', of('initial', all), 'MARGIN-TOTALS');
  chain.step('availableMargin', 'adjustedAccountValue - initialMargin', 'MARGIN-AVAILABLE');
  freeValueStep(chain, state, account, held);
  chain.step('withdrawable', `max(0, min(freeValue, held[${settlement}]))`, 'MARGIN-WITHDRAWABLE');
  chain.step('debt', `max(0, -(held[${settlement}] + max(0, totalUnrealizedPnl)))`, 'MARGIN-DEBT');
}

function freeValueStep(chain: Chain, state: State, account: Account, held: readonly string[]): void {
  const gains = sumOf(held.map((symbol) => `max(0, pnl[${symbol}])`));
  chain.step('unrealizedGains', gains, 'MARGIN-WITHDRAWABLE');
  const isolated = [...account.isolated];
  if (isolated.length === 0) {
    chain.step('freeValue', 'availableMargin - unrealizedGains', 'MARGIN-WITHDRAWABLE');
    return;
  }
  for (const [symbol, { margin }] of isolated) {
    const worth = margin + unrealizedPnlIn(marketOf(state, symbol), account);
    chain.input(
      `isolated[${symbol}]`,
      formatUnits(worth),
      settlementAsset(state),
      `what ${symbol} holds and its unrealized PnL`,
    );
  }
  const deficits = sumOf(isolated.map(([symbol]) => `max(0, -(isolated[${symbol}]))`));
  chain.step('isolatedDeficit', deficits, 'MARGIN-WITHDRAWABLE');
  chain.step('freeValue', 'availableMargin - unrealizedGains - isolatedDeficit', 'MARGIN-WITHDRAWABLE');
}
