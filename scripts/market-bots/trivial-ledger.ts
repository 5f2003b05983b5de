import type { EngineObserver } from '../../src/engine/engine.ts';
import type { EngineEvent, FillSide, TradedEvent } from '../../src/engine/event.ts';
import type { State } from '../../src/engine/state.ts';
import type { AccountNo, OrderNo } from '../../src/kernel/ids.ts';
import type { Lots, Units } from '../../src/kernel/units.ts';

/** A fill as the accounts of a bot need it. */
export interface BotFill {
  /** Signed: above 0 for a buy. */
  readonly lots: Lots;
  readonly notional: Units;
  /** Negative for a rebate. */
  readonly fee: Units;
}

/** The books of one bot: what its fills and its funding payments come to. Amounts are exact. */
export class Ledger {
  fees: Units = 0n;
  funding: Units = 0n;
  notional: Units = 0n;
  fills = 0;
  #lots: Lots = 0;
  #cash: Units = 0n;

  /** Signed size of the position. */
  get lots(): Lots {
    return this.#lots;
  }

  filled({ lots, notional, fee }: BotFill): void {
    this.#lots += lots;
    this.#cash += lots > 0 ? -notional : notional;
    this.fees += fee;
    this.notional += notional;
    this.fills += 1;
  }

  /** Books a funding payment: above 0 where the bot received it. */
  paid(amount: Units): void {
    this.funding += amount;
  }

  /**
   * What was earned after fees and funding.
   *
   * @throws Error while a position is open: a price that nobody has paid would be part of it
   */
  get earned(): Units {
    if (this.#lots !== 0) throw new Error(`a position of ${this.#lots} lots is still open`);
    return this.#cash - this.fees + this.funding;
  }
}

/** Keeps the ledgers of some accounts, and tells of orders that are filled whole. */
export class Ledgers implements EngineObserver {
  readonly #byAccount: ReadonlyMap<AccountNo, Ledger>;
  readonly #onComplete: (order: OrderNo) => void;

  constructor(byAccount: ReadonlyMap<AccountNo, Ledger>, onComplete: (order: OrderNo) => void) {
    this.#byAccount = byAccount;
    this.#onComplete = onComplete;
  }

  refused(): void {
    // A refusal throws at the bot that asked.
  }

  happened(_state: State, event: EngineEvent): void {
    if (event.type === 'Traded') {
      this.#traded(event, event.maker);
      this.#traded(event, event.taker);
    } else if (event.type === 'FundingPaid') this.#byAccount.get(event.account)?.paid(event.amount);
  }

  #traded({ quantity, notional }: TradedEvent, own: FillSide): void {
    const ledger = this.#byAccount.get(own.account);
    if (!ledger) return;
    ledger.filled({ lots: own.side === 'buy' ? quantity : -quantity, notional, fee: own.fee });
    if (own.complete) this.#onComplete(own.order);
  }
}
