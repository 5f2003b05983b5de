import { canonicalState, stateDigest } from '../../engine/canonical-state.ts';
import type { Input } from '../../engine/command.ts';
import type { DumpEnd, DumpHeader } from '../../exchange/journal/dump.ts';
import { type Differences, differencesOf } from '../../exchange/snapshots/differences.ts';
import { canonicalJson } from '../../kernel/canonical-json.ts';
import { JournalReplay, type ReplayOptions, type ReplayedLine } from './journal-replay.ts';

/** One of the two runs that are compared: a name for people, and the lines of its journal. */
export interface Run {
  readonly name: string;
  readonly lines: AsyncIterable<string>;
  /** The snapshots beside it, where it is in a data directory. */
  readonly snapshotOf?: ReplayOptions['snapshotOf'];
}

export interface Comparison {
  /** Inputs that both runs have in common, up to the first difference. */
  readonly inputs: number;
  readonly difference: RunDifference | null;
  /** Where this build computes another digest than both runs recorded; null when it agrees or there is nothing to compare. */
  readonly otherBuild: { readonly input: number; readonly recorded: string; readonly computed: string } | null;
}

export interface RunDifference {
  /**
   * `start`: the runs began differently, or differ where the later of them begins. `input`: their inputs differ. `length`: one has no such input. `effects`: an equal
   * input had other effects. `state`: inputs and events are equal, and the states recorded at the end differ.
   */
  readonly what: 'start' | 'input' | 'length' | 'effects' | 'state';
  /** Number of the first input that differs or had other effects; that of the last equal one for `start`. */
  readonly seq: number;
  readonly input: Input | null;
  /** The inputs, the events they caused and the states just after them, as this build computes them. */
  readonly inputs: Differences;
  readonly events: Differences;
  readonly state: Differences;
  readonly chains: Chains;
}

/**
 * Checksums after the input, or digests at the end where only these differ: what each run recorded, null where it recorded none,
 * and what this build computes.
 */
export interface Chains {
  readonly recorded: readonly [a: string | null, b: string | null];
  readonly computed: readonly [a: string, b: string];
}

const textOf = (crc: number | null): string | null => (crc === null ? null : String(crc));

const NONE: Differences = { total: 0, first: [] };

/**
 * Replays two journals side by side and stops at the first input at which they differ: in the input, in what it caused,
 * or in a checksum or digest that both recorded.
 *
 * @throws DumpError for a journal that cannot be read; `RunError` names which
 */
export async function compareJournals(a: Run, b: Run, progress: (inputs: number) => void = () => undefined) {
  const sides = [new Side(a), new Side(b)] as const;
  return new Pair(sides).compare(progress);
}

/** A journal of one of the runs cannot be read. */
export class RunError extends Error {
  override readonly name = 'RunError';

  constructor(run: string, cause: Error) {
    super(`${run} ${cause.message}`, { cause });
  }
}

/** One run as it is read: the line that comes next has been read and not applied. */
class Side {
  readonly replay: JournalReplay;
  readonly #name: string;
  readonly #lines: AsyncIterator<string>;
  next: ReplayedLine | null = null;

  constructor({ name, lines, snapshotOf }: Run) {
    this.replay = new JournalReplay({ snapshotOf, takesSnapshot: true });
    this.#name = name;
    this.#lines = lines[Symbol.asyncIterator]();
  }

  /** Reads the next line that is an input, or null at the end of the journal. */
  async read(): Promise<void> {
    for (;;) {
      const line = await this.#lines.next();
      this.next = line.done === true ? null : this.#attempt(() => this.replay.read(line.value));
      if (this.next?.kind !== 'end') return;
      this.end = this.next.end;
    }
  }

  /** What the end of the journal records, once it has come. */
  end: DumpEnd | null = null;

  /** The checksum of everything before the line that comes next, as the run recorded it. */
  get recorded(): number | null {
    return this.next?.kind === 'input' ? this.next.crc : (this.end?.crc ?? null);
  }

