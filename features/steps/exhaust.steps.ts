import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { type Capability, Unmet } from '../../src/suite/deployment.ts';
import { valueAt } from '../../src/suite/paths.ts';
import type { StepArgument } from '../../src/suite/steps/declaration.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { DRAIN_COST, EXAMINES, placementCost, tradeClaims } from '../../src/suite/steps/requests.ts';
import { drainProblem, type Moment, type Spent, wasDrained } from '../../src/suite/token-account.ts';
import type { Exchanged } from '../../src/suite/transports/transport.ts';
import { paramsOf, rowsOf } from '../support/json-rows.ts';
import { accountOf } from '../support/token-accounts.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences that use up the tokens of an address or a subaccount. They need a target that allows it: `exhaust`. */

/** Tokens that are used up must exist, and the target must allow it. */
const USES_UP: readonly Capability[] = ['rate-limits', 'exhaust'];

/** Number of requests sent at the same time, so that a bucket empties faster than it refills. */
const AT_ONCE = 8;
/** Number of requests that empty any bucket, unless the target has no limits. */
const REQUESTS_MAX = 600;
/** How often the address is drained until it can pay again. */
const TURNS = 3;
const SECOND_MS = 1_000;

/** Requests that need no market and no wallet. */
const CHEAP = { action: 'getMids', params: {}, cost: 50 } as const;
const EXPENSIVE = { action: 'getIsWhitelisted', params: { walletAddress: `0x${'1'.repeat(40)}` }, cost: 250 } as const;

type Send = () => Promise<Exchanged>;

/** Requests that drain the address, with the cost of each, in the order in which they were sent. */
class Drain {
  readonly requests: Spent[] = [];
  readonly #world: ExchangeWorld;
  #order = 0;

  constructor(world: ExchangeWorld) {
    this.#world = world;
  }

