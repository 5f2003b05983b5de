import { signal } from '@preact/signals';
import { asCurl, type ControlFault, type ControlResponse, sendControl } from './control.ts';

/** A call of the control plane that the console made, as a shell would make it. */
export interface Call {
  readonly number: number;
  readonly curl: string;
  readonly fault: ControlFault | null;
}

const KEPT = 20;
let made = 0;

/** The latest calls, newest first. */
export const calls = signal<readonly Call[]>([]);

/** Makes a call and keeps what it was. */
export async function call<T>(path: string, body: object = {}): Promise<ControlResponse<T>> {
  const response = await sendControl<T>(path, body);
  const fault = 'error' in response ? response.error : null;
  made += 1;
  calls.value = [{ number: made, curl: asCurl('POST', path, body), fault }, ...calls.value].slice(0, KEPT);
  return response;
}
