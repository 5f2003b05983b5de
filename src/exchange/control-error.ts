import type { ErrorCode } from '../kernel/errors.ts';

/** The codes of the API, and one for what cannot be done while something else is under way. */
export type ControlCode = ErrorCode | 'CONFLICT';

/** A request to steer the exchange that cannot be carried out. `field` names what to change in the request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ControlCode;
  readonly field: string;
  /** Of the response on the control plane. */
  readonly status: number;

  constructor(code: ControlCode, field: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.field = field;
    this.status = status;
  }
}
