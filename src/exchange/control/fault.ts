/** Why the control plane refused, as it is written: `{ error: { code, field, message } }`. */
export interface ControlFault {
  readonly status: number;
  readonly error: { readonly code: string; readonly field: string; readonly message: string };
}

/** `field` names what to change in the request; `message` says how. */
export const fault = (status: number, code: string, field: string, message: string): ControlFault => ({
  status,
  error: { code, field, message },
});

/** Returns true for an error response of the control plane. */
export const isFault = (value: unknown): value is ControlFault =>
  typeof value === 'object' && value !== null && 'status' in value && 'error' in value;
