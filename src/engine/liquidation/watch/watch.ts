import { type AccountNo, VAULT_NO } from '../../../kernel/ids.ts';
import type { Lots, Ticks } from '../../../kernel/units.ts';
import type { EngineEvent, FillSide, TradedEvent } from '../../event.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import type { Account, State } from '../../state.ts';
import { MarginAccountWatch, type WatchState, type WatchedWorld, watchedWorld } from './margin-account-watch.ts';
import { healthOf, isUnhealthy, restsOnStalePrice } from '../health.ts';
import type { MarginAccount } from '../terms.ts';
import type { WatchedAsset, WatchedMarket, WatchedPrice } from './watched-prices.ts';

/** The margin accounts of an account that has ever held a position. */
interface AccountWatch {
  readonly account: Account;
  /** The account has changed since the last check. */
  changed: boolean;
  readonly cross: MarginAccountWatch;
  readonly isolated: Map<string, MarginAccountWatch>;
}

const NONE: readonly MarginAccount[] = [];
const NO_DEBTORS: readonly Account[] = [];

/**
 * Finds the margin accounts below maintenance without checking every account. A healthy margin account sets a bound
 * on each price that can do it harm; while no bound is passed it is certainly healthy. Only margin accounts with a
 * passed bound, changed accounts, and those below or near maintenance are checked. The watch is derived from the
 * state and is no part of it.
 */
export class HealthWatch {
  readonly #state: State;
  #world: WatchedWorld;
  /** By number. The vault, whose number is far above all others, is in none. */
  #accounts: (AccountWatch | undefined)[] = [];
  /** Accounts that changed since the last check and have held a position. */
  readonly #changed: AccountWatch[] = [];
  readonly #strangers = new Set<AccountNo>();
  /** Prices that reached a bound. */
  readonly #reached: WatchedPrice<MarginAccountWatch>[] = [];
  /** Margin accounts below maintenance, or too close to it for bounds. */
  readonly #near = new Set<MarginAccountWatch>();
  readonly #debtors = new Set<Account>();
  #unhealthy = NONE;
  /** An event since the last check could change the result. */
  #stirred = true;

  constructor(state: State) {
    this.#state = state;
    this.#world = watchedWorld(state);
    for (const no of state.accounts.keys()) this.#strangers.add(no);
  }

  /** Every bound was set by terms that no longer hold: the watch begins anew, as over a state that was restored. */
  #beginAnew(): void {
    this.#world = watchedWorld(this.#state);
    this.#accounts = [];
    this.#changed.length = 0;
    this.#reached.length = 0;
    this.#near.clear();
    this.#debtors.clear();
    for (const no of this.#state.accounts.keys()) this.#strangers.add(no);
    this.#unhealthy = NONE;
    this.#stirred = true;
  }

  /** Notes an event that was just applied to the state. */
  see(event: EngineEvent): void {
    switch (event.type) {
      case 'Traded':
        this.#fill(event);
        return;
      case 'MarkMoved':
        this.#moveMark(event);
        return;
      case 'MarginSet':
        this.#beginAnew();
        return;
      case 'IndexMoved':
        this.#reprice(({ spec }) => spec.priceMarket === event.symbol);
        this.#moveMark(event);
        return;
      case 'PegSet':
        this.#reprice(({ spec }) => spec.asset === event.asset);
        return;
      case 'Transferred':
        this.#change(event.from);
        this.#change(event.to);
        return;
      case 'Deposited':
      case 'WithdrawalRequested':
      case 'WithdrawalSettled':
      case 'CollateralExchanged':
      case 'IsolatedMarginMoved':
      case 'IsolatedMarginReleased':
      case 'FundingPaid':
        this.#change(event.account);
        return;
      case 'TakenOver':
      case 'DeficitCovered':
        this.#change(event.account);
        this.#change(VAULT_NO);
        return;
      default:
    }
  }

