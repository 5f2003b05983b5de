import { absBig, formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf, VAULT_NO, venueIdOf } from '../../kernel/ids.ts';
import type { Lots, TimeMs } from '../../kernel/units.ts';
import type { MarketSpec } from '../../engine/config.ts';
import type { EngineEvent, OrderFacts, TradedEvent } from '../../engine/event.ts';
import { accountOf } from '../../engine/orders/evolve-order.ts';
import { healthOf, maintenanceOf, positionsOf, worthOf } from '../../engine/liquidation/health.ts';
import { VAULT } from '../../engine/liquidation/stages/after-book.ts';
import type { Health, LiquidationEvent, LiquidationOutcome, MarginAccount } from '../../engine/liquidation/terms.ts';
import { signOf } from '../../engine/orders/order-terms.ts';
import { marginTierOf, marketOf, notionalOf, settlementAsset } from '../../engine/risk/margin.ts';
import type { Market, State } from '../../engine/state.ts';
import { adjustedValueSteps, maintenanceStep } from './account-steps.ts';
import { isolatedEquitySteps } from './explain-margin.ts';
import { Chain, type Explanation, priceText, ratioText, sizeText, sumOf } from './explanation.ts';

type Of<T extends LiquidationEvent['type']> = Extract<EngineEvent, { type: T }>;

/** The most events that one explanation holds; later events of a long liquidation are left out. */
const EVENTS_MAX = 300;

const PULLED: ReadonlySet<string> = new Set(['maintenance_breach', 'takeover_breach', 'vault_takeover']);

/** The liquidation that began just before, in the same moment. */
export interface BegunBefore extends Health {
  readonly no: number;
  readonly at: TimeMs;
}

/**
 * One liquidation as it goes: what it began on, what was pulled, each fill, what the vault could bear, and how it
 * ended. It receives the events as they happen, because the state behind them changes with the next event.
 */
export class LiquidationStory {
  readonly no: number;
  readonly marginAccount: MarginAccount;
  readonly began: BegunBefore;
  readonly #chain = new Chain();
  #events = 0;
  #stages = 0;
  #fills = 0;
  #pulled = 0;
  #pauses = 0;
  #deleveraged = 0;
  #fees = 0n;
  /** How it ended, or `under way`. */
  outcome: LiquidationOutcome | 'under way' = 'under way';
  #stage: string;

  constructor(state: State, event: Of<'LiquidationBegan'>, before: BegunBefore | null) {
    const { liquidation, account, symbol, at, equity, maintenance, stage } = event;
    this.no = liquidation;
    this.marginAccount = { account, symbol };
    this.began = { no: liquidation, at, equity, maintenance };
    this.#stage = stage;
    this.#begin(state, before?.at === at ? before : null);
  }

  /** True while it may still record steps. */
  get isOpen(): boolean {
    return this.outcome === 'under way';
  }

