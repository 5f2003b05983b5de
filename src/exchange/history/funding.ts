import { formatAmount } from '../../contract/format.ts';
import type {
  FundingPaymentRow,
  FundingPayments,
  FundingPaymentsQuery,
  FundingRateRow,
  FundingRatesQuery,
} from '../../contract/views.ts';
import type { FundingPaidEvent, FundingSettledEvent } from '../../engine/event.ts';
import { count, type Plain } from '../../kernel/codec/codec.ts';
import { absBig, divHalfEven, unitsOf } from '../../kernel/decimal.ts';
import { Filter, integer, type Reader, type Row, text } from './database.ts';
import type { MarketPast } from './market-past.ts';
import type { Names } from './names.ts';
import type { RowSink } from './row-sink.ts';

/** Writes the rates of every market and the payments of users. */
export class FundingProjection {
  readonly #names: Names;
  #row = 0;

  constructor(names: Names, saved?: Plain) {
    this.#names = names;
    if (saved !== undefined) this.#row = count.decode(saved);
  }

  save(): Plain {
    return this.#row;
  }

  settled({ at, symbol, rate }: FundingSettledEvent, sink: RowSink): void {
    this.#row += 1;
    sink.rate({ row: this.#row, market: this.#names.market(symbol, sink), at, rate });
  }

  paid(event: FundingPaidEvent, sink: RowSink): void {
    const market = this.#names.market(event.symbol, sink);
    this.#names.account(event.account, sink);
    const { payment, account, at, position, lots, index, rate, amount } = event;
    sink.payment({ payment, account, market, at, position, lots, index, rate, amount });
  }
}

/** Rates of one market that the exchange has settled, newest first. */
export function readFundingRates(database: Reader, query: FundingRatesQuery): FundingRateRow[] {
  const filter = new Filter().symbol(query.symbol).between('at', query.from, query.to);
  const sql = `SELECT * FROM funding_rates WHERE ${filter.where} ORDER BY row DESC LIMIT :limit`;
  return database.all(sql, { ...filter.params, ':limit': query.limit }, (row) => ({
    fundingRate: text(row, 'rate'),
    at: integer(row, 'at'),
  }));
}

/** The same with those of its past after them, as far as the limit goes. */
export function withPastRates(
  settled: readonly FundingRateRow[],
  query: FundingRatesQuery,
  past: MarketPast | undefined,
): FundingRateRow[] {
  const rows = [...settled];
  for (const row of past?.settlements(query.from, query.to) ?? []) {
    if (rows.length >= query.limit) break;
    rows.push(row);
  }
  return rows;
}

/** Payments of one subaccount, newest first, and what all that match come to. */
export function readFundingPayments(database: Reader, query: FundingPaymentsQuery): FundingPayments {
  const filter = new Filter()
    .and('account = :account', 'account', query.account)
    .between('at', query.from, query.to)
    .symbol(query.symbol);
  const page = `SELECT * FROM funding_history WHERE ${filter.where} ORDER BY row DESC LIMIT :limit`;
  const all = `SELECT amount FROM funding_payments WHERE ${filter.where}`;
  return {
    rows: database.all(page, { ...filter.params, ':limit': query.limit }, readPayment),
    ...totalsOf(database.all(all, filter.params, (row) => text(row, 'amount'))),
  };
}

// Decimals are text in the database, which would add them up as floats.
function totalsOf(amounts: readonly string[]): Omit<FundingPayments, 'rows'> {
  let received = 0n;
  let paid = 0n;
  for (const amount of amounts) {
    const units = unitsOf(amount);
    if (units > 0n) received += units;
    else paid += absBig(units);
  }
  const count = BigInt(amounts.length);
  return {
    received: formatAmount(received),
    paid: formatAmount(paid),
    net: formatAmount(received - paid),
    count: amounts.length,
    averageSize: formatAmount(count === 0n ? 0n : divHalfEven(received + paid, count)),
  };
}

const readPayment = (row: Row): FundingPaymentRow => ({
  paymentId: text(row, 'payment_id'),
  symbol: text(row, 'symbol'),
  positionSize: text(row, 'size'),
  fundingRate: text(row, 'rate'),
  payment: text(row, 'amount'),
  at: integer(row, 'at'),
});
