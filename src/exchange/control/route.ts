import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Exchange } from '../exchange.ts';
import type { EventLog } from '../event-log/event-log.ts';
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

/** One route of the control plane, as data: the handler, the documents and the tests read this. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST';
  /** Below `/sim/v1`; parts in braces are fields of the request. */
  readonly path: string;
  readonly summary: string;
  /** Fields of a POST's body; of a GET those of its path and query, all of them texts. */
  readonly body: TObject;
  /** Of each line, where the response is a `Lines`. */
  readonly response: TSchema;
  readonly respondsLines?: true;
  /** A POST that does not wait for the end of an advance. A GET never does. */
  readonly atOnce?: true;
  /** Takes no page of another origin, not even of this machine. */
  readonly startsProcesses?: true;
  /** Fields of a POST's path, all of them texts. */
  readonly address?: TObject;
  readonly run: (exchange: Steered, body: never, beside: Beside) => unknown;
}

/** A GET whose path or query says what is asked for. */
export const getBy = <B extends TObject>(
  path: string,
  summary: string,
  fields: B,
  response: TSchema,
  run: (exchange: Steered, fields: Static<B>, beside: Beside) => unknown,
): ControlRoute => ({ method: 'GET', path, summary, body: fields, response, run });

/** Makes a route that reads and takes no body. */
export const get = (
  path: string,
  summary: string,
  response: TSchema,
  run: (exchange: Steered) => unknown,
): ControlRoute => ({
  method: 'GET',
  path,
  summary,
  body: Type.Object({}),
  response,
  run,
});

/** Makes a route that changes the exchange; the schema of its body gives the type of what `run` takes. */
export const post = <B extends TObject>(
  path: string,
  summary: string,
  body: B,
  response: TSchema,
  run: (exchange: Steered, body: Static<B>) => unknown,
): ControlRoute => ({ method: 'POST', path, summary, body, response, run });

/** Makes a route that changes the clock itself, and does not wait for the end of an advance. */
export const postAtOnce = <B extends TObject>(
  path: string,
  summary: string,
  body: B,
  response: TSchema,
  run: (exchange: Steered, body: Static<B>) => unknown,
): ControlRoute => ({ ...post(path, summary, body, response, run), atOnce: true });

/** Makes a route whose path says what is changed; `run` takes the fields of both. */
export const postBy = <A extends TObject, B extends TObject>(
  path: string,
  summary: string,
  address: A,
  body: B,
  response: TSchema,
  run: (exchange: Steered, fields: Static<A> & Static<B>, beside: Beside) => unknown,
): ControlRoute => ({ method: 'POST', path, summary, address, body, response, run });
