import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Claim, type Deployment, type Lane, Unmet } from '../deployment.ts';
import { ExchangeClient } from '../transports/exchange-client.ts';
import { valueAt } from '../paths.ts';
import { RestTransport } from '../transports/rest-transport.ts';
import { StreamTransport } from '../transports/stream-transport.ts';
import { type LiveServer, liveServer } from './live-server.test-helper.ts';
import { remoteDeployment } from './remote.ts';
import type { Target, TargetWallet } from './target.ts';

const QUIET = { world: 'quiet', seed: '7' };
const NOTHING: Claim = {
  wallets: 1,
  families: [],
  listsFamilies: false,
  rests: [],
  moves: [],
  looks: [],
  stills: [],
  takes: false,
  alone: false,
  exhausts: false,
  watchesFees: false,
  watchesMarks: false,
};
const BTC = ['BTC-USDT'];

let server: LiveServer;
let deployment: Deployment;
beforeEach(async () => {
  server = await liveServer({ limits: { enabled: false } });
  const wallets = server.exchange.accounts.slice(0, 3).map(({ privateKey }) => ({ privateKey }));
  deployment = await remoteDeployment({ restUrl: server.origin, wallets });
});
afterEach(() => server.close());

function laneFor(claim: Partial<Claim>): Lane {
  const lane = deployment.lanes?.take({ ...NOTHING, ...claim });
  if (!lane) throw new Error('no lane holds what this lane wants');
  return lane;
}

function firstOf(target: Target): TargetWallet {
  const [wallet] = target.wallets;
  if (!wallet) throw new Error('the lane has a wallet');
  return wallet;
}

const place = (target: Target, order: object) =>
  new ExchangeClient(target, new RestTransport(target)).trade(firstOf(target), 'placeOrders', {
    orders: [{ symbol: 'BTC-USDT', ...order }],
    grouping: 'na',
  });

test('a lane whose orders only rest leaves the orders of the keeper in that book', async () => {
  const keeper = server.exchange.accounts[2];
  if (!keeper) throw new Error('there is a third account');
  const moving = laneFor({ rests: BTC, moves: BTC });
  await place(await moving.begin(QUIET), { side: 'buy', orderType: 'market', quantity: '1' });
  await moving.leave();
  const filledUp = await server.exchange.client(keeper).getOpenOrders();
  expect(filledUp.map(({ price, side }) => [price, side])).toEqual([['95010', 'sell']]);
  const resting = laneFor({ rests: BTC });
  const target = await resting.begin(QUIET);
  const placed = await place(target, { side: 'buy', orderType: 'limitGtc', price: '90000', quantity: '0.1' });
  const client = new ExchangeClient(target, new RestTransport(target));
  const orderId = valueAt(placed.body, 'response.statuses[0].resting.id');
  const changed = await client.trade(firstOf(target), 'modifyOrder', { orderId, price: '90100' });
  expect(changed.status).toBe(200);
  await resting.leave();
  expect((await server.exchange.client(keeper).getOpenOrders()).map(({ order }) => order.venueId)).toEqual(
    filledUp.map(({ order }) => order.venueId),
  );
  expect(await deployment.close()).toEqual([]);
});

test('a read without a signature is not sent over the connection that its own wallet is logged in on', async () => {
  const alone = laneFor({ wallets: 1 });
  const target = await alone.begin(QUIET);
  const unsigned = { params: { action: 'getOpenOrders', subAccountId: firstOf(target).subAccountId } };
  const transport = new StreamTransport(target);
  await expect(transport.send('trade', unsigned)).rejects.toThrow(
    new Unmet('wallets', 'a read without a signature needs a connection that another wallet is logged in on'),
  );
  transport.close();
  await alone.leave();
  const both = laneFor({ wallets: 2 });
  const wider = await both.begin(QUIET);
  const other = new StreamTransport(wider);
  const refused = await other.send('trade', {
    params: { action: 'getOpenOrders', subAccountId: firstOf(wider).subAccountId },
  });
  expect(refused.status).toBe(401);
  other.close();
  await both.leave();
  expect(await deployment.close()).toEqual([]);
});