  /** Returns false for a request that was rejected because the bucket had too few tokens. */
  async spend(cost: number, send: Send): Promise<boolean> {
    const sent = this.#now();
    const { status } = await send();
    const served = status !== 429;
    this.requests.push({ cost, served, sent, came: this.#now() });
    return served;
  }

  async spendAtOnce(some: readonly (readonly [cost: number, send: Send])[]): Promise<void> {
    for (let from = 0; from < some.length; from += AT_ONCE) {
      await Promise.all(some.slice(from, from + AT_ONCE).map(([cost, send]) => this.spend(cost, send)));
    }
  }

  #now(): Moment {
    this.#order += 1;
    return { at: this.#world.ticks(), order: this.#order };
  }
}

const drains = new WeakMap<ExchangeWorld, Drain>();

const askOf =
  (world: ExchangeWorld, { action, params }: { readonly action: string; readonly params: object }): Send =>
  () =>
    world.client.info(action, { ...params });

/**
 * Rows of sender (`-` for anyone), action, params, number of requests, and cost. Then the step sends requests of known cost until
 * one is rejected, and until one is served again, several times.
 */
defineStep(
  'the address is run down by:',
  {
    needs: USES_UP,
    cost: DRAIN_COST,
    claims: ({ hashes }: StepArgument) => ({
      alone: true,
      wallets: hashes.map(({ who }) => (who === '-' ? undefined : who)),
    }),
  },
  async function (this: ExchangeWorld, table: DataTable) {
    const drain = new Drain(this);
    drains.set(this, drain);
    const rows = table.hashes().map(({ who = '-', action = '', params = '-', times = '1', cost = '' }) => {
      const send: Send =
        who === '-'
          ? askOf(this, { action, params: paramsOf(this.text(params)) })
          : () => this.ask(who, action, rowsOf(this.text(params)));
      return Array.from({ length: Number(times) }, () => [Number(cost), send] as const);
    });
    await this.client.drain(async () => {
      // The first request shows when the bucket was full. The next ones keep it from being full again.
      await drain.spend(EXPENSIVE.cost, askOf(this, EXPENSIVE));
      await drain.spendAtOnce([
        ...Array.from({ length: AT_ONCE }, () => [EXPENSIVE.cost, askOf(this, EXPENSIVE)] as const),
        ...rows.flat(),
      ]);
      for (let turn = 0; turn < TURNS; turn += 1) {
        await untilRefused(this, CHEAP.cost, () => drain.spend(CHEAP.cost, askOf(this, CHEAP)));
        while (!(await drain.spend(CHEAP.cost, askOf(this, CHEAP)))) await this.tick();
      }
    });
  },
);

/** Computed from the costs: each served request could be paid, and each rejected one could not. */
defineStep('each of these requests has taken its cost', EXAMINES, function (this: ExchangeWorld) {
  const requests = drains.get(this)?.requests ?? [];
  if (!wasDrained(requests)) throw new Unmet('time', 'the target responds too slowly for its bucket to run down');
  assert.equal(drainProblem(requests, this.target.control ? 0 : 1), undefined);
});

const RUN_DOWN = 'the address has been run down';

/** Almost empty: an expensive request is rejected. */
defineStep(
  'the address has been run down',
  { needs: USES_UP, cost: DRAIN_COST, claims: { alone: true } },
  async function (this: ExchangeWorld) {
    await this.client.drain(() =>
      untilRefused(this, AT_ONCE * EXPENSIVE.cost, async () => {
        const responses = await Promise.all(Array.from({ length: AT_ONCE }, askOf(this, EXPENSIVE)));
        return responses.every(({ status }) => status !== 429);
      }),
    );
  },
);

/** Rows name the action and, where it is signed, who sends it, and its params, if any; or the path of a GET request. The last response is examined. */
defineStep(
  'this request is sent until it is refused:',
  {
    needs: USES_UP,
    cost: DRAIN_COST,
    // Alone, so that the address can pay for what the subaccount cannot: other scenarios leave it little.
    claims: ({ hash: { who, action = '' } }: StepArgument) => ({
      ...tradeClaims(action, who),
      outcome: 'refused',
      alone: true,
      exhausts: who,
    }),
  },
  async function (this: ExchangeWorld, table: DataTable) {
    const { who, action = '', path, params } = table.rowsHash();
    if (who !== undefined) return sendUntilRefused(this, who, action, params ? rowsOf(this.text(params)) : []);
    const send: Send = path === undefined ? askOf(this, { action, params: {} }) : () => this.client.get(path);
    await this.request(() => untilTooMany(this, send));
  },
);

async function sendUntilRefused(
  world: ExchangeWorld,
  who: string,
  action: string,
  rows: ReturnType<typeof rowsOf>,
): Promise<void> {
  let left: unknown;
  await world.request(() =>
    untilTooMany(world, async () => {
      const response = await world.ask(who, action, rows);
      if (response.status !== 429) accountOf(world, who).received(response.body);
      left = valueAt(response.body, 'rateLimit.remainingTokens');
      return response;
    }),
  );
  if (!world.traits.steps.some(({ text }) => text === RUN_DOWN)) return;
  const cost = TRADE_ACTIONS.get(action)?.cost({}) ?? 0;
  if (typeof left !== 'number' || left >= cost) return;
  // The bucket of the subaccount rejected the request, because the address had been refilled before.
  world.take();
  throw new Unmet('time', 'the target responds too slowly for the bucket of the address to stay run down');
}

/** Follows `has placed:`. The scenario is skipped if more than a second has passed since those orders. */
defineStep(
  '{string} places within the same second:',
  {
    needs: ['reference-market', ...USES_UP],
    cost: (_who: string, table: StepArgument) => placementCost(table),
    claims: (who: string) => ({ wallets: [who], market: 'places', alone: true, exhausts: who }),
  },
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    await this.client.drain(() => this.place(who, table.hashes()));
    const began = this.ordersSince;
    if (began === undefined || this.ticks() - began < SECOND_MS) return;
    this.take();
    throw new Unmet('time', 'the target takes longer than a second for so many orders');
  },
);

async function untilTooMany(world: ExchangeWorld, send: Send): Promise<Exchanged> {
  return world.client.drain(async () => {
    let response = await send();
    for (let sent = 1; sent < REQUESTS_MAX && response.status !== 429; sent += 1) response = await send();
    return response;
  });
}

/** Tokens of the address, which come back in ten seconds. */
const ADDRESS = { tokens: 10_000, windowMs: 10_000 } as const;

/**
 * Spends until a request is rejected.
 *
 * @param cost tokens that it spends each time
 * @throws Unmet when requests take so long that the address is refilled meanwhile
 */
async function untilRefused(world: ExchangeWorld, cost: number, spend: () => Promise<boolean>): Promise<void> {
  const began = world.ticks();
  for (let sent = 0; sent < REQUESTS_MAX; sent += 1) if (!(await spend())) return;
  const refilled = ((world.ticks() - began) * ADDRESS.tokens) / ADDRESS.windowMs;
  if (cost * REQUESTS_MAX <= ADDRESS.tokens + refilled) {
    throw new Unmet('time', 'the target responds too slowly for its bucket to run down');
  }
  assert.fail(`${REQUESTS_MAX} requests were served, and none was refused`);
}