  /** An event of this liquidation, or one that its present step caused. */
  happened(state: State, event: EngineEvent): void {
    this.#events += 1;
    if (this.#events > EVENTS_MAX && event.type !== 'LiquidationEnded') return;
    switch (event.type) {
      case 'OrderCancelled':
        if (PULLED.has(event.cause)) this.#pull(event.order, event.cause);
        break;
      case 'OrderPlaced':
        if (event.order.account === this.marginAccount.account && this.#stage === 'partial') {
          sliceSteps(this.#chain, state, event.order, this.#fills + 1);
        }
        break;
      case 'Traded':
        if (event.taker.account === this.marginAccount.account && event.cause === 'match') this.#fill(state, event);
        break;
      case 'LiquidationStaged':
        this.#enter(state, event);
        break;
      case 'LiquidationPaused':
        this.#pauses += 1;
        break;
      case 'TakenOver':
        for (const { asset, amount } of event.assets) {
          this.#chain.input(`taken[${asset}]`, formatUnits(amount), asset, 'moved to the vault');
        }
        break;
      case 'DeficitCovered':
        this.#chain.input('covered', formatUnits(event.amount), settlementAsset(state), 'paid by the vault');
        break;
      case 'Deleveraged':
        this.#deleverage(state, event);
        break;
      case 'LiquidationEnded':
        this.#end(state, event);
        break;
      default:
    }
  }

  explain(): Explanation {
    const { account, symbol } = this.marginAccount;
    const { at, equity, maintenance } = this.began;
    return this.#chain.explain({
      kind: 'liquidation',
      subject: {
        liquidation: String(this.no),
        subAccountId: subAccountIdOf(account),
        ...(symbol !== null && { symbol }),
        mode: symbol === null ? 'cross' : 'isolated',
      },
      verdict: {
        outcome: this.outcome,
        stage: this.#stage,
        equity: formatUnits(equity),
        maintenance: formatUnits(maintenance),
        ordersPulled: String(this.#pulled),
        fills: String(this.#fills),
        clearanceFees: formatUnits(this.#fees),
        deleveraged: String(this.#deleveraged),
        pauses: String(this.#pauses),
        ...(this.#events > EVENTS_MAX && { shortened: 'yes' }),
      },
      at,
    });
  }

  /** The figures that made it a liquidated account, and its place among those of the same moment. */
  #begin(state: State, before: BegunBefore | null): void {
    const chain = this.#chain;
    const { account, symbol } = this.marginAccount;
    const holder = accountOf(state, account);
    if (symbol === null) {
      adjustedValueSteps(chain, state, holder);
      chain.step('equity', 'adjustedAccountValue', 'LIQUIDATION-TRIGGER');
    } else {
      isolatedEquitySteps(chain, state, holder, { symbol });
    }
    const positions = positionsOf(state, this.marginAccount);
    for (const position of positions) maintenanceStep(chain, state, position);
    chain.step('maintenance', sumOf(positions.map((position) => `maintenance[${position.symbol}]`)), 'MARGIN-TOTALS');
    chain.step('liquidated', 'equity < maintenance', 'LIQUIDATION-TRIGGER');
    this.#second(state, 'equity', 'maintenance', 'belowSecondLevel');
    if (before) this.#after(state, before);
  }

  #second(state: State, equity: string, maintenance: string, name: string): void {
    const share = ratioText(state.config.risk.takeoverShare);
    this.#chain.input('takeoverShare', share, 'ratio', 'configuration of the world');
    this.#chain.step(name, `${equity} < ${maintenance} * takeoverShare`, 'LIQUIDATION-SECOND-LEVEL');
  }

  #after(state: State, { no, equity, maintenance }: BegunBefore): void {
    const unit = settlementAsset(state);
    this.#chain.input('previousEquity', formatUnits(equity), unit, `liquidation ${no}, which began just before`);
    this.#chain.input('previousMaintenance', formatUnits(maintenance), unit, `liquidation ${no}`);
    const worse = 'previousEquity * maintenance <= equity * previousMaintenance';
    this.#chain.step('previousWasWorse', worse, 'LIQUIDATION-ORDER');
  }

  #pull(order: number, cause: string): void {
    this.#pulled += 1;
    this.#chain.input(`pulled[${this.#pulled}]`, venueIdOf(order), '', `order pulled, ${cause.replaceAll('_', ' ')}`);
    this.#chain.rule('LIQUIDATION-PULL');
  }

  #enter(state: State, { stage, equity, maintenance }: Of<'LiquidationStaged'>): void {
    const unit = settlementAsset(state);
    this.#stage = stage;
    this.#stages += 1;
    const at = this.#stages;
    this.#chain.input(`equityAt[${at}]`, formatUnits(equity), unit, `at stage ${at}, ${stage}`);
    this.#chain.input(`maintenanceAt[${at}]`, formatUnits(maintenance), unit, `at stage ${at}, ${stage}`);
    this.#second(state, `equityAt[${at}]`, `maintenanceAt[${at}]`, `belowSecondLevelAt[${at}]`);
    if (stage !== 'partial') vaultSteps(this.#chain, state, this.marginAccount, at);
  }

  #fill(state: State, trade: TradedEvent): void {
    this.#fills += 1;
    this.#fees += trade.taker.fee;
    fillSteps(this.#chain, state, this.marginAccount, trade, this.#fills);
  }

  #deleverage(state: State, event: Of<'Deleveraged'>): void {
    this.#deleveraged += 1;
    const { spec } = marketOf(state, event.market);
    const at = this.#deleveraged;
    const from = `winner ${event.rank} of ${event.ranked}, subaccount ${subAccountIdOf(event.winner)}`;
    this.#chain.input(`given[${at}]`, sizeText(spec, event.lots), spec.baseAsset, from);
    this.#chain.input(`bankruptcyPrice[${at}]`, priceText(spec, event.price), spec.quoteAsset, `of ${event.market}`);
    this.#chain.rule('ADL-RANK');
  }

  #end(state: State, { outcome, equity, maintenance }: Of<'LiquidationEnded'>): void {
    const unit = settlementAsset(state);
    this.outcome = outcome;
    this.#chain.input('equityAtEnd', formatUnits(equity), unit, `when it ended ${outcome}`);
    this.#chain.input('maintenanceAtEnd', formatUnits(maintenance), unit, `when it ended ${outcome}`);
    this.#chain.step('healthyAtEnd', 'equityAtEnd >= maintenanceAtEnd', 'LIQUIDATION-END');
    this.#chain.pack();
  }
}

