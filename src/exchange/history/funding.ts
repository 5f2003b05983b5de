import { formatAmount, formatRatio } from '../../contract/format.ts';
import type {
  FundingPaymentRow,
  FundingPayments,
  FundingPaymentsQuery,
  FundingRateRow,
  FundingRatesQuery,
} from '../../contract/views.ts';
import type { FundingPaidEvent, FundingSettledEvent } from '../../engine/event.ts';
import { count, type Plain } from '../../kernel/codec/codec.ts';
import { absBig, divHalfEven } from '../../kernel/decimal.ts';
import type { MarketPast } from './market-past.ts';
import type { Names } from './names.ts';
import type { RecordLog } from './record-log.ts';
import { paymentTexts } from './row-cells.ts';
import { listOf } from './row-log.ts';
import type { PaymentRow, RowSink } from './row-sink.ts';

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
export function readFundingRates(log: RecordLog, query: FundingRatesQuery): FundingRateRow[] {
  const { fundingRates } = log;
  const window = fundingRates.window(log.marketNo(query.symbol), query.from, query.to);
  return fundingRates.page(window, query.limit).map(({ rate, at }) => ({ fundingRate: formatRatio(rate), at }));
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
export function readFundingPayments(log: RecordLog, query: FundingPaymentsQuery): FundingPayments {
  const { account, symbol, from, to, limit } = query;
  const payments = log.fundingPayments;
  const window = payments.window(listOf(account, log.marketNo(symbol)), from, to);
  const rows = payments.page(window, limit).map(payment);
  let received = 0n;
  let paid = 0n;
  let number = 0;
  for (const place of payments.places(window)) {
    const units = payments.value(place, 'amount');
    if (units > 0n) received += units;
    else paid += absBig(units);
    number += 1;
  }
  return {
    rows,
    received: formatAmount(received),
    paid: formatAmount(paid),
    net: formatAmount(received - paid),
    count: number,
    averageSize: formatAmount(number === 0 ? 0n : divHalfEven(received + paid, BigInt(number))),
  };
}

function payment(row: PaymentRow): FundingPaymentRow {
  const { size, rate, amount } = paymentTexts(row);
  return {
    paymentId: String(row.payment),
    symbol: row.market.spec.symbol,
    positionSize: size,
    fundingRate: rate,
    payment: amount,
    at: row.at,
  };
}