  get input(): Input | null {
    return this.next?.kind === 'input' ? this.next.input : null;
  }

  get header(): DumpHeader {
    return this.#attempt(() => this.replay.header);
  }

  apply(): void {
    const { next } = this;
    if (next) this.#attempt(() => this.replay.apply(next));
  }

  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof Error ? new RunError(this.#name, error) : error;
    }
  }
}

class Pair {
  readonly #a: Side;
  readonly #b: Side;
  #otherBuild: Comparison['otherBuild'] = null;
  #last: Input | null = null;

  constructor([a, b]: readonly [Side, Side]) {
    this.#a = a;
    this.#b = b;
  }

  async compare(progress: (inputs: number) => void): Promise<Comparison> {
    await this.#read();
    const started = differencesOf(startOf(this.#a.header), startOf(this.#b.header), 'header');
    if (started.total > 0) return this.#differ('start', { inputs: started });
    const late = (await this.#reachStart()) ?? this.#compareStarts();
    if (late) return late;
    if (this.#a.replay.isSnapshot || this.#b.replay.isSnapshot) return this.#result(null);
    for (;;) {
      await this.#read();
      progress(this.#seq);
      // Both have recorded the checksum of everything so far; what they differ in came with the input before.
      const [one, other] = [this.#a.recorded, this.#b.recorded];
      if (one !== null && other !== null && one !== other) return this.#differ('effects', this.#effects());
      this.#compareBuild(one ?? other);
      const [mine, its] = [this.#a.input, this.#b.input];
      if (!mine && !its) return this.#compareEnds();
      const isEqual = mine && its && canonicalJson(mine) === canonicalJson(its);
      this.#a.apply();
      this.#b.apply();
      this.#last = mine ?? its;
      if (isEqual && this.#a.replay.chain.crc === this.#b.replay.chain.crc) continue;
      const found = { ...this.#effects(), inputs: differencesOf(mine ?? undefined, its ?? undefined, 'input') };
      // What the runs recorded of this input stands in their next lines.
      await this.#read();
      return this.#differ(isEqual ? 'effects' : mine && its ? 'input' : 'length', found);
    }
  }

  /** Moves the run that began earlier to where the other begins; a difference when it ends before. */
  async #reachStart(): Promise<Comparison | null> {
    const [a, b] = [this.#a, this.#b];
    const [early, late] = a.replay.state.inputSeq <= b.replay.state.inputSeq ? [a, b] : [b, a];
    while (early.replay.state.inputSeq < late.replay.state.inputSeq && !early.replay.isSnapshot) {
      await early.read();
      if (!early.input) return this.#differ('length', {});
      early.apply();
    }
    return null;
  }

  #compareStarts(): Comparison | null {
    if (this.#seq === 0) return null;
    const state = differencesOf(canonicalState(this.#a.replay.state), canonicalState(this.#b.replay.state), 'state');
    const areEqual = state.total === 0 && this.#a.replay.chain.value() === this.#b.replay.chain.value();
    return areEqual ? null : this.#differ('start', { state });
  }

  /**
   * The digests at the end tell apart what checksums may not. Events make the state, so equal events with unequal states mean that one of the
   * runs applied them otherwise.
   */
  #compareEnds(): Comparison {
    const [a, b] = [this.#a.end, this.#b.end];
    if (a === null || b === null) return this.#result(null);
    const { replay: one } = this.#a;
    const { replay: other } = this.#b;
    if (a.chain !== b.chain) {
      const chains: Chains = { recorded: [a.chain, b.chain], computed: [one.chain.value(), other.chain.value()] };
      return this.#differ('effects', { ...this.#effects(), chains });
    }
    if (a.state === b.state) return this.#result(null);
    const chains: Chains = {
      recorded: [a.state, b.state],
      computed: [stateDigest(one.state), stateDigest(other.state)],
    };
    return this.#differ('state', { ...this.#effects(), chains });
  }

  async #read(): Promise<void> {
    await this.#a.read();
    await this.#b.read();
  }

  get #seq(): number {
    return this.#a.replay.state.inputSeq;
  }

  #compareBuild(recorded: number | null): void {
    const computed = this.#a.replay.chain.crc;
    if (recorded === null || recorded === computed) return;
    this.#otherBuild ??= { input: this.#seq, recorded: String(recorded), computed: String(computed) };
  }

  #effects(): Pick<RunDifference, 'events' | 'state'> {
    const [a, b] = [this.#a.replay, this.#b.replay];
    return {
      events: differencesOf(a.events, b.events, 'events'),
      state: differencesOf(canonicalState(a.state), canonicalState(b.state), 'state'),
    };
  }

  #chains(): Chains {
    return {
      recorded: [textOf(this.#a.recorded), textOf(this.#b.recorded)],
      computed: [String(this.#a.replay.chain.crc), String(this.#b.replay.chain.crc)],
    };
  }

  #differ(what: RunDifference['what'], found: Partial<RunDifference>): Comparison {
    const seq = Math.max(this.#seq, this.#b.replay.state.inputSeq);
    const chains = this.#chains();
    return this.#result({ what, seq, input: this.#last, inputs: NONE, events: NONE, state: NONE, chains, ...found });
  }

  #result(difference: RunDifference | null): Comparison {
    const isLater = difference !== null && difference.what !== 'start';
    return { inputs: isLater ? difference.seq - 1 : this.#seq, difference, otherBuild: this.#otherBuild };
  }
}

/** What decides how a run begins. */
const startOf = ({ config, serviceName }: DumpHeader): unknown => ({ config, serviceName });

/** The part of the engine that a part of the state belongs to: folders and files of `src/engine`. */
const MODULES: readonly (readonly [start: RegExp, module: string])[] = [
  [/^state\.markets\.[^.]+\.book\b/, 'book'],
  [/^state\.markets\.[^.]+\.triggers\b/, 'orders/conditional'],
  [/^state\.markets\.[^.]+\.funding\b/, 'funding'],
  [/^state\.markets\.[^.]+\.(?:index|agent)(?:Random|Basis)\b/, 'world'],
  [/^state\.markets\.[^.]+\.(?:index|indexAt|frozenAt|premium|mark|sampling)\b/, 'prices'],
  [/^state\.markets\b/, 'markets'],
  [/^state\.orders\b/, 'orders'],
  [/^state\.(?:nonces|limits)\b/, 'admission'],
  [/^state\.timers\b/, 'timers'],
  [/^state\.(?:withdrawals|plannedWithdrawals|delegates)\b/, 'accounts'],
  [/^state\.(?:twaps|twapRandom)\b/, 'orders/twap'],
  [/^state\.accounts\.[^.]+\.(?:isolated)\b/, 'isolated'],
  [/^state\.isolatedAccounts\b/, 'isolated'],
  [/^state\.(?:liquidations|vaultUnwinding|unfinishedSales)\b/, 'liquidation'],
  [/^state\.accounts\.[^.]+\.positions\b/, 'positions'],
  [/^state\.accounts\b/, 'accounts'],
  [/^state\.wallets\.[^.]+\.(?:tierId|customTier|startTier|reviewing|volume|referral)\b/, 'fees'],
  [/^state\.wallets\b/, 'accounts'],
  [/^state\.pegs\b/, 'risk'],
  [/^state\.cancelOnDisconnect\b/, 'orders'],
  [/^state\.faults\b/, 'faults'],
  [/^state\.latencies\b/, 'latency'],
  [/^state\.lottery\b/, 'lottery'],
  [/^state\.sampling\b/, 'account-value'],
  [/^state\.house\b/, 'ledger'],
  [/^state\.(?:config|terms)\b/, 'config'],
];

/** Names the part of the engine that owns a path of the state, such as `book`. */
export const moduleOf = (path: string): string => MODULES.find(([start]) => start.test(path))?.[1] ?? 'engine';
