import type { SubAccountEvent } from '../../../../contract/channels/subaccount-events.ts';
import { accountPosition } from '../../../reads/records/position-record.ts';
import { collateralRow, marginSummary } from '../../../reads/records/subaccount-record.ts';
import type { EngineEvent } from '../../../../engine/event.ts';
import { accountOf } from '../../../../engine/evolve-order.ts';
import type { Account, State } from '../../../../engine/state.ts';
import { type AccountNo, subAccountIdOf } from '../../../../kernel/ids.ts';

/** Remembers the margin figures last sent to a subaccount, and returns what has changed since. */
export class MarginNews {
  readonly #state: Readonly<State>;
  readonly #account: AccountNo;
  #summary = '';
  readonly #rows = new Map<string, string>();
  #held: readonly string[] = [];

  constructor(state: Readonly<State>, account: AccountNo) {
    this.#state = state;
    this.#account = account;
    this.next();
  }

  /** The update that is due, or null where every figure is as it was; `always` makes one even then. */
  next(always = false): SubAccountEvent | null {
    const state = this.#state;
    const account = accountOf(state, this.#account);
    const crossMarginSummary = marginSummary(state, account);
    const collaterals = state.config.collaterals
      .filter(({ asset }) => account.balances.has(asset))
      .map((spec) => collateralRow(state, account, spec))
      .filter((row) => this.#isNews(row.symbol, row));
    const positions = [...account.positions.values()]
      .map((position) => accountPosition(state, account, position))
      .filter((row) => this.#isNews(`position ${row.symbol}`, row));
    // A position that is gone is forgotten, so that one just like it is news again.
    for (const symbol of this.#held) if (!account.positions.has(symbol)) this.#rows.delete(`position ${symbol}`);
    this.#held = [...account.positions.keys()];
    const summary = JSON.stringify(crossMarginSummary);
    const same = summary === this.#summary && collaterals.length === 0 && positions.length === 0;
    this.#summary = summary;
    if (same && !always) return null;
    return {
      eventType: 'marginUpdate',
      subAccountId: subAccountIdOf(this.#account),
      timestamp: state.now,
      crossMarginSummary,
      collaterals,
      positions,
    };
  }

  #isNews(key: string, row: object): boolean {
    const text = JSON.stringify(row);
    if (this.#rows.get(key) === text) return false;
    this.#rows.set(key, text);
    return true;
  }
}

type PriceEvent = Extract<EngineEvent, { type: 'IndexMoved' | 'MarkMoved' | 'PegSet' }>;

/** Whether a price that moved is one that the account is measured by: most are not, and then nothing is computed. */
export function isMeasuredBy({ config }: Readonly<State>, account: Account, event: PriceEvent): boolean {
  if (event.type === 'MarkMoved') return account.positions.has(event.symbol) || account.open.has(event.symbol);
  if (event.type === 'PegSet') return account.balances.has(event.asset);
  return config.collaterals.some(
    ({ asset, priceMarket }) => priceMarket === event.symbol && account.balances.has(asset),
  );
}

const MOVES_MARGIN: ReadonlySet<EngineEvent['type']> = new Set([
  'Deposited',
  'WithdrawalRequested',
  'WithdrawalSettled',
  'CollateralExchanged',
  'FundingPaid',
  'LeverageSet',
  'IsolatedMarginMoved',
  'IsolatedMarginReleased',
  'TakenOver',
  'DeficitCovered',
]);

/** Events beside orders, executions and prices that change what an account has or needs. */
export function movesMargin(event: EngineEvent, account: AccountNo): boolean {
  if (event.type === 'Transferred') return event.from === account || event.to === account;
  return MOVES_MARGIN.has(event.type) && 'account' in event && event.account === account;
}
