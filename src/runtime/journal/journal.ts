import type { Input } from '../../engine/command.ts';

/** One line of the log: everything replay needs to do this step again. */
export interface JournalRecord {
  /** From 1, without gaps. */
  readonly seq: number;
  readonly input: Input;
}

/** The log of inputs, which is the truth about an exchange: genesis and this give every state it was in. */
export interface Journal {
  /** Called before any client can see the effects of the input. */
  append(record: JournalRecord): void;
  records(): Iterable<JournalRecord>;
  readonly length: number;
}
