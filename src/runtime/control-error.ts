import type { ErrorCode } from '../kernel/errors.ts';

/** A request to steer the exchange that cannot be carried out. `field` names what to change in the request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ErrorCode;
  readonly field: string;
  /** Of the response on the control plane. */
  readonly status: number;

  constructor(code: ErrorCode, field: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.field = field;
    this.status = status;
  }
}
