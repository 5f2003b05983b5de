import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { Declaration, StepArgument } from '../../src/suite/steps/declaration.ts';
import { Unmet } from '../../src/suite/deployment.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import {
  EXAMINES,
  NO_COST,
  namesOrders,
  ordersIn,
  plainCost,
  tradeClaims,
  tradeCost,
  tradeNeeds,
} from '../../src/suite/steps/requests.ts';
import type { TargetWallet } from '../../src/suite/targets/target.ts';
import { loginParams, loginTime } from '../../src/suite/transports/foreign-signer.ts';
import { StreamPeer } from '../../src/suite/transports/stream-peer.ts';
import { flattened } from '../../src/suite/transports/stream-transport.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about single connections and the frames on them, in the order in which they come. */

/** The parameters of a request over a connection. */
type Post = [who: string, action: string, id: string | undefined, where: string, table: StepArgument];

/** Frames are stated as the market of the features causes them. */
const FRAMES: Declaration = { ...EXAMINES, needs: ['reference-market'] };

/** To an endpoint, or to the trade endpoint and logged in with a wallet. */
defineStep(
  /^a connection "([^"]+)" (?:to (info|trade)|of "([^"]+)")$/,
  {
    needs: ['streams'],
    cost: plainCost(1),
    claims: (_name: string, endpoint: string | undefined, who: string | undefined) => ({
      wallets: [who],
      looks: endpoint === 'info' ? 'books' : undefined,
    }),
  },
  async function (this: ExchangeWorld, name: string, endpoint: string | undefined, who: string | undefined) {
    // A signed time serves once, and other connections of the wallet may have logged in at this very time.
    const signedAt = this.target.now() - 1 - this.peers.size;
    const peer = await StreamPeer.to(this.target, endpoint === 'info' ? 'info' : 'trade');
    this.peers.set(name, peer);
    if (!who) return;
    const wallet = this.wallet(who);
    const params = await loginParams(wallet, this.target.serviceName, loginTime(this.target, wallet, signedAt));
    peer.send(JSON.stringify({ id: 'login', method: 'auth', params }));
    const reply = await peer.next();
    assert.equal(valueAt(JSON.parse(reply), 'status'), 200, reply);
  },
);

/** Times that sentences of a scenario state for a login: the same sentence means the same time, also when it was moved to one that is unused. */
const saidTimes = new WeakMap<ExchangeWorld, Map<string, number>>();

function saidTime(world: ExchangeWorld, wallet: TargetWallet, wanted: number): number {
  const said = saidTimes.get(world) ?? new Map<string, number>();
  saidTimes.set(world, said);
  const key = `${wallet.address} ${wanted}`;
  const signedAt = said.get(key) ?? loginTime(world.target, wallet, wanted);
  said.set(key, signedAt);
  return signedAt;
}

/** The reply is the next frame of the connection. Signed now, unless the sentence names another time. */
defineStep(
  /^"([^"]+)" logs in(?: for "([^"]+)")? over "([^"]+)"(?:, signed at "([^"]+)")?$/,
  {
    needs: [],
    cost: plainCost(2),
    claims: (who: string, owner: string | undefined) => ({ wallets: [who, owner] }),
  },
  async function (this: ExchangeWorld, who: string, owner: string | null, name: string, at: string | null) {
    const wallet = { ...this.wallet(who), subAccountId: this.wallet(owner ?? who).subAccountId };
    const wanted = at === null ? this.target.now() : Number(this.text(at));
    const params = await loginParams(wallet, this.target.serviceName, saidTime(this, wallet, wanted));
    this.peer(name).send(JSON.stringify({ id: 'login', method: 'auth', params }));
  },
);

/** The subscriptions are to candles, as many as are asked for; each must be acknowledged. */
defineStep(
  '{int} more connections to info, with {int} subscriptions each',
  {
    needs: ['streams', 'exhaust'],
    cost: (connections: number, count: number) => plainCost(connections * (1 + count)),
    claims: { alone: true },
  },
  async function (this: ExchangeWorld, connections: number, count: number) {
    const symbols = [...(this.target.markets?.keys() ?? MARKETS)];
    const streams = symbols.flatMap((symbol) =>
      TIMEFRAMES.map((timeframe) => ({ type: 'candles', symbol, timeframe })),
    );
    if (streams.length < count) throw new Unmet('market', `there are ${streams.length} streams to subscribe to`);
    const peers = await Promise.all(Array.from({ length: connections }, () => StreamPeer.to(this.target, 'info')));
    for (const peer of peers) for (const params of streams.slice(0, count)) await subscribe(peer, params);
  },
);

defineStep(
  'another connection to info is refused with {int}',
  { needs: [], cost: plainCost(1), claims: { outcome: 'refused' } },
  async function (this: ExchangeWorld, status: number) {
    await assert.rejects(StreamPeer.to(this.target, 'info'), { message: `Unexpected server response: ${status}` });
  },
);