/** How much of a position goes to the book: the whole, or a slice of a large one. `next` is the number of its first fill. */
function sliceSteps(chain: Chain, state: State, order: OrderFacts, next: number): void {
  const market = marketOf(state, order.symbol);
  const { spec } = market;
  const { sliceAbove, sliceShare } = state.config.risk;
  const held = Math.abs(accountOf(state, order.account).positions.get(order.symbol)?.lots ?? 0);
  const of = (name: string): string => `${name}[${next} ${order.symbol}]`;
  if (chain.has(of('held'))) return;
  chain.input(of('held'), sizeText(spec, held), spec.baseAsset, `position in ${order.symbol}`);
  chain.input(of('markThen'), priceText(spec, market.mark), spec.quoteAsset, `mark price of ${order.symbol}`);
  chain.input('sliceAbove', formatUnits(sliceAbove), spec.quoteAsset, 'configuration of the world');
  const large = chain.step(of('large'), `${of('held')} * ${of('markThen')} > sliceAbove`, 'LIQUIDATION-SLICE');
  if (large === 'no') {
    chain.step(of('offered'), of('held'), 'LIQUIDATION-SLICE');
    return;
  }
  chain.input('sliceShare', ratioText(sliceShare), 'ratio', 'configuration of the world');
  chain.input(of('lot'), sizeText(spec, 1), spec.baseAsset, `size increment of ${order.symbol}`);
  const slice = `roundUp(${of('held')} * sliceShare / ${of('lot')}) * ${of('lot')}`;
  chain.step(of('offered'), slice, 'LIQUIDATION-SLICE');
}

