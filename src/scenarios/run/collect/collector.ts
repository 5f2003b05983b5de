import type { EngineEvent, FillSide, TradedEvent } from '../../../engine/event.ts';
import type { EngineObserver } from '../../../engine/engine.ts';
import type { State } from '../../../engine/state.ts';
import { invariant } from '../../../kernel/assert.ts';
import { type AccountNo, accountNoOf } from '../../../kernel/ids.ts';
import type { Units } from '../../../kernel/units.ts';
import type { RunView } from '../../../exchange/run-view.ts';
import type { RunEvent } from '../../run-result.ts';
import { AccountRecord } from './account-record.ts';
import { began, covered, deleveraged, ended, fundingPaid, sold } from './event-texts.ts';
import { MarketRecord } from './market-record.ts';
import { Boundaries, intervalsFor } from './sampling.ts';

export interface CollectorParts {
  readonly view: RunView;
  readonly startTime: number;
  readonly durationMs: number;
  /** Subaccount ids of the accounts of the run, by name. */
  readonly accounts: ReadonlyMap<string, string>;
  readonly report: (event: RunEvent) => void;
}

/** Watches an exchange and keeps what the result of a run shows. It reads and never writes, so no digest changes. */
export class Collector implements EngineObserver {
  readonly accounts = new Map<string, AccountRecord>();
  readonly markets = new Map<string, MarketRecord>();
  readonly #parts: CollectorParts;
  readonly #state: Readonly<State>;
  readonly #byNo = new Map<AccountNo, { readonly name: string; readonly record: AccountRecord }>();
  /** What a withdrawal under way took, by number, should it come back. */
  readonly #withdrawals = new Map<number, Units>();
  readonly #rows: Boundaries;
  readonly #depths: Boundaries;
  readonly #leave: () => void;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
    const { view, startTime, durationMs, accounts } = parts;
    this.#state = view.state;
    for (const [name, id] of accounts) {
      const no = accountNoOf(BigInt(id));
      invariant(no !== undefined, 'an account of a run has an id of the exchange');
      const record = new AccountRecord(no);
      this.accounts.set(name, record);
      this.#byNo.set(no, { name, record });
    }
    for (const symbol of this.#state.markets.keys()) this.markets.set(symbol, new MarketRecord(this.#state, symbol));
    const { rows, depth } = intervalsFor(durationMs);
    this.#rows = new Boundaries(startTime, rows, (times) => this.#takeRows(times));
    this.#depths = new Boundaries(startTime, depth, (times) => this.#takeDepth(times.slice(-1)));
    this.#rows.passing(startTime);
    this.#depths.passing(startTime);
    this.#leave = view.observe(this);
  }

  /** Takes the last figures and lets go of the exchange. */
  finish(): void {
    this.#leave();
    const { now } = this.#state;
    this.#takeRows([now]);
    this.#takeDepth([now]);
  }

  refused(): void {
    // A refusal shows in the response of the request.
  }

  passing(to: number): void {
    this.#rows.passing(to);
    this.#depths.passing(to);
  }

  quiescent(): void {
    for (const market of this.markets.values()) market.quiescent(this.#state.now);
  }

  happened(_state: State, event: EngineEvent): void {
    switch (event.type) {
      case 'Traded':
        return this.#traded(event);
      case 'OrderPlaced':
        return this.#byNo
          .get(event.order.account)
          ?.record.placed(event.at, this.#market(event.order.symbol).spec, event.order);
      case 'OrderRested':
        return this.#rested(event.order);
      case 'FundingSettled':
        return this.#market(event.symbol).settled(event.at, event.rate);
      case 'Deposited':
        return this.#byNo.get(event.account)?.record.paid(event.at, event.value);
      case 'Transferred':
        this.#byNo.get(event.from)?.record.paid(event.at, -event.value);
        return this.#byNo.get(event.to)?.record.paid(event.at, event.value);
      case 'WithdrawalRequested':
        this.#withdrawals.set(event.transfer, event.value);
        return this.#byNo.get(event.account)?.record.paid(event.at, -event.value);
      case 'WithdrawalSettled':
        if (event.outcome === 'success') return;
        return this.#byNo.get(event.account)?.record.paid(event.at, this.#withdrawals.get(event.transfer) ?? 0n);
      default:
        return this.#forced(event);
    }
  }

  /** What the exchange does by itself to accounts of the run. */
  #forced(event: EngineEvent): void {
    switch (event.type) {
      case 'FundingPaid':
        return this.#to(event.account, (record, tell) => {
          record.earn('funding', event.amount);
          tell('funding', event.symbol, fundingPaid(event));
        });
      case 'LiquidationBegan':
        return this.#to(event.account, (record, tell) => {
          record.liquidations += 1;
          tell('liquidation', event.symbol, began(event));
        });
      case 'LiquidationEnded':
        return this.#to(event.account, (_, tell) => tell('liquidation', event.symbol, ended(event)));
      case 'TakenOver':
        return this.#to(event.account, (record) => {
          for (const { value } of event.assets) record.earn('liquidation', -value);
        });
      case 'DeficitCovered':
        return this.#to(event.account, (record, tell) => {
          record.earn('liquidation', event.amount);
          tell('liquidation', event.symbol, covered(event));
        });
      case 'Deleveraged':
        return this.#to(event.winner, (_, tell) =>
          tell('deleveraging', event.market, deleveraged(this.#market(event.market).spec, event)),
        );
      case 'CollateralExchanged':
        return this.#to(event.account, (record, tell) => {
          record.earn(event.forced ? 'liquidation' : 'fees', event.received - event.takenValue);
          if (event.forced) tell('liquidation', null, sold(event));
        });
      default:
    }
  }

  #to(no: AccountNo, act: (record: AccountRecord, tell: Tell) => void): void {
    const account = this.#byNo.get(no);
    if (!account) return;
    const { name, record } = account;
    act(record, (kind, symbol, text) =>
      this.#parts.report({ time: this.#state.now, kind, account: name, symbol, text }),
    );
  }

  #traded(event: TradedEvent): void {
    const market = this.#market(event.symbol);
    market.traded(event);
    for (const side of [event.maker, event.taker] satisfies FillSide[]) {
      const account = this.#byNo.get(side.account);
      if (!account) continue;
      market.followMid();
      account.record.filled(market.spec, event, side);
    }
  }

  #rested(no: number): void {
    const order = this.#state.orders.get(no);
    if (order) this.#byNo.get(order.account)?.record.rested(this.#market(order.symbol).spec, order);
  }

  #takeRows(times: readonly number[]): void {
    for (const record of this.accounts.values()) record.takeValue(this.#state, times);
    for (const market of this.markets.values()) market.takePrices(times);
  }

  #takeDepth(times: readonly number[]): void {
    for (const time of times) for (const market of this.markets.values()) market.takeDepth(time);
  }

  #market(symbol: string): MarketRecord {
    const market = this.markets.get(symbol);
    invariant(market, () => `a market ${symbol}`);
    return market;
  }
}

type Tell = (kind: RunEvent['kind'], symbol: string | null, text: string) => void;
