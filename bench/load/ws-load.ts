import { once } from 'node:events';
import { Wallet } from 'ethers';
import { WebSocket } from 'ws';
import type { LoadResult } from './load.ts';
import { percentile } from '../table/statistics.ts';
import { devAccounts } from '../yardsticks/dev-accounts.ts';

const DOMAIN = { name: 'PerpSim', version: '1', chainId: 1, verifyingContract: `0x${'0'.repeat(40)}` };
const AUTH = [
  { name: 'subAccountId', type: 'uint256' },
  { name: 'timestamp', type: 'uint256' },
  { name: 'action', type: 'string' },
];

/** The frames of bodies of REST: their fields flat beside each other. */
export const framesOf = (bodies: readonly string[]): string[] =>
  bodies.map((body, id) => {
    const { params, ...rest } = JSON.parse(body) as { readonly params: object };
    return JSON.stringify({ id, method: 'post', params: { ...params, ...rest } });
  });

/** Opens a connection and logs in as one of the dev accounts. */
async function openLoggedIn(url: string, place: number): Promise<WebSocket> {
  const accounts = devAccounts();
  const account = accounts[place % accounts.length];
  if (!account) throw new Error('ten dev accounts are needed');
  const wallet = new Wallet(`0x${Buffer.from(account.key).toString('hex')}`);
  // A wallet signs a time once.
  const message = { subAccountId: account.subAccountId, timestamp: Date.now() + place, action: 'websocketAuth' };
  const signature = await wallet.signTypedData(DOMAIN, { AuthMessage: AUTH }, message);
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/v1/ws/trade`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: -1, method: 'auth', params: { ...message, signature } }));
  const [data] = (await once(socket, 'message')) as [Buffer];
  if (!String(data).includes('"status":200')) throw new Error(`no login: ${String(data)}`);
  return socket;
}

const isGood = (reply: string): boolean => reply.includes('"status":200') && !reply.includes('"error"');

/** Sends its frames one by one, each after the response to the one before. */
function postEach(socket: WebSocket, frames: readonly string[], latencies: number[]): Promise<number> {
  let errors = 0;
  let next = 0;
  let sentAt = 0;
  return new Promise((resolve, reject) => {
    const send = (): void => {
      const frame = frames[next];
      next += 1;
      if (frame === undefined) {
        resolve(errors);
        return;
      }
      sentAt = performance.now();
      socket.send(frame);
    };
    socket.on('message', (data) => {
      latencies.push(performance.now() - sentAt);
      if (!isGood((data as Buffer).toString('utf8'))) errors += 1;
      send();
    });
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    send();
  });
}

/** Sockets that are logged in, and the load over them. */
export interface WsLoad {
  /** Posts every frame once. */
  readonly post: (frames: readonly string[]) => Promise<LoadResult>;
  readonly close: () => void;
}

/** Opens `connections` sockets, each logged in; every post shares its frames among them. */
export async function openWsLoad(url: string, connections: number): Promise<WsLoad> {
  const sockets = await Promise.all(Array.from({ length: connections }, (_, place) => openLoggedIn(url, place)));
  return {
    post: async (frames) => {
      const latencies: number[] = [];
      const started = performance.now();
      const errors = await Promise.all(
        sockets.map((socket, place) => postEach(socket, shareOf(frames, place, connections), latencies)),
      );
      const seconds = (performance.now() - started) / 1_000;
      for (const socket of sockets) socket.removeAllListeners();
      return {
        perSecond: latencies.length / seconds,
        p99Ms: percentile(latencies, 99),
        errors: errors.reduce((sum, count) => sum + count, 0),
      };
    },
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}

const shareOf = (frames: readonly string[], place: number, connections: number): string[] =>
  frames.filter((_, index) => index % connections === place);