/** One fill of a liquidation order: what it left, what it cost, and whether one lot less would have done. */
function fillSteps(chain: Chain, state: State, marginAccount: MarginAccount, trade: TradedEvent, fill: number): void {
  const market = marketOf(state, trade.symbol);
  const { spec } = market;
  const { baseAsset, quoteAsset } = spec;
  const of = (name: string): string => `${name}[${fill}]`;
  const closed = signOf(trade.takerSide) * -trade.quantity;
  const left = trade.taker.position?.lots ?? 0;
  const { equity, maintenance } = healthOf(state, marginAccount);
  const gained = notionalOf(market, closed, trade.price - market.mark);
  const others = maintenance - maintenanceOf(market, { lots: left });
  const from = `the liquidated, before fill ${fill}`;
  chain.input(of('equityBefore'), formatUnits(equity + trade.taker.fee - gained), quoteAsset, from);
  chain.input(of('heldBefore'), sizeText(spec, Math.abs(left + closed)), baseAsset, `${from}, of ${trade.symbol}`);
  chain.input(of('others'), formatUnits(others), quoteAsset, 'maintenance of its other positions');
  chain.input(of('filled'), sizeText(spec, trade.quantity), baseAsset, `trade ${trade.trade}`);
  chain.input(of('price'), priceText(spec, trade.price), quoteAsset, `trade ${trade.trade}, of the maker`);
  chain.input(of('markNow'), priceText(spec, market.mark), quoteAsset, `mark price of ${trade.symbol}`);
  chain.input(of('clearanceRate'), ratioText(spec.clearanceFee), 'ratio', `clearance fee of ${trade.symbol}`);
  const gain = closed > 0 ? `(${of('price')} - ${of('markNow')})` : `(${of('markNow')} - ${of('price')})`;
  const facts = { chain, market, of, gain };
  const healthy = outcomeSteps(facts, of('filled'), '', Math.abs(left));
  chain.step(of('writtenOff'), `${of('feeDue')} - ${of('fee')}`, 'LIQUIDATION-FEE');
  if (healthy === 'no' || trade.quantity === 1) return;
  chain.input(of('lot'), sizeText(spec, 1), baseAsset, `size increment of ${trade.symbol}`);
  outcomeSteps(facts, `(${of('filled')} - ${of('lot')})`, 'WithOneLess', Math.abs(left) + 1);
}

interface FillNames {
  readonly chain: Chain;
  readonly market: Market;
  readonly of: (name: string) => string;
  /** What one unit of the position gains at the price against the mark. */
  readonly gain: string;
}

/** Adds the steps for what closing a quantity leaves, and returns whether that is enough; `suffix` marks a trial. */
function outcomeSteps({ chain, market, of, gain }: FillNames, closed: string, suffix: string, left: Lots): string {
  const { spec } = market;
  const tier = marginTierOf(spec, absBig(notionalOf(market, left, market.mark)));
  const tierName = `margin tier ${spec.marginTiers.indexOf(tier) + 1} of ${spec.symbol}`;
  const named = (name: string): string => of(`${name}${suffix}`);
  chain.input(named('ratio'), ratioText(tier.maintenanceRate), 'ratio', tierName);
  chain.input(named('tierDeduction'), formatUnits(tier.deduction), spec.quoteAsset, tierName);
  chain.step(named('equityBeforeFee'), `${of('equityBefore')} + ${closed} * ${gain}`, 'LIQUIDATION-FILL');
  chain.step(named('feeDue'), `round(${closed} * ${of('price')} * ${of('clearanceRate')}, 8)`, 'LIQUIDATION-FEE');
  chain.step(named('fee'), `min(${named('feeDue')}, max(0, ${named('equityBeforeFee')}))`, 'LIQUIDATION-FEE');
  chain.step(named('equityAfter'), `${named('equityBeforeFee')} - ${named('fee')}`, 'LIQUIDATION-FILL');
  const notional = `(${of('heldBefore')} - ${closed}) * ${of('markNow')}`;
  const margin = `max(0, round(${notional} * ${named('ratio')}, 8) - ${named('tierDeduction')}) + ${of('others')}`;
  chain.step(named('maintenanceAfter'), margin, 'MARGIN-MAINTENANCE');
  return chain.step(named('healthy'), `${named('equityAfter')} >= ${named('maintenanceAfter')}`, 'LIQUIDATION-FILL');
}

