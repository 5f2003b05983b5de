import { stateDigest } from '../../engine/canonical-state.ts';
import type { ExchangeConfig } from '../../engine/config.ts';
import { type DumpEnd, DumpError, type DumpHeader, DumpReader, fieldProblem } from '../../exchange/journal/dump.ts';
import type { JournalRecord } from '../../exchange/journal/journal.ts';
import type { Amounts, HeldRecord, LedgerRecord } from '../../exchange/journal/ledger-record.ts';
import { Replay } from '../../exchange/journal/replay.ts';
import { CodecError } from '../../kernel/codec/codec.ts';
import { unitsOf } from '../../kernel/decimal.ts';
import { accountNoOf, parseUint64 } from '../../kernel/ids.ts';
import type { Lots, Units } from '../../kernel/units.ts';
import { Bookkeeper } from './bookkeeper.ts';
import type { Against, Figure, AuditFinding } from './findings.ts';
import { type Ledger, type LedgerAccount, ledgerOf, type LedgerPosition } from './ledger.ts';

/** What an audit came to. */
export interface AuditReport {
  readonly balanced: boolean;
  readonly world: string;
  readonly seed: string;
  /** Of the package that wrote the journal. */
  readonly package: string;
  readonly inputs: number;
  /** Number of the first input in the journal; what came before it is the opening balance. */
  readonly first: number;
  readonly events: number;
  readonly trades: number;
  /** Of funding. */
  readonly payments: number;
  /** Deposits, withdrawals, exchanges, takeovers and whatever else moves collateral. */
  readonly transfers: number;
  readonly takeovers: number;
  readonly deleveraged: number;
  readonly accounts: number;
  readonly assets: readonly string[];
  /** Of everything that happened and the state it came to, as this replay has it. */
  readonly digest: string;
  /** All there were; `findings` has the first of them. */
  readonly found: number;
  readonly findings: readonly AuditFinding[];
}

/**
 * Audits a journal as it is read: replays it line by line, passes every event to the bookkeeper, and in the end holds
 * the books against the replayed state and against the ledger that stands at the end of the journal.
 */
export class JournalAudit {
  readonly #reader = new DumpReader();
  #life: Life | null = null;
  #end: DumpEnd | null = null;

  /** Inputs replayed so far. */
  get inputs(): number {
    return this.#life?.replay.state.inputSeq ?? 0;
  }

  /** Takes the next line, without its end. Throws DumpError. */
  line(text: string): void {
    const line = this.#reader.read(text);
    if (line.kind === 'header') this.#life = this.#begin(line.header);
    else if (line.kind === 'input') this.#attempt(() => this.#life?.apply(line.record));
    else this.#finish(line.end);
  }

  /** Compares the books with what a running exchange says, which must be at the last input of the journal. */
  compareWith(ledger: LedgerRecord): void {
    this.#compare('exchange', ledger);
  }

  /** Throws DumpError when the journal has not ended. */
  report(): AuditReport {
    this.#reader.close();
    const life = this.#running();
    const { header, bookkeeper, replay } = life;
    const { findings, counts, ledger } = bookkeeper;
    const assets = new Set([...ledger.accounts.values()].flatMap(({ balances }) => [...balances.keys()]));
    return {
      balanced: findings.total === 0,
      world: header.world,
      seed: header.seed,
      package: header.package,
      inputs: replay.state.inputSeq,
      first: header.start.seq + 1,
      events: bookkeeper.events,
      ...counts,
      accounts: ledger.accounts.size,
      assets: [...assets],
      digest: replay.digest(),
      found: findings.total,
      findings: findings.kept,
    };
  }

  #begin(header: DumpHeader): Life {
    const { seq, snapshot } = header.start;
    if (snapshot !== null) {
      const message = `field "start": the journal begins after input ${seq}, at the snapshot "${snapshot}", which is not part of it`;
      throw new DumpError(this.#reader.place, message);
    }
    return this.#attempt(() => new Life(header));
  }

