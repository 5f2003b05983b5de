import { signal } from '@preact/signals';

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
    return response.ok ? { value: value as T } : (value as { error: ControlFault });
  } catch {
    return { error: { code: 'UNREACHABLE', field: 'connection', message: 'the exchange cannot be reached' } };
  }
}

/** The same call for a shell. */
export const asCurl = (method: 'GET' | 'POST', path: string, body?: object): string =>
  [
    `curl -s ${method === 'GET' ? '' : '-X POST '}${location.origin}${PREFIX}${path}`,
    ...(controlToken.value === null ? [] : [`-H "authorization: Bearer $PERPSIM_CONTROL_TOKEN"`]),
    ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
  ].join(' ');