/** Adds the steps for whether the vault can take over a margin account, as it stands at a stage of its liquidation. */
function vaultSteps(chain: Chain, state: State, marginAccount: MarginAccount, stage: number): void {
  const unit = settlementAsset(state);
  const without = 'cash, collateral at the index and unrealized PnL, no haircuts';
  chain.input(`vaultWorth[${stage}]`, formatUnits(worthOf(state, VAULT).total), unit, `the vault: ${without}`);
  chain.input(`worth[${stage}]`, formatUnits(worthOf(state, marginAccount).total), unit, `the liquidated: ${without}`);
  const needs = [...sizesOf(state, marginAccount)].map(([symbol, sizes]) => {
    netSteps(chain, marketOf(state, symbol), sizes, stage);
    return `netMaintenance[${stage} ${symbol}]`;
  });
  chain.step(`vaultNeeds[${stage}]`, sumOf(needs), 'MARGIN-TOTALS');
  chain.step(`vaultAfter[${stage}]`, `vaultWorth[${stage}] + worth[${stage}]`, 'LIQUIDATION-TAKEOVER');
  const sound = `vaultAfter[${stage}] >= 0 and vaultAfter[${stage}] >= vaultNeeds[${stage}]`;
  chain.step(`vaultSound[${stage}]`, sound, 'LIQUIDATION-TAKEOVER');
}

interface Sizes {
  vault: Lots;
  own: Lots;
}

/** Positions of the vault and of the margin account, by market. */
function sizesOf(state: State, marginAccount: MarginAccount): Map<string, Sizes> {
  const sizes = new Map<string, Sizes>();
  const at = (symbol: string): Sizes => {
    const known = sizes.get(symbol) ?? { vault: 0, own: 0 };
    sizes.set(symbol, known);
    return known;
  };
  for (const { symbol, lots } of positionsOf(state, VAULT)) at(symbol).vault = lots;
  if (marginAccount.account !== VAULT.account)
    for (const { symbol, lots } of positionsOf(state, marginAccount)) at(symbol).own = lots;
  return sizes;
}

function netSteps(chain: Chain, market: Market, { vault, own }: Sizes, stage: number): void {
  const { spec } = market;
  const of = (name: string): string => `${name}[${stage} ${spec.symbol}]`;
  const tier = marginTierOf(spec, absBig(notionalOf(market, vault + own, market.mark)));
  const tierName = `margin tier ${spec.marginTiers.indexOf(tier) + 1} of ${spec.symbol}`;
  chain.input(of('vaultSize'), sizeText(spec, vault), spec.baseAsset, 'position of the vault');
  chain.input(of('ownSize'), sizeText(spec, own), spec.baseAsset, 'position of the liquidated');
  chain.input(of('markAt'), priceText(spec, market.mark), spec.quoteAsset, `mark price of ${spec.symbol}`);
  chain.input(of('netRatio'), ratioText(tier.maintenanceRate), 'ratio', tierName);
  chain.input(of('netDeduction'), formatUnits(tier.deduction), spec.quoteAsset, tierName);
  const notional = `abs((${of('vaultSize')} + ${of('ownSize')}) * ${of('markAt')})`;
  chain.step(of('netNotional'), notional, 'POSITION-NOTIONAL');
  const margin = `max(0, round(${of('netNotional')} * ${of('netRatio')}, 8) - ${of('netDeduction')})`;
  chain.step(of('netMaintenance'), margin, 'MARGIN-MAINTENANCE');
}

/** A winner was deleveraged. */
export type DeleveragedFact = Extract<EngineEvent, { type: 'Deleveraged' }>;

/** One winner that gave up a part of its position, and what came before it in the same closure. */
export interface AdlFacts {
  readonly spec: MarketSpec;
  readonly trade: TradedEvent;
  readonly event: DeleveragedFact;
  /** What the liquidated side had to close when its turn came, and what earlier winners gave of it. */
  readonly size: Lots;
  readonly givenBefore: Lots;
  /** The winner before this one; null for the first. */
  readonly previous: DeleveragedFact | null;
}