/** A doc string with {names} put in, as one text frame unless the sentence says otherwise; only a server may send without a mask. */
defineStep(
  /^over "([^"]+)" is sent(?: (\d+) times| (without a mask|as binary|in hex))?$/,
  {
    needs: (_name: string, _times: number | undefined, how: string | undefined) => (how ? ['streams', 'exhaust'] : []),
    cost: plainCost(1),
    claims: (_name: string, _times: number | undefined, _how: string | undefined, { text }: StepArgument) => ({
      market: namesOrders(text) ? 'sends' : 'reaches',
    }),
  },
  function (this: ExchangeWorld, name: string, times: string | undefined, how: string | undefined, content: string) {
    const peer = this.peer(name);
    const text = this.text(content);
    if (!how) for (let time = 0; time < Number(times ?? 1); time += 1) peer.send(text);
    else if (how === 'in hex') peer.socket.sendBytes(Buffer.from(text, 'hex'));
    else peer.socket.sendBytes(Buffer.from(text), how === 'as binary' ? { binary: true } : { unmasked: true });
  },
);

/** A reader that stops reading keeps its connection; one that disconnects closes it. */
defineStep(
  /^"([^"]+)" (stops reading|reads again|disconnects)$/,
  {
    needs: (_name: string, what: string) => (what === 'disconnects' ? ['streams'] : ['streams', 'exhaust']),
    cost: NO_COST,
    claims: {},
  },
  async function (this: ExchangeWorld, name: string, what: string) {
    const peer = this.peer(name);
    if (what === 'stops reading') return peer.socket.pause();
    if (what === 'reads again') return peer.socket.resume();
    await peer.close();
    this.peers.delete(name);
  },
);

/** In a frame with that id; or over HTTP, also where the other requests of the scenario use WebSocket. */
defineStep(
  /^"([^"]+)" posts (\w+) (?:as "([^"]+)" over|to) "([^"]+)":$/,
  {
    needs: (_who: string, action: string) => tradeNeeds(action),
    cost: (...[, action, , , table]: Post) => tradeCost(action, { orders: ordersIn(table) }),
    claims: (...[who, action]: Post) => tradeClaims(action, who),
  },
  async function (
    this: ExchangeWorld,
    who: string,
    action: string,
    id: string | undefined,
    where: string,
    table: DataTable,
  ) {
    const signed = await this.signed(who, action, table.raw());
    if (!id) return void (await this.request(() => this.client.post(where, JSON.stringify(signed))));
    this.peer(where).send(JSON.stringify({ id, method: 'post', params: flattened(signed) }));
  },
);

/** The next frame. */
defineStep('{string} receives:', FRAMES, async function (this: ExchangeWorld, name: string, table: DataTable) {
  const text = await this.peer(name).next();
  const frame: unknown = JSON.parse(text);
  for (const [path = '', cell = ''] of table.raw()) {
    this.check(valueAt(frame, path), cell, `${path} of ${text}`);
  }
});

/** The exact text of the next frame. */
defineStep('{string} receives exactly', FRAMES, async function (this: ExchangeWorld, name: string, text: string) {
  this.checkText(await this.peer(name).next(), text, `the frame to ${name}`);
});

/** Any frames. `nothing more` means that no frame arrives before the reply to a ping. */
defineStep(
  /^"([^"]+)" receives (?:(\d+) frames|nothing more)$/,
  FRAMES,
  async function (this: ExchangeWorld, name: string, count: string | undefined) {
    if (!count) return assert.deepEqual(await this.peer(name).rest(), []);
    for (let frame = 0; frame < Number(count); frame += 1) await this.peer(name).next();
  },
);

defineStep('{string} is closed with {int}', EXAMINES, async function (this: ExchangeWorld, name: string, code: number) {
  const { code: actual, reason } = await this.peer(name).ending();
  assert.equal(actual, code, reason);
});

async function subscribe(peer: StreamPeer, params: object): Promise<void> {
  peer.send(JSON.stringify({ id: 's', method: 'subscribe', params }));
  let reply = await peer.next();
  // In a live market a frame of an earlier subscription may arrive in between.
  while (valueAt(JSON.parse(reply), 'id') !== 's') reply = await peer.next();
  assert.equal(valueAt(JSON.parse(reply), 'result.status'), 'subscribed', reply);
}

const MARKETS = [
  'BTC-USDT',
  'ETH-USDT',
  'SOL-USDT',
  'XRP-USDT',
  'BNB-USDT',
  'HYPE-USDT',
  'AVAX-USDT',
  'SUI-USDT',
  'WTI-USDT',
];
const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '8h', '12h', '1d', '3d', '1w', '1M'];
