import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import type { StepClaims } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { NO_COST, plainCost } from '../../src/suite/steps/requests.ts';
import { StreamPeer } from '../../src/suite/transports/stream-peer.ts';
import { ABSENT } from '../../src/suite/values.ts';
import type { ExchangeWorld } from '../support/world.ts';
import { followSubAccount } from './stream.steps.ts';

/** Sentences about subscribers of public channels. Each has one connection to the info endpoint under its name. */

/** A subscriber of the private channel is a wallet; of public channels it is a connection that looks at books. */
const followClaims = (type: string, ...wallets: readonly (string | undefined)[]): StepClaims =>
  type === 'subAccountUpdates' ? { wallets, market: 'reaches' } : { market: 'reaches', looks: 'books' };

/** The subscription must be acknowledged: to one market or all, or to the private channel of a subaccount. */
defineStep(
  /^"([^"]+)" follows (\w+)(?: of "([^"]+)")?$/,
  {
    needs: ['reference-market', 'streams'],
    cost: plainCost(2),
    claims: (who: string, type: string, of: string | undefined) => followClaims(type, who, of),
  },
  async function (this: ExchangeWorld, who: string, type: string, of: string | undefined) {
    if (type === 'subAccountUpdates') await followSubAccount(this, who, of ?? undefined);
    else await follow(this, who, { type, ...(of && { symbol: of }) });
  },
);

/** Rows are the params other than the type. */
defineStep(
  '{string} follows {action}:',
  {
    needs: ['reference-market', 'streams'],
    cost: plainCost(2),
    claims: (_who: string, type: string) => followClaims(type),
  },
  async function (this: ExchangeWorld, who: string, type: string, table: DataTable) {
    await follow(this, who, { type, ...paramsOf(this, table) });
  },
);

/** The type is sent as it is written, known or unknown. The reply is the next frame. */
defineStep(
  /^"([^"]+)" (subscribes to|unsubscribes from) ([\w-]+):$/,
  {
    needs: (_who: string, what: string) => (what === 'subscribes to' ? ['reference-market', 'streams'] : ['streams']),
    cost: (_who: string, what: string) => (what === 'subscribes to' ? plainCost(2) : NO_COST),
    claims: (_who: string, what: string, type: string) => (what === 'subscribes to' ? followClaims(type) : {}),
  },
  async function (this: ExchangeWorld, who: string, what: string, type: string, table: DataTable) {
    const method = what === 'subscribes to' ? 'subscribe' : 'unsubscribe';
    (await peerOf(this, who)).send(frameOf(method, { type, ...paramsOf(this, table) }));
  },
);

async function follow(world: ExchangeWorld, who: string, params: object): Promise<void> {
  const peer = await peerOf(world, who);
  peer.send(frameOf('subscribe', params));
  const reply = await peer.next();
  assert.equal(valueAt(JSON.parse(reply), 'status'), 200, reply);
}

async function peerOf(world: ExchangeWorld, who: string): Promise<StreamPeer> {
  const known = world.peers.get(who);
  if (known) return known;
  const peer = await StreamPeer.to(world.target, 'info');
  world.peers.set(who, peer);
  return peer;
}

function paramsOf(world: ExchangeWorld, table: DataTable): object {
  const params = Object.fromEntries(table.raw().map(([name = '', cell = '']) => [name, world.value(cell)]));
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ABSENT));
}

const frameOf = (method: string, params: object): string => JSON.stringify({ id: method, method, params });
