import { endOfPart } from '../engine/account-value.ts';
import { PendingCharges } from '../engine/admission.ts';
import type { Input } from '../engine/command.ts';
import type { Engine, InputOutcome } from '../engine/engine.ts';
import type { Charge } from '../engine/token-bucket.ts';
import type { EncodedEvents } from '../kernel/binary-form.ts';
import { DigestChain, type RollingDigest } from '../kernel/digest-chain.ts';
import { invariant, InvariantError } from '../kernel/errors.ts';
import type { TimeMs } from '../kernel/units.ts';
import type { AdvanceResult, ClockDriver } from './clock/clock.ts';
import { LONGEST_STEP_MS } from './clock/slices.ts';
import { type Journal, JournalError, type JournalRecord } from './journal/journal.ts';
import { ReplayError } from './journal/replay.ts';

/** An input without its time and without what was charged before it, both of which the sequencer adds. */
export type Draft = Input extends infer I ? (I extends Input ? Omit<I, 'at' | 'levels'> : never) : never;

/**
 * Takes the events of one input, and the bytes of them that the digest has hashed. These are valid during the call alone;
 * it comes before the input is published, and it must not throw.
 */
type EventTaker = (encoded: EncodedEvents, outcome: InputOutcome) => void;

/**
 * The only caller of the engine, and the single writer that makes the exchange deterministic: it stamps an input,
 * appends it to the journal, applies it and publishes the outcome. The engine calls nothing outside itself, and what
 * listeners publish meanwhile waits in the bus, so no input ever runs inside another.
 */
export class Sequencer implements ClockDriver {
  readonly #engine: Engine;
  readonly #journal: Journal;
  readonly #bus: Bus;
  readonly #chain: DigestChain;
  /** What requests that are no inputs have paid since the last input. */
  readonly charges: PendingCharges;
  #clock: () => TimeMs;
  #failure: Error | null = null;
  #taker: EventTaker | null = null;

  /** @param chain - the rolling digest up to the last input that the engine has applied; that at the start of the journal by default */
  constructor(engine: Engine, journal: Journal, bus: Bus, chain = journal.start.chain) {
    this.#chain = new DigestChain(chain);
    this.#engine = engine;
    this.#journal = journal;
    this.#bus = bus;
    this.charges = new PendingCharges(engine.state);
    this.#clock = () => engine.state.now;
  }

  /** Hands the events of each input from now on to this taker as well, or to none. */
  handTo(taker: EventTaker | null): void {
    this.#taker = taker;
  }

  /** Stamps inputs with this clock from now on, instead of the time of the last one. */
  follow(clock: () => TimeMs): void {
    this.#clock = clock;
  }

