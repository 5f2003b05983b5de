import { Value } from '@sinclair/typebox/value';
import { afterEach, beforeEach } from 'vitest';
import { createExchange, type Exchange, type HttpRequest } from '../exchange.ts';
import { type ControlPlane, createControlPlane } from './control-plane.ts';
import { valuesIn } from './route-path.ts';
import { CONTROL_ROUTES } from './routes.ts';

export const START = 1_767_571_200_000;
export const FIRST_ACCOUNT = '1867542890123456789';
export const FIRST_WALLET = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

export interface Sent {
  readonly ip?: string;
  readonly headers?: Record<string, string>;
  readonly raw?: string;
}

interface Received {
  readonly status: number | undefined;
  readonly body: Record<string, unknown>;
}

/** An exchange and its control plane, made anew for each test. */
export interface Steered {
  readonly exchange: Exchange;
  readonly plane: ControlPlane;
  get(path: string, sent?: Sent, to?: ControlPlane): Promise<Received>;
  post(path: string, body: unknown, sent?: Sent): Promise<Received>;
  collateralOf(asset: string): Promise<string | undefined>;
}

/** Gives each test of a file an exchange in the world `quiet`, steered by its own control plane. */
export function useControlPlane(): Steered {
  let exchange: Exchange;
  let plane: ControlPlane;
  beforeEach(async () => {
    exchange = await createExchange({ seed: 1, world: 'quiet', startTime: START });
    plane = createControlPlane(exchange, { boundHost: '127.0.0.1', token: null, version: '0.0.0' });
  });
  afterEach(() => exchange.close());
  return {
    get exchange() {
      return exchange;
    },
    get plane() {
      return plane;
    },
    get: (path, sent, to = plane) => call(to, 'GET', path, undefined, sent),
    post: (path, body, sent) => call(plane, 'POST', path, body, sent),
    async collateralOf(asset) {
      const account = await exchange.client(0).getSubAccount();
      return account.collaterals?.find(({ symbol }) => symbol === asset)?.quantity;
    },
  };
}

async function call(
  to: ControlPlane,
  method: string,
  path: string,
  body?: unknown,
  sent: Sent = {},
): Promise<Received> {
  const text = sent.raw ?? (body === undefined ? '' : JSON.stringify(body));
  const request: HttpRequest = {
    method,
    path: `/sim/v1${path}`,
    headers: { host: '127.0.0.1:8700', ...(text !== '' && { 'content-type': 'application/json' }), ...sent.headers },
    body: new TextEncoder().encode(text),
    ip: sent.ip ?? '127.0.0.1',
  };
  const response = await to.handle(request);
  if (response?.status === 200) checkResponse(method, path, response.body);
  return { status: response?.status, body: JSON.parse(response?.body ?? 'null') as Record<string, unknown> };
}

/** Every response is what the contract says of it, whatever a test asks for. */
function checkResponse(method: string, path: string, text: string): void {
  const [below = ''] = path.split('?', 1);
  const route = CONTROL_ROUTES.find((each) => each.method === method && valuesIn(each.path, below) !== null);
  if (!route || route.respondsLines) return;
  const [first] = Value.Errors(route.response, JSON.parse(text));
  if (first) throw new Error(`the response to ${method} ${path} is not as described: ${first.path} ${first.message}`);
}
