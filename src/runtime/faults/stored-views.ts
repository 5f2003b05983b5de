import type { PublicTradeRow, TransferRow, Views } from '../../api/views.ts';
import { storedFields } from '../../api/records/stored.ts';
import type { StoredKind } from '../../engine/faults/fault-terms.ts';
import type { State } from '../../engine/state.ts';

type Loaded = Views & { ready(): Promise<unknown> };

/**
 * History with the words that some of its records are to be read with. Filters look at the records as they are: what is
 * set changes what a row says, not which rows there are.
 */
export class StoredViews implements Loaded {
  readonly #views: Loaded;
  readonly #state: Pick<State, 'faults'>;
  readonly fundingPayments: Views['fundingPayments'];
  readonly fundingRates: Views['fundingRates'];
  readonly closedPositions: Views['closedPositions'];
  readonly performance: Views['performance'];
  readonly candles: Views['candles'];
  readonly dayStats: Views['dayStats'];
  readonly ready: Loaded['ready'];

  constructor(views: Loaded, state: Pick<State, 'faults'>) {
    this.#views = views;
    this.#state = state;
    this.fundingPayments = (query) => views.fundingPayments(query);
    this.fundingRates = (query) => views.fundingRates(query);
    this.closedPositions = (query) => views.closedPositions(query);
    this.performance = (query) => views.performance(query);
    this.candles = (query) => views.candles(query);
    this.dayStats = (symbol) => views.dayStats(symbol);
    this.ready = () => views.ready();
  }

  orderHistory(query: Parameters<Views['orderHistory']>[0]): ReturnType<Views['orderHistory']> {
    return this.#read('order', this.#views.orderHistory(query), ({ venueId, status }) => `${venueId}/${status}`);
  }

  trades(query: Parameters<Views['trades']>[0]): ReturnType<Views['trades']> {
    const { rows, total } = this.#views.trades(query);
    return { rows: this.#read('trade', rows, ({ tradeId }) => tradeId), total };
  }

  balanceUpdates(query: Parameters<Views['balanceUpdates']>[0]): ReturnType<Views['balanceUpdates']> {
    return this.#read('balanceUpdate', this.#views.balanceUpdates(query), ({ id }) => id);
  }

  transfers(query: Parameters<Views['transfers']>[0]): ReturnType<Views['transfers']> {
    const { rows, total } = this.#views.transfers(query);
    return { rows: this.#read<TransferRow>('transfer', rows, ({ transferId }) => transferId), total };
  }

  lastTrades(symbol: string, limit: number): readonly PublicTradeRow[] {
    return this.#read('publicTrade', this.#views.lastTrades(symbol, limit), ({ tradeId }) => tradeId);
  }

  /** What is stored takes the place of what is there; its words need not be those that rows are made of. */
  #read<T extends object>(kind: StoredKind, rows: readonly T[], idOf: (row: T) => string): readonly T[] {
    if (this.#state.faults.records.size === 0) return rows;
    return rows.map((row) => ({ ...row, ...storedFields(this.#state, kind, idOf(row)) }));
  }
}
