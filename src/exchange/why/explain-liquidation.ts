import { formatUnits } from '../../kernel/decimal.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { EngineEvent, TradedEvent } from '../../engine/event.ts';
import { accountOf } from '../../engine/evolve-order.ts';
import { positionsOf } from '../../engine/liquidation/health.ts';
import type { Health, LiquidationEvent, LiquidationOutcome, MarginAccount } from '../../engine/liquidation/terms.ts';
import { marketOf, settlementAsset } from '../../engine/risk/margin.ts';
import type { State } from '../../engine/state.ts';
import { adjustedValueSteps, maintenanceStep } from './account-steps.ts';
import { Chain, type Explanation, sumOf } from './explanation.ts';
import { isolatedEquitySteps } from './explain-margin.ts';
import { priceText, ratioText, sizeText } from './figures.ts';
import { fillSteps, sliceSteps } from './liquidation-fills.ts';
import { vaultSteps } from './vault-steps.ts';

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
