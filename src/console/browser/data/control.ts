import { signal } from '@preact/signals';
import { isShape, isText } from '../../../kernel/guards.ts';

/** The control plane of the exchange that served this page. */

const PREFIX = '/sim/v1';

/** What a server started with `--control-token` asks for. Held in memory only. */
export const controlToken = signal<string | null>(null);

/** What the control plane, or the way to it, says against a request. */
export interface ControlFault {
  readonly code: string;
  /** The field, header or path that is wrong. */
  readonly field: string;
  readonly message: string;
}

/** What is said where the server runs without its control plane. */
const NO_CONTROL: ControlFault = {
  code: 'NO_CONTROL',
  field: 'path',
  message:
    'this server runs without its control plane: it was started with --no-control, or on another host without a token',
};

const UNREACHABLE: ControlFault = {
  code: 'UNREACHABLE',
  field: 'connection',
  message: 'the exchange cannot be reached',
};

const isRefused = isShape({ error: isShape<ControlFault>({ code: isText, field: isText, message: isText }) });

export type ControlResponse<T> = { readonly value: T } | { readonly error: ControlFault };

/** GET of a route below `/sim/v1`. */
export const readControl = <T>(path: string): Promise<ControlResponse<T>> => request<T>('GET', path);

/** POST to a route below `/sim/v1`. */
export const sendControl = <T>(path: string, body: object = {}): Promise<ControlResponse<T>> =>
  request<T>('POST', path, body);

async function request<T>(method: string, path: string, body?: object): Promise<ControlResponse<T>> {
  const token = controlToken.value;
  try {
    const response = await fetch(PREFIX + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const value: unknown = await response.json();
    if (response.ok) return { value: value as T };
    if (isRefused(value)) return value;
    // A path that the control plane does not know has a field in its refusal; here there is no control plane.
    if (response.status === 404) return { error: NO_CONTROL };
    return { error: { code: 'UNKNOWN', field: 'response', message: `the response has the status ${response.status}` } };
  } catch {
    return { error: UNREACHABLE };
  }
}

/** The journal of the exchange so far, as `perpsim replay` reads it. */
export async function readJournal(): Promise<ControlResponse<Blob>> {
  const token = controlToken.value;
  try {
    const response = await fetch(`${PREFIX}/journal`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    if (response.ok) return { value: await response.blob() };
    const value: unknown = await response.json();
    return isRefused(value) ? value : { error: NO_CONTROL };
  } catch {
    return { error: UNREACHABLE };
  }
}

/** The same call for a shell. */
export const asCurl = (method: 'GET' | 'POST', path: string, body?: object): string =>
  [
    `curl -s ${method === 'GET' ? '' : '-X POST '}${location.origin}${PREFIX}${path}`,
    ...(controlToken.value === null ? [] : [`-H "authorization: Bearer $PERPSIM_CONTROL_TOKEN"`]),
    ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
  ].join(' ');
