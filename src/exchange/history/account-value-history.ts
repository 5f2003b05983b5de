import { formatAmount } from '../../contract/format.ts';
import type { AccountValueRecord, AccountValueQuery, ValueSampleRow } from '../../contract/views.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { big, count, type Plain } from '../../kernel/codec/codec.ts';
import { record, sortedMapOf } from '../../kernel/codec/collections.ts';
import type { AccountNo } from '../../kernel/ids.ts';
import type { Units } from '../../kernel/units.ts';
import type { RecordLog } from './record-log.ts';
import type { RowSink, SampleRow } from './row-sink.ts';

/**
 * What moved a subaccount's value from outside, and what it traded, since it was opened. What the vault takes over or
 * covers is no such movement: it is what came of the trading.
 */
interface Totals {
  /** Deposits and transfers in, less withdrawals and transfers out, at what they were worth then. */
  inflow: Units;
  volume: Units;
}

interface Flows {
  readonly totals: Map<AccountNo, Totals>;
  /** What pending withdrawals took away, by number of the movement: a failed one brings it back. */
  readonly pending: Map<number, Units>;
}

const FLOWS = record<Flows>({
  totals: sortedMapOf(count, record<Totals>({ inflow: big, volume: big })),
  pending: sortedMapOf(count, big),
});

/** Writes a row for each sample of each user's subaccount, with the totals of that moment beside its value. */
export class AccountValueProjection {
  readonly #flows: Flows;

  constructor(saved?: Plain) {
    this.#flows = saved === undefined ? { totals: new Map(), pending: new Map() } : FLOWS.decode(saved);
  }

  save(): Plain {
    return FLOWS.encode(this.#flows);
  }

  /** Takes one event; of most it takes nothing. */
  apply(event: EngineEvent, sink: RowSink): void {
    switch (event.type) {
      case 'Deposited':
        return this.#flow(event.account, event.value);
      case 'Transferred':
        this.#flow(event.from, -event.value);
        return this.#flow(event.to, event.value);
      case 'WithdrawalRequested':
        this.#flows.pending.set(event.transfer, event.value);
        return this.#flow(event.account, -event.value);
      case 'WithdrawalSettled':
        if (event.outcome === 'failed') this.#flow(event.account, this.#flows.pending.get(event.transfer) ?? 0n);
        this.#flows.pending.delete(event.transfer);
        return undefined;
      case 'ValuesSampled':
        return this.#sampled(event, sink);
      default:
        return undefined;
    }
  }

  traded(account: AccountNo, notional: Units): void {
    this.#of(account).volume += notional;
  }

  /** Everything traded so far. */
  volumeOf(account: AccountNo): string {
    return formatAmount(this.#flows.totals.get(account)?.volume ?? 0n);
  }

  #sampled({ at, hour = at, values }: Extract<EngineEvent, { type: 'ValuesSampled' }>, sink: RowSink): void {
    for (const { account, value } of values) {
      const { inflow, volume } = this.#of(account);
      sink.sample({ account, at: hour, value, inflow, volume });
    }
  }

  #flow(account: AccountNo, value: Units): void {
    this.#of(account).inflow += value;
  }

  #of(account: AccountNo): Totals {
    let totals = this.#flows.totals.get(account);
    if (!totals) this.#flows.totals.set(account, (totals = { inflow: 0n, volume: 0n }));
    return totals;
  }
}

/** Samples of one subaccount, oldest first, from the last one at or before `from`. */
export function readSamples(log: RecordLog, query: AccountValueQuery): AccountValueRecord['samples'] {
  const samples = log.valueSamples;
  const window = samples.window(query.account, query.from, query.to);
  const rows = samples.page(window).reverse();
  const before = rows[0]?.at === query.from ? null : samples.before(window);
  return [...(before ? [before] : []), ...rows].map(sampleRow);
}

const sampleRow = ({ at, value, inflow, volume }: SampleRow): ValueSampleRow => ({
  at,
  value: formatAmount(value),
  inflow: formatAmount(inflow),
  volume: formatAmount(volume),
});