  /** Returns exchange time: that of the clock, and never before the last input or charge. */
  now(): TimeMs {
    return Math.max(this.#clock(), this.#engine.state.now, this.charges.latest);
  }

  /** Applies one input now. Throws what the engine throws, and again on every later input: a broken exchange stays down. */
  submit(draft: Draft): InputOutcome {
    const at = this.now();
    this.#catchUp(at);
    // A spread that stands first in an object gives each copy a hidden class of its own (V8 11).
    return this.#apply({ at, ...draft });
  }

  /** Charges a request that is no input. Nothing is written: the next input carries what such requests have paid. */
  charge(charge: Charge): void {
    this.charges.add(charge, this.runDueTimers());
  }

  /**
   * Takes pending charges into the state and the journal, with at most one input. For whatever describes the whole
   * exchange: a digest, a ledger, a journal that ends here, a snapshot, a clean close. A broken exchange stays as it is.
   */
  flush(): void {
    const { latest } = this.charges;
    if (latest > Number.NEGATIVE_INFINITY && this.#failure === null) this.#apply({ kind: 'clock', at: latest });
  }

  /** Runs all timers that are due until nothing is, so that the next check or read sees the state of now. Returns now. */
  runDueTimers(): TimeMs {
    if (this.#failure !== null) throw this.#failure;
    const now = this.now();
    const due = this.nextDue();
    if (due !== undefined && due <= now) this.keepUp(now);
    return now;
  }

  /** Moves to `to`, or stays where it is while the journal takes no input: time then goes on when it does again. */
  keepUp(to: TimeMs): void {
    try {
      this.moveTo(to);
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
    }
  }

  /** False while the journal takes no input. */
  get isWritable(): boolean {
    return this.#journal.trouble() === null;
  }

  stateTime(): TimeMs {
    return this.#engine.state.now;
  }

  nextDue(): TimeMs | undefined {
    return this.#engine.state.timers.peek()?.due;
  }

  lastEvent(): number {
    return this.#engine.state.eventSeq;
  }

  stepTo(to: TimeMs): void {
    const { now } = this.#engine.state;
    if (to <= now) return;
    // Without a due timer there is nothing to bound: the clock goes straight to the next one.
    const due = this.nextDue() ?? to;
    const farthest = Math.min(to, Math.max(due, now + LONGEST_STEP_MS));
    this.#apply({ kind: 'clock', at: Math.min(farthest, endOfPart(this.#engine.state)) });
  }

  moveTo(to: TimeMs): AdvanceResult {
    const from = this.stateTime();
    const firstEvent = this.lastEvent() + 1;
    while (this.stateTime() < to) this.stepTo(to);
    return { from, now: this.stateTime(), firstEvent, lastEvent: this.lastEvent() };
  }

  /** Rolling digest over all inputs and their events (DET-08). */
  get chain(): RollingDigest {
    return this.#chain;
  }

  /** Its value after the last input. */
  chainValue(): string {
    return this.#chain.value();
  }

  /**
   * Applies an input that the journal holds already, when an exchange starts from its journal.
   *
   * @throws ReplayError when the exchange has come to another checksum than the one that wrote the journal
   */
  reapply({ seq, input, crc }: JournalRecord): void {
    const found = this.#chain.crc;
    if (crc !== found) throw new ReplayError(seq, crc, found);
    this.#publish(seq, input);
  }

  /** Leaves no more than one step to the input that comes next. */
  #catchUp(to: TimeMs): void {
    while (to - this.stateTime() > LONGEST_STEP_MS) this.stepTo(to);
  }

  #apply(bare: Input): InputOutcome {
    if (this.#failure !== null) throw this.#failure;
    invariant(bare.at >= this.charges.latest, 'an input comes after the charges that it carries');
    const levels = this.charges.levels();
    const input = levels ? { levels, ...bare } : bare;
    const seq = this.#journal.length + 1;
    this.#journal.append({ seq, input, crc: this.#chain.crc });
    this.charges.clear();
    return this.#publish(seq, input);
  }

  #publish(seq: number, input: Input): InputOutcome {
    let outcome: InputOutcome;
    const release = trapAmbient();
    try {
      outcome = this.#engine.apply(input);
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw this.#failure;
    } finally {
      release();
    }
    this.#chain.add(seq, input, outcome.events);
    this.#taker?.(this.#chain.events(), outcome);
    this.#bus.publish({ seq, input, outcome });
    return outcome;
  }
}

/** One applied input with all it caused: what projections and streams are fed from. */
export interface Applied {
  /** Number of the input, from 1. */
  readonly seq: number;
  readonly input: Input;
  readonly outcome: InputOutcome;
}

export type Listener = (applied: Applied) => void;

/**
 * Delivers what was applied, in order, to every listener in the order they came. A listener that sends an
 * input of its own is safe: its delivery waits until all listeners have received the present one.
 */
export class Bus {
  readonly #listeners = new Set<Listener>();
  readonly #outbox: Applied[] = [];
  readonly #report: (error: unknown) => void;
  #delivering = false;

  /** `report` receives the error of a listener that threw; the other listeners and the exchange go on. */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Returns how to leave. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(applied: Applied): void {
    this.#outbox.push(applied);
    if (this.#delivering) return;
    this.#delivering = true;
    for (let next = this.#outbox.shift(); next; next = this.#outbox.shift()) {
      for (const listener of this.#listeners) this.#deliver(listener, next);
    }
    this.#delivering = false;
  }

  #deliver(listener: Listener, applied: Applied): void {
    try {
      listener(applied);
    } catch (error) {
      this.#report(error);
    }
  }
}

/**
 * Lets the ambient clock, randomness and timers throw while the engine works (DET-15): a rule that reached for
 * one would give another result on replay. The swap is a handful of stores around each input, so it is on in
 * production too.
 *
 * @returns puts back what stood there before, a test's fake clock too
 */
export function trapAmbient(): () => void {
  const { setTimeout: timeout, setInterval: interval, setImmediate: immediate } = globalThis;
  const { now } = Date;
  const { random } = Math;
  Date.now = trapped;
  Math.random = trapped;
  globalThis.setTimeout = trapped as unknown as typeof setTimeout;
  globalThis.setInterval = trapped;
  globalThis.setImmediate = trapped as unknown as typeof setImmediate;
  return () => {
    Date.now = now;
    Math.random = random;
    globalThis.setTimeout = timeout;
    globalThis.setInterval = interval;
    globalThis.setImmediate = immediate;
  };
}

function trapped(): never {
  throw new InvariantError('the engine asked for ambient time, randomness or a timer');
}
