import type { ErrorCode } from '../kernel/errors.ts';

/** What whoever steers the exchange asked for cannot be done. `field` names what to change in the request. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly code: ErrorCode;
  readonly field: string;

  constructor(code: ErrorCode, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}
