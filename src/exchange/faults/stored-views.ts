import type { PastNeed, PublicTradeRow, TransferRow, Views } from '../../contract/views.ts';
import { JsonText } from '../../contract/json.ts';
import { isDirection } from '../../contract/words.ts';
import { storedFields } from '../../contract/records/stored.ts';
import type { StoredKind } from '../../engine/fault-terms.ts';
import type { State } from '../../engine/state.ts';

type Loaded = Views & { ready(): Promise<unknown>; pastReady(need: PastNeed): Promise<void> | null };

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
  readonly pastReady: Loaded['pastReady'];

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
    this.pastReady = (need) => views.pastReady(need);
  }

  orderRecords(query: Parameters<Views['orderRecords']>[0]): ReturnType<Views['orderRecords']> {
    const records = this.#views.orderRecords(query);
    if (this.#isAsItIs) return records;
    return JsonText.of(this.#read('order', records.value(), ({ orderId, status }) => `${orderId}/${status}`));
  }

  tradeRecords(query: Parameters<Views['tradeRecords']>[0]): ReturnType<Views['tradeRecords']> {
    const { records, total } = this.#views.tradeRecords(query);
    if (this.#isAsItIs || !records) return { records, total };
    const read = this.#read('trade', records.value(), ({ tradeId }) => tradeId);
    return { records: read.every(({ direction }) => isDirection(direction)) ? JsonText.of(read) : null, total };
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

  get #isAsItIs(): boolean {
    return this.#state.faults.records.size === 0;
  }

  /** What is stored takes the place of what is there; its words need not be those that rows are made of. */
  #read<T extends object>(kind: StoredKind, rows: readonly T[], idOf: (row: T) => string): T[] {
    if (this.#isAsItIs) return [...rows];
    return rows.map((row) => ({ ...row, ...storedFields(this.#state, kind, idOf(row)) }));
  }
}
