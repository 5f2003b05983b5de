import type { ErrorCode } from '../../../src/kernel/errors.ts';
import type { Request } from './request.ts';
import type { Stage } from './stage.ts';

/** The examples of one error code: real requests, and the responses they must get. */
export interface ErrorExamples {
  readonly code: ErrorCode;
  /** When the code is given, in a sentence for the page. */
  readonly meaning: string;
  readonly cases: readonly ErrorCase[];
}

export interface ErrorCase {
  /** What is wrong, and what was there before, for the page. */
  readonly cause: string;
  /** What happens first, on an exchange that has just started; all of it is accepted. */
  readonly given?: readonly Step[];
  readonly request: Request;
  readonly reply: ExpectedResponse;
}

export interface ExpectedResponse {
  readonly http: number;
  readonly message: string;
  /** Below `response`, where the refusal stands inside a result: `statuses[0]`, `[0]`, or `.` for the result itself. */
  readonly place?: string;
}

export type Step = (stage: Stage) => Promise<unknown>;
/** The response of the request itself. */
export const refused = (http: number, message: string): ExpectedResponse => ({ http, message });
/** A refusal inside an accepted response. */
export const within = (place: string, message: string): ExpectedResponse => ({ http: 200, message, place });
