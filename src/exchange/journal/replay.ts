import type { ExchangeConfig } from '../../engine/config.ts';
import { Engine, type EngineObserver } from '../../engine/engine.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { genesis } from '../../engine/genesis.ts';
import { decodeState } from '../../engine/state-codec/state-codec.ts';
import type { State } from '../../engine/state.ts';
import { invariant } from '../../kernel/errors.ts';
import { DigestChain, type RollingDigest } from '../../kernel/digest-chain.ts';
import { GENESIS, type JournalStart, type NumberedInput } from './journal.ts';
import { exchangeDigest } from './ledger-record.ts';

/** A replay came to another checksum than the exchange that wrote the journal. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError';
  /** The checksums differ before this input: the one before it, or its events, were others. */
  readonly seq: number;
  readonly expected: number;
  readonly found: number;

  constructor(seq: number, expected: number, found: number) {
    super(`before input ${seq} the journal has the checksum ${expected}, and the replay ${found}`);
    this.seq = seq;
    this.expected = expected;
    this.found = found;
  }
}

/** The exchange that a log leads to: genesis or the state that the log starts with, then every input again, in order (DET-10). */
export class Replay {
  readonly state: State;
  /** What genesis caused; nothing for a log that starts later. */
  readonly genesis: readonly EngineEvent[];
  readonly #engine: Engine;
  readonly #chain: DigestChain;

  /**
   * Throws CodecError for a state that is not what it must be.
   *
   * @param observer watches the engine while inputs are applied
   */
  constructor(config: ExchangeConfig, start: JournalStart = GENESIS, observer?: EngineObserver) {
    invariant(
      start.seq === 0 || start.state !== undefined,
      'a log that starts later holds the state that it starts with',
    );
    const { state, events } =
      start.state === undefined ? genesis(config) : { state: decodeState(start.state, config), events: [] };
    this.#chain = new DigestChain(start.chain);
    this.state = state;
    this.genesis = events;
    this.#engine = new Engine(state, observer);
  }

  /** Rolling digest over all inputs so far and their events. */
  get chain(): RollingDigest {
    return this.#chain;
  }

  /**
   * Applies the next input and returns its events.
   *
   * @param crc - the checksum that the journal has before this input, compared unless it is null
   * @throws ReplayError when it is another; nothing is applied
   */
  apply(record: NumberedInput, crc: number | null = null): readonly EngineEvent[] {
    if (crc !== null && crc !== this.#chain.crc) throw new ReplayError(record.seq, crc, this.#chain.crc);
    const { events } = this.#engine.apply(record.input);
    this.#chain.add(record.seq, record.input, events);
    return events;
  }

  /** Digest of everything that happened and of the state it came to. */
  digest(): string {
    return exchangeDigest(this.#chain.value(), this.state);
  }
}

/**
 * Replays a whole log.
 *
 * @throws ReplayError when a record has another checksum than the replay
 */
export function replay(
  config: ExchangeConfig,
  records: Iterable<NumberedInput & { readonly crc?: number }>,
): { state: State; digest: string } {
  const run = new Replay(config);
  for (const record of records) run.apply(record, record.crc ?? null);
  return { state: run.state, digest: run.digest() };
}