  #finish(end: DumpEnd): void {
    this.#end = end;
    const life = this.#running();
    const { bookkeeper, replay } = life;
    bookkeeper.checkSums();
    bookkeeper.compareWith(ledgerOf(replay.state), 'replay');
    life.same('journal', 'checksum of inputs and events', replay.chain.crc, end.crc);
    life.same('journal', 'digest of inputs and events', replay.chain.value(), end.chain);
    life.same('journal', 'digest of the state', stateDigest(replay.state), end.state);
    this.#compare('journal', end.ledger);
  }

  #compare(against: Against, record: LedgerRecord): void {
    const life = this.#running();
    life.same(against, 'inputs', this.#end?.inputs ?? 0, record.inputs);
    life.same(against, 'events', life.bookkeeper.events, record.events);
    life.same(against, 'digest', life.replay.digest(), record.digest);
    this.#attempt(() => {
      life.bookkeeper.compareWith(ledgerFrom(record, life.header.config), against);
    });
  }

  #running(): Life {
    if (this.#life) return this.#life;
    throw new DumpError({ line: 1, offset: 0 }, 'the journal is empty');
  }

  /** What the engine cannot make anything of is a broken journal, not a broken audit. */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const { place } = this.#reader;
      if (error instanceof DumpError) throw error;
      if (error instanceof CodecError) throw new DumpError(place, fieldProblem(error));
      const reason = error instanceof Error ? error.message : String(error);
      throw new DumpError(place, `the engine cannot follow it: ${reason}`);
    }
  }
}

/** The exchange of a journal, replayed, with a bookkeeper. */
class Life {
  readonly header: DumpHeader;
  readonly replay: Replay;
  readonly bookkeeper: Bookkeeper;
  #hasParted = false;

  constructor(header: DumpHeader) {
    this.header = header;
    this.replay = new Replay(header.config, header.start);
    this.bookkeeper = new Bookkeeper(header.config);
    if (header.start.seq > 0) this.bookkeeper.open(this.replay.state);
    this.bookkeeper.book(this.replay.genesis);
  }

  apply(record: JournalRecord): void {
    const { crc } = this.replay.chain;
    if (record.crc !== crc && !this.#hasParted) {
      // Every later checksum differs as well: one finding says where it began.
      this.#hasParted = true;
      this.same('journal', `checksum before input ${record.seq}`, crc, record.crc);
    }
    this.bookkeeper.book(this.replay.apply(record));
  }

  same(against: Against, what: string, expected: Figure, found: Figure): void {
    const about = { against, seq: null, event: null, account: null, subject: '', what };
    this.bookkeeper.findings.compare(about, expected, found);
  }
}

/** A ledger in the engine's units, to be compared. Throws CodecError for what the configuration does not know. */
function ledgerFrom(record: LedgerRecord, config: ExchangeConfig): Ledger {
  const lotsOf = (symbol: string, size: string, field: string): Lots => {
    const spec = config.markets.find((market) => market.symbol === symbol);
    const units = unitsOf(size);
    if (spec && units % BigInt(spec.lotUnits) === 0n) return Number(units / BigInt(spec.lotUnits));
    throw new CodecError(field, `${size} is no size of a market ${symbol}`);
  };
  const positionOf = (held: HeldRecord, field: string): [string, LedgerPosition] => [
    held.symbol,
    {
      no: Number(parseUint64(held.positionId) ?? 0n),
      lots: lotsOf(held.symbol, held.size, `${field}.size`),
      cost: unitsOf(held.cost),
      entryCost: unitsOf(held.entryCost),
      entryLots: lotsOf(held.symbol, held.entrySize, `${field}.entrySize`),
      realizedPnl: unitsOf(held.realizedPnl),
      fees: unitsOf(held.fees),
      netFunding: unitsOf(held.netFunding),
    },
  ];
  const accountOf = (account: LedgerRecord['subAccounts'][number], index: number): [number, LedgerAccount] => {
    const field = `subAccounts[${index}]`;
    const no = accountNoOf(parseUint64(account.subAccountId) ?? 0n);
    if (no === undefined) throw new CodecError(`${field}.subAccountId`, 'is the id of no subaccount');
    const { balances, pendingWithdraw, isolatedMargin, positions } = account;
    return [
      no,
      {
        balances: unitsIn(balances),
        pending: unitsIn(pendingWithdraw),
        isolated: unitsIn(isolatedMargin),
        positions: new Map(positions.map((held, place) => positionOf(held, `${field}.positions[${place}]`))),
      },
    ];
  };
  return {
    accounts: new Map(record.subAccounts.map(accountOf)),
    house: new Map(Object.entries(record.house).map(([name, amounts]) => [name, unitsIn(amounts)])),
    openInterest: new Map(
      Object.entries(record.openInterest).map(([symbol, size]) => [
        symbol,
        lotsOf(symbol, size, `openInterest.${symbol}`),
      ]),
    ),
  };
}

const unitsIn = (amounts: Amounts): Map<string, Units> =>
  new Map(Object.entries(amounts).map(([asset, amount]) => [asset, unitsOf(amount)]));
