import type { Input } from '../../engine/command.ts';
import type { EngineEvent } from '../../engine/event.ts';
import { stateDigest } from '../../engine/canonical-state.ts';
import { checkInvariants } from '../../engine/invariants.ts';
import type { EngineObserver } from '../../engine/engine.ts';
import type { State } from '../../engine/state.ts';
import {
  DUMP_FORMAT,
  DUMP_VERSION,
  type DumpEnd,
  DumpError,
  type DumpHeader,
  type DumpPlace,
  DumpReader,
} from '../../exchange/journal/dump.ts';
import { GENESIS } from '../../exchange/journal/journal.ts';
import { exchangeDigest, exchangeDigestOf, ledgerRecordOf } from '../../exchange/journal/ledger-record.ts';
import { Replay } from '../../exchange/journal/replay.ts';
import { readDocument, SnapshotError } from '../../exchange/snapshots/document.ts';
import type { SavedCore } from '../../exchange/snapshots/saved-core.ts';
import { differencesOf } from '../../exchange/snapshots/differences.ts';
import { isSamePlace, type RollingDigest } from '../../kernel/digest-chain.ts';

const SNAPSHOT = /"format":"perpsim-snapshot"/;

/** The journal recorded one value and the replay came to another. */
export interface Mismatch {
  /** Number of the input whose effects differ; that of the start when they differ before the first input. */
  readonly input: number;
  /** The line of that input. */
  readonly line: number;
  readonly what: 'crc' | 'chain' | 'state' | 'ledger';
  /** As the journal has it. */
  readonly expected: string;
  /** As the replay has it. */
  readonly found: string;
}

/** What one line came to. */
export type ReplayedLine =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'input'; readonly seq: number; readonly input: Input; readonly crc: number }
  | { readonly kind: 'end'; readonly end: DumpEnd };

export interface ReplayOptions {
  /** Checks every invariant of the state after each input. */
  readonly checks?: boolean;
  /** Watches the engine while inputs are applied. */
  readonly observer?: EngineObserver;
  /** Takes a snapshot in place of a journal: a run that has not gone on since. */
  readonly takesSnapshot?: boolean;
  /** Returns the snapshot of this name that a journal starts at. Throws SnapshotError. */
  readonly snapshotOf?: ((name: string) => SavedCore) | undefined;
}

/** Replays a journal line by line and compares every checksum and digest that it recorded with its own. */
export class JournalReplay {
  readonly #reader = new DumpReader();
  readonly #options: ReplayOptions;
  #header: DumpHeader | null = null;
  #replay: Replay | null = null;
  #mismatch: Mismatch | null = null;
  #compared = 0;
  #events: readonly EngineEvent[] = [];
  #saved: SavedCore | null = null;
  #isSnapshot = false;

  constructor(options: ReplayOptions = {}) {
    this.#options = options;
  }

  /** The first mismatch, once there is one. */
  get mismatch(): Mismatch | null {
    return this.#mismatch;
  }

  /** The snapshot that the journal starts at; null for one that starts at genesis or holds its start. */
  get saved(): SavedCore | null {
    return this.#saved;
  }

  /** True for a snapshot that was given in place of a journal. */
  get isSnapshot(): boolean {
    return this.#isSnapshot;
  }

  /** Recorded checksums and digests that were compared. */
  get compared(): number {
    return this.#compared;
  }

  /** Whether the line that was taken last is an end. */
  get ended(): boolean {
    return this.#reader.ended;
  }

