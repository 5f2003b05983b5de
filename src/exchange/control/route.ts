import type { Exchange } from '../exchange.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { ControlCallName, ControlFields } from '../../contract/control.ts';
import type { Jobs } from '../../contract/jobs.ts';

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

/** Starts and ends branches; a control plane without a server has none. */
export interface Branches {
  start(snapshot: string, port: number): Promise<Branch>;
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