  /** Every margin account below maintenance whose prices are not stale, without the vault; in no particular order. */
  unhealthy(): readonly MarginAccount[] {
    if (this.#stirred) {
      this.#stirred = false;
      this.#catchUp();
      this.#unhealthy = this.#near.size === 0 ? NONE : this.#decide();
    }
    // A price becomes stale by time alone, which causes no event.
    if (this.#unhealthy.length === 0) return NONE;
    return this.#unhealthy.filter((marginAccount) => !restsOnStalePrice(this.#state, marginAccount));
  }

  /** Every account that owes the settlement asset, by number. */
  debtors(): readonly Account[] {
    this.#catchUp();
    return this.#debtors.size === 0 ? NO_DEBTORS : [...this.#debtors].sort((a, b) => a.no - b.no);
  }

  #fill({ symbol, quantity, notional, maker, taker }: TradedEvent): void {
    const market = this.#world.markets.get(symbol);
    const value = Number(notional);
    if (!this.#isBorne(market, quantity, value, maker)) this.#change(maker.account);
    if (!this.#isBorne(market, quantity, value, taker)) this.#change(taker.account);
  }

  /** Returns true when one side of a fill needs no check. */
  #isBorne(
    market: WatchedMarket<MarginAccountWatch> | undefined,
    lots: Lots,
    notional: number,
    side: FillSide,
  ): boolean {
    const watch = this.#watchOf(side.account);
    if (market === undefined || watch === undefined || watch.changed || watch.account.isolated.size > 0) return false;
    return watch.cross.bears(market, lots, notional, side);
  }

  #watchOf(account: AccountNo): AccountWatch | undefined {
    return account < this.#accounts.length ? this.#accounts[account] : undefined;
  }

  #change(account: AccountNo): void {
    this.#stirred = true;
    const watch = this.#watchOf(account);
    if (watch === undefined) this.#strangers.add(account);
    else if (!watch.changed) {
      watch.changed = true;
      this.#changed.push(watch);
    }
  }

  #moveMark({ symbol, mark }: { readonly symbol: string; readonly mark: Ticks }): void {
    this.#stirred = true;
    const watched = this.#world.markets.get(symbol);
    if (watched?.mark.move(mark)) this.#reached.push(watched.mark);
  }

  #reprice(concerns: (asset: WatchedAsset<MarginAccountWatch>) => boolean): void {
    for (const asset of this.#world.assets) {
      if (!concerns(asset)) continue;
      this.#stirred = true;
      if (asset.reprice(this.#state)) this.#reached.push(asset.price);
    }
  }

  #catchUp(): void {
    if (this.#reached.length > 0) this.#lookReached();
    if (this.#strangers.size > 0) this.#meetStrangers();
    if (this.#changed.length === 0) return;
    for (const watch of this.#changed) {
      watch.changed = false;
      this.#visit(watch);
    }
    this.#changed.length = 0;
  }

  #lookReached(): void {
    for (const price of this.#reached) {
      for (const marginAccount of price.takeReached()) this.#look(marginAccount);
    }
    this.#reached.length = 0;
  }

  /** The vault is not watched, because it has rules of its own. */
  #meetStrangers(): void {
    for (const no of this.#strangers) {
      const account = accountOf(this.#state, no);
      this.#noteDebt(account);
      if (account.positions.size === 0 || no === VAULT_NO) continue;
      const watch = { account, changed: true, cross: new MarginAccountWatch(account, null), isolated: new Map() };
      // No gaps, so that the list stays a plain array.
      while (this.#accounts.length < no) this.#accounts.push(undefined);
      this.#accounts[no] = watch;
      this.#changed.push(watch);
    }
    this.#strangers.clear();
  }

  #noteDebt(account: Account): void {
    if ((account.balances.get(this.#world.settlement) ?? 0n) < 0n) this.#debtors.add(account);
    else if (this.#debtors.size > 0) this.#debtors.delete(account);
  }

  #visit(watch: AccountWatch): void {
    const { account } = watch;
    this.#noteDebt(account);
    this.#look(watch.cross);
    if (account.isolated.size > 0 || watch.isolated.size > 0) this.#visitIsolated(watch);
  }

  #visitIsolated({ account, isolated }: AccountWatch): void {
    for (const symbol of account.isolated.keys()) {
      if (!isolated.has(symbol)) isolated.set(symbol, new MarginAccountWatch(account, symbol));
    }
    for (const [symbol, marginAccount] of isolated) {
      if (this.#look(marginAccount) === 'flat' && !account.isolated.has(symbol)) isolated.delete(symbol);
    }
  }

  #look(marginAccount: MarginAccountWatch): WatchState {
    const standing = marginAccount.look(this.#world);
    if (standing === 'near') this.#near.add(marginAccount);
    else if (this.#near.size > 0) this.#near.delete(marginAccount);
    return standing;
  }

  /** Checks the margin accounts near maintenance again, and decides exactly about those that are still near. */
  #decide(): readonly MarginAccount[] {
    const found: MarginAccount[] = [];
    for (const marginAccount of this.#near) {
      if (this.#look(marginAccount) === 'near' && isUnhealthy(healthOf(this.#state, marginAccount)))
        found.push(marginAccount);
    }
    return found;
  }
}