  get header(): DumpHeader {
    if (this.#header) return this.#header;
    throw this.#error('the journal is empty');
  }

  get state(): State {
    return this.#running().state;
  }

  /** What the start of the exchange caused. */
  get genesis(): readonly EngineEvent[] {
    return this.#running().genesis;
  }

  /** Rolling digest over all inputs so far and their events. */
  get chain(): RollingDigest {
    return this.#running().chain;
  }

  /** What the last input caused. */
  get events(): readonly EngineEvent[] {
    return this.#events;
  }

  /**
   * Reads the next line, without its end, and changes nothing yet: `apply` does. The checksum that it records is that of
   * everything before it, so it is compared here.
   *
   * @throws DumpError
   */
  read(text: string): ReplayedLine {
    if (this.#options.takesSnapshot && this.#header === null && SNAPSHOT.test(text)) return this.#readSnapshot(text);
    const line = this.#reader.read(text);
    if (line.kind === 'header') {
      this.#header = line.header;
      this.#replay = this.#attempt(() => this.#start(line.header));
      return line;
    }
    if (line.kind === 'end') {
      this.#compareEnd(line.end);
      return line;
    }
    const { seq, input, crc } = line.record;
    this.#compareCrc(crc);
    return { kind: 'input', seq, input, crc };
  }

  /**
   * Applies an input that was read.
   *
   * @throws DumpError when the engine cannot follow it
   */
  apply(step: ReplayedLine): void {
    if (step.kind !== 'input') return;
    const { seq, input } = step;
    const replay = this.#running();
    this.#attempt(() => {
      this.#events = replay.apply({ seq, input });
      if (this.#options.checks === true) checkInvariants(replay.state);
    });
  }

  /** Digest of everything that happened and of the state it came to. */
  digest(): string {
    return exchangeDigest(this.chain.value(), this.state);
  }

  #start({ config, start }: DumpHeader): Replay {
    const { seq, chain, snapshot } = start;
    const { observer } = this.#options;
    if (snapshot === null) return new Replay(config, start, observer);
    const saved = this.#options.snapshotOf?.(snapshot);
    if (!saved)
      throw this.#error(`it starts after input ${seq}, at the snapshot "${snapshot}", which is not part of it`);
    if (saved.seq !== seq || !isSamePlace(saved.chain, chain)) {
      throw this.#error(`it starts after input ${seq}, and the snapshot "${snapshot}" is of another exchange`);
    }
    this.#saved = saved;
    return new Replay(config, { ...start, state: saved.state }, observer);
  }

  #readSnapshot(text: string): ReplayedLine {
    const saved = readDocument(text);
    const { config, world, serviceName, seq, chain, state } = saved;
    const start = seq === 0 ? GENESIS : { seq, chain, snapshot: null, state };
    const about = { format: DUMP_FORMAT, version: DUMP_VERSION, package: saved.package } as const;
    this.#header = { ...about, world, serviceName, seed: config.seed, config, start };
    this.#replay = new Replay(config, start);
    this.#isSnapshot = true;
    return { kind: 'header', header: this.#header };
  }

  #compareEnd(end: DumpEnd): void {
    const { state } = this;
    const [chain, digest] = [this.chain.value(), stateDigest(state)];
    this.#compareCrc(end.crc);
    this.#compare('chain', end.chain, chain);
    this.#compare('state', end.state, digest);
    if (this.#mismatch) return;
    const found = ledgerRecordOf(state, exchangeDigestOf(chain, digest));
    const [first] = differencesOf(end.ledger, found, 'ledger', 1).first;
    if (first) this.#differ('ledger', `${first.path} ${first.a}`, `${first.path} ${first.b}`);
  }

  #compareCrc(expected: number): void {
    if (this.#mismatch) return;
    this.#compared += 1;
    const { crc } = this.chain;
    if (crc !== expected) this.#differ('crc', String(expected), String(crc));
  }

  #compare(what: 'chain' | 'state', expected: string, found: string): void {
    if (this.#mismatch) return;
    this.#compared += 1;
    if (found !== expected) this.#differ(what, expected, found);
  }

  #differ(what: Mismatch['what'], expected: string, found: string): void {
    this.#mismatch = { input: this.state.inputSeq, line: this.place.line - 1, what, expected, found };
  }

  /** Where the line that was read last begins. */
  get place(): DumpPlace {
    return this.#reader.place;
  }

  #running(): Replay {
    if (this.#replay) return this.#replay;
    throw this.#error('the journal is empty');
  }

  /** What the engine cannot make anything of is a broken journal. */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof DumpError || error instanceof SnapshotError) throw error;
      throw this.#error(`the engine cannot follow it: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #error(message: string): DumpError {
    return new DumpError(this.place, message);
  }
}
