import type { Plain } from '../../kernel/codec/codec.ts';
import { type ChainPlace, CHAIN_START } from '../../kernel/digest-chain.ts';
import type { Input } from '../../engine/command.ts';

/** One step of the exchange: what replay applies again. */
export interface NumberedInput {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly input: Input;
}

/** One line of the log: an input, and the checksum of everything before it, which replay compares. */
export interface JournalRecord extends NumberedInput {
  /** Checksum of all inputs up to `seq - 1` and their events: that of the rolling digest, which would cost too much at every input. */
  readonly crc: number;
}

/** Where a log begins: after this many inputs, with their rolling digest. */
export interface JournalStart {
  readonly seq: number;
  readonly chain: ChainPlace;
  /** Name of the snapshot that holds the state after these inputs; null for genesis. */
  readonly snapshot: string | null;
  /** The state after these inputs as plain data, where the log itself holds it. */
  readonly state?: Plain;
}

/** Before the first input of an exchange. */
export const GENESIS: JournalStart = { seq: 0, chain: CHAIN_START, snapshot: null };

/** The log of inputs, which is the truth about an exchange: its start and this give every state it was in. */
export interface Journal {
  readonly start: JournalStart;
  /**
   * Called before the engine applies the input. Nothing is appended when it throws.
   *
   * @throws JournalError
   */
  append(record: JournalRecord): void;
  /** The records from this number on, or all that are kept. */
  records(from?: number): Iterable<JournalRecord>;
  /** Number of the last input. */
  readonly length: number;
  /** Number of the first record that is kept; `length + 1` when none is. */
  readonly first: number;
  /** Resolves once the input is as durable as was asked for; null when it is so already. Rejects with JournalError. */
  durable(seq: number): Promise<void> | null;
  /** Why no input can be taken now; null when one can. */
  trouble(): JournalError | null;
}

/**
 * The journal cannot take an input, so nothing happens. `full`: there is no room, which may change. `failed`: a write
 * or sync went wrong; what is on the disk is unknown, and nothing more is written (DUR-07).
 */
export class JournalError extends Error {
  override readonly name = 'JournalError';
  readonly kind: 'full' | 'failed';

  constructor(kind: JournalError['kind'], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