/** Explains why a position was deleveraged, by how much and at which price. */
export function explainAdl({ spec, trade, event, size, givenBefore, previous }: AdlFacts): Explanation {
  const chain = new Chain();
  priceSteps(chain, spec, trade, event, size);
  rankSteps(chain, spec, event, previous);
  chain.input('givenBefore', sizeText(spec, givenBefore), spec.baseAsset, 'by winners ahead of this one');
  const held = Math.abs(trade.maker.position?.lots ?? 0) + event.lots;
  chain.input('winnerSize', sizeText(spec, held), spec.baseAsset, `position ${event.position} before`);
  chain.step('missing', 'size - givenBefore', 'ADL-QUANTITY');
  chain.step('quantity', 'min(missing, winnerSize)', 'ADL-QUANTITY');
  return chain.explain({
    kind: 'adl',
    subject: {
      tradeId: String(trade.trade),
      liquidation: String(event.liquidation),
      symbol: event.market,
      subAccountId: subAccountIdOf(event.winner),
      liquidated: subAccountIdOf(event.account),
      venueId: venueIdOf(event.order),
    },
    verdict: {
      price: priceText(spec, event.price),
      quantity: sizeText(spec, event.lots),
      rank: String(event.rank),
      ranked: String(event.ranked),
      realizedPnl: formatUnits(trade.maker.realizedPnl),
    },
    at: event.at,
  });
}

/** The mark moved by the share of the deficit that this market has to make up for. */
function priceSteps(chain: Chain, spec: MarketSpec, trade: TradedEvent, event: DeleveragedFact, size: Lots): void {
  const long = trade.takerSide === 'sell';
  chain.input(
    'deficit',
    formatUnits(event.deficit),
    spec.quoteAsset,
    `what the liquidated lacks, its part in ${spec.symbol}`,
  );
  chain.input('size', sizeText(spec, size), spec.baseAsset, `${long ? 'long' : 'short'} position to be closed`);
  chain.input('mark', priceText(spec, event.mark), spec.quoteAsset, `mark price of ${spec.symbol}`);
  chain.input('tick', priceText(spec, 1), spec.quoteAsset, `price increment of ${spec.symbol}`);
  chain.step('distance', 'roundUp(deficit / size / tick) * tick', 'ADL-PRICE');
  chain.step('bankruptcyPrice', long ? 'mark + distance' : 'max(tick, mark - distance)', 'ADL-PRICE');
  if (event.winner === VAULT_NO) chain.step('price', 'mark', 'ADL-VAULT');
  else chain.step('price', 'bankruptcyPrice', 'ADL-PRICE');
}

function rankSteps(chain: Chain, spec: MarketSpec, event: DeleveragedFact, previous: DeleveragedFact | null): void {
  const unit = spec.quoteAsset;
  const from = `position ${event.position}`;
  chain.input('unrealizedPnl', formatUnits(event.unrealizedPnl), unit, from);
  chain.input('cost', formatUnits(event.cost), unit, `what ${from} was paid for`);
  chain.input('leverage', String(event.leverage), 'times', 'chosen by the winner');
  chain.step('score', 'round(unrealizedPnl / cost * leverage, 8)', 'ADL-RANK');
  // The vault stands behind all others, whatever its score.
  if (!previous || event.winner === VAULT_NO) return;
  const ahead = `position ${previous.position}, ranked ${previous.rank}`;
  chain.input('previousPnl', formatUnits(previous.unrealizedPnl), unit, ahead);
  chain.input('previousCost', formatUnits(previous.cost), unit, ahead);
  chain.input('previousLeverage', String(previous.leverage), 'times', ahead);
  chain.step(
    'previousRanksHigher',
    'previousPnl * previousLeverage * cost >= unrealizedPnl * leverage * previousCost',
    'ADL-RANK',
  );
}
