import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { RunningServer } from '../process/child.ts';

/** The server that makes trades on request. */
export const SERVER = 'bench/servers/fan-out.ts';
export const TRADES = [{ type: 'trades' }];

/** What the server used for its work. */
export interface Ran {
  readonly cpuMs: number;
  readonly waitingBytes: number;
  readonly rssMiB: number;
}

export interface Work {
  readonly turns: number;
  readonly burst: number;
  readonly pauseMs: number;
}

/** Opens a public socket with these subscriptions. */
export async function subscribe(url: string, subscriptions: readonly object[]): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws/info`, { perMessageDeflate: false });
  await once(socket, 'open');
  for (const params of subscriptions) {
    const received = once(socket, 'message');
    socket.send(JSON.stringify({ id: 1, method: 'subscribe', params }));
    const [data] = (await received) as [Buffer];
    if (!String(data).includes('"status":200')) throw new Error(`not subscribed: ${String(data)}`);
  }
  return socket;
}

export const subscribers = (url: string, count: number, wanted: readonly object[]): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, () => subscribe(url, wanted)));

/** Has the server make trades. */
export async function work({ url }: RunningServer, { turns, burst, pauseMs }: Work): Promise<Ran> {
  const response = await fetch(`${url}/bench?turns=${turns}&burst=${burst}&pauseMs=${pauseMs}`);
  return (await response.json()) as Ran;
}

/** Waits until nothing has come for a while. */
export async function quiet(received: () => number): Promise<void> {
  for (let before = -1; before !== received();) {
    before = received();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
