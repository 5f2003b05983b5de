import type { Exchange } from '../exchange.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { ControlCallName, ControlFields } from '../../contract/control.ts';
import type { Jobs } from '../../contract/jobs.ts';
import type { Moment } from '../moments.ts';
import type { Repeated } from '../run-again.ts';

/** What the control plane steers: the part of an exchange that its routes touch. */
export type Steered = Pick<
  Exchange,
  | 'accounts'
  | 'clock'
  | 'control'
  | 'why'
  | 'durable'
  | 'inTurn'
  | 'snapshot'
  | 'snapshots'
  | 'exportSnapshot'
  | 'revert'
  | 'deleteSnapshot'
  | 'compareSnapshot'
> & {
  /** Who moves the clock of a run of a scenario; left out where no run drives the exchange. */
  readonly steps?: StepTaker;
};

/** Lets the clock of a run go on when its bot asks for time. Rejects with ControlError. */
export interface StepTaker {
  step(asked: { readonly ms?: number; readonly until?: 'data' | 'time' }): Promise<StepTaken>;
}

export interface StepTaken {
  readonly now: number;
  readonly ended: boolean;
  readonly advancedMs: number;
}

/** An exchange that was started from a snapshot of another. */
export interface Branch {
  readonly snapshot: string;
  readonly port: number;
  readonly url: string;
  readonly wsUrl: string;
  readonly controlUrl: string;
}

/** A command of the control plane with the fields of its body. */
export interface Change {
  readonly command: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Where two runs part: up to there their inputs, and so all they caused, are equal. */
export interface Parting {
  /** False where they began with another seed or in another world: then equal inputs may cause something else. */
  readonly isSameStart: boolean;
  /** Number of the first input that differs, or that one of them alone has; null while they are equal. */
  readonly input: number | null;
  /** That input in one line, here and in the branch; null where there is none. */
  readonly here: string | null;
  readonly there: string | null;
}

/** Starts and ends branches; a control plane without a server has none. */
export interface Branches {
  /** From a snapshot by its name, or as it was at a moment. */
  start(from: string | Moment, port: number): Promise<Branch>;
  /** The log of a branch that runs. Throws ControlError for a port without one. */
  logOf(port: number): EventLog;
  /** As it was at a moment, with a change, and with what was asked for in the run since then. */
  again(moment: Moment, change: Change | null, port: number): Promise<Branch & Repeated>;
  /** Serves an exchange that was made elsewhere. */
  open(name: string, exchange: Exchange, port: number): Promise<Branch>;
  /**
   * The first input that a branch and another, or this exchange where there is no other, do not have in common. Throws ControlError for a
   * port without a branch.
   */
  parting(port: number, other: number | null): Parting;
  list(): readonly Branch[];
  end(port: number): Promise<void>;
}

/** What a server does beside its exchange; null for what it cannot do. */
export interface Beside {
  readonly branches: Branches | null;
  readonly jobs: Jobs | null;
  readonly log: EventLog | null;
}

/** Carries out the calls of these names. What it returns is the response; `Lines` where the call responds with lines. */
export type Handlers<N extends ControlCallName> = {
  readonly [K in N]: (exchange: Steered, fields: ControlFields<K>, beside: Beside) => unknown;
};

/** The response of a route that is too long to hold at once: JSON documents as lines, each with its end. */
export class Lines {
  readonly lines: Iterable<string>;

  constructor(lines: Iterable<string>) {
    this.lines = lines;
  }
}
