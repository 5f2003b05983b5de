import { formatLots, formatPrice } from '../../contract/format.ts';
import type { LogRecord } from '../../contract/log-shapes.ts';
import { orderTypeWord } from '../../contract/words.ts';
import type { Account, State } from '../../engine/state.ts';
import { itemAt } from '../../kernel/errors.ts';
import { subAccountIdOf, venueIdOf } from '../../kernel/ids.ts';
import { accountOf } from '../account-of.ts';
import { devAccountsOf } from '../dev-accounts.ts';
import { bookNow } from '../exchange-terms.ts';
import { inTurns } from '../in-turns.ts';
import { beforeJournal, type Moment, notThere } from '../moments.ts';
import { subAccountRecord } from '../reads/records/subaccount-record.ts';
import { allMarkets } from '../reads/records/market-figures.ts';
import type { RunView } from '../run-view.ts';
import { type StateSummary, summaryOfState } from '../steering.ts';
import { recordOf } from './log-records.ts';
import type { LogRow } from './log-row.ts';
import { RowMaker } from './row-maker.ts';

/** Levels of the book, orders and rows that are shown of a moment. */
const SHOWN = { levels: 15, orders: 100, rows: 20 } as const;
/** What of a moment is asked for. */
export interface MomentQuery {
  readonly moment: Moment;
  /** Whose book is shown; the first market by default. */
  readonly market?: string;
  /** The first dev account by default. */
  readonly account?: string;
}

/** An exchange as it was. */
export interface MomentRecord {
  readonly input: number;
  readonly at: number;
  readonly inputs: number;
  readonly from: { readonly snapshot: string | null; readonly input: number };
  readonly opens: string;
  readonly markets: StateSummary['markets'];
  readonly book: ReturnType<typeof bookNow>;
  readonly accounts: readonly { readonly subAccountId: string; readonly accountValue: string }[];
  readonly account: ReturnType<typeof accountRecord> | null;
  readonly rows: readonly LogRecord[];
}

/**
 * Works a run out again up to a moment, beside the exchange, from the last snapshot before it, and returns what was there.
 *
 * @throws ControlError for a moment that neither journal nor snapshots lead to, and for a market or account that was not there
 */
export async function readMoment(view: RunView, { moment, market, account }: MomentQuery): Promise<MomentRecord> {
  const again = view.again(moment);
  if (!again || ('input' in moment && moment.input > view.journal.length)) return notThere(moment, view.journal);
  const { state, inputs, base } = again;
  const from = { snapshot: base, input: state.inputSeq };
  const maker = new RowMaker(state, state);
  let rows: LogRow[] = [];
  for await (const applied of inTurns(inputs)) {
    rows.push(...maker.rowsOf(applied, false));
    if (rows.length > 2 * SHOWN.rows) rows = rows.slice(-SHOWN.rows);
  }
  const devs = devAccountsOf(state);
  const shown = account ?? devs[0]?.subAccountId;
  return {
    input: state.inputSeq,
    at: state.now,
    inputs: view.state.inputSeq,
    from,
    opens: base === null ? beforeJournal(view.journal) : '',
    markets: summaryOfState(state, state.now).markets,
    book: bookNow(state, market ?? itemAt(allMarkets(state), 0).spec.symbol, SHOWN.levels),
    accounts: devs.map(({ subAccountId }) => ({
      subAccountId,
      accountValue: subAccountRecord(state, itemOf(state, subAccountId)).crossMarginSummary.accountValue,
    })),
    account: shown === undefined ? null : accountRecord(state, itemOf(state, shown)),
    rows: rows.slice(-SHOWN.rows).map((row) => recordOf(row, state)),
  };
}

function itemOf(state: State, subAccountId: string): Account {
  const no = accountOf(state, subAccountId);
  const account = state.accounts.get(no);
  if (account) return account;
  throw new Error(`account ${no} is there`);
}

function accountRecord(state: State, account: Account) {
  const { crossMarginSummary, collaterals, positions } = subAccountRecord(state, account);
  const own = [...state.orders.values()].filter((order) => order.account === account.no);
  const { accountValue, availableMargin, maintenanceMargin } = crossMarginSummary;
  return {
    subAccountId: subAccountIdOf(account.no),
    accountValue,
    availableMargin,
    maintenanceMargin,
    balances: (collaterals ?? []).map(({ symbol, quantity }) => ({ asset: symbol, quantity })),
    positions: (positions ?? []).map(({ symbol, side, quantity, entryPrice, upnl, liquidationPrice }) => ({
      symbol,
      side,
      quantity,
      entryPrice,
      unrealizedPnl: upnl,
      liquidationPrice,
    })),
    orders: own.slice(0, SHOWN.orders).flatMap(({ no, symbol, side, kind, price, quantity, filled }) => {
      const spec = state.markets.get(symbol)?.spec;
      if (!spec) return [];
      return {
        orderId: venueIdOf(no),
        symbol,
        side,
        type: orderTypeWord(kind),
        price: price === 0 ? '' : formatPrice(spec, price),
        quantity: formatLots(spec, quantity),
        filledQuantity: formatLots(spec, filled),
      };
    }),
    ordersLeftOut: Math.max(0, own.length - SHOWN.orders),
  };
}
