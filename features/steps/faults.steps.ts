import assert from 'node:assert/strict';
import { type DataTable, Given, Then, When } from '@cucumber/cucumber';
import type { TargetRule } from '../../src/harness/targets/target.ts';
import type { Exchanged } from '../../src/harness/transport.ts';
import { ABSENT } from '../../src/harness/values.ts';
import { comesTrue } from '../support/turns.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about injected faults (docs/faults.md), and about answers that do not come, or come late. */

const STRIKES = /^the fault (\w+)(?: on (?:the (route|channel) )?(\w+))?(?:, (once|\d+ times))?$/;
const STRIKES_WITH = new RegExp(STRIKES.source.replace(/\$$/, ':$'));

Given(STRIKES, async function (this: ExchangeWorld, kind: string, sort?: string, name?: string, often?: string) {
  await arm(this, kind, { sort, name, often });
});

/** Rows are fields of the rule: `effect.ms`, `match.subAccountId`, `perMille`, `seed`. */
Given(
  STRIKES_WITH,
  async function (
    this: ExchangeWorld,
    kind: string,
    sort: string | undefined,
    name: string | undefined,
    often: string | undefined,
    table: DataTable,
  ) {
    await arm(this, kind, { sort, name, often }, table.raw());
  },
);

Given('the fault is over', async function (this: ExchangeWorld) {
  await this.control.clearFaults();
});

/** Frames go out in a turn of their own, so this waits for so many. */
Then(/^the fault has struck (once|\d+ times)$/, async function (this: ExchangeWorld, often: string) {
  await comesTrue(async () => (await struck(this)) >= timesOf(often));
  assert.equal(await struck(this), timesOf(often));
});

/** A record as an older deployment may have left it: rows of a field and what it says. */
Given(
  'the stored {word} {string} reads:',
  async function (this: ExchangeWorld, record: string, id: string, table: DataTable) {
    const fields = this.object(table.raw()) as Record<string, string | null>;
    await this.control.setRecord(record, this.text(id), fields);
  },
);

When(
  '{string} sends {action} and hears nothing:',
  async function (this: ExchangeWorld, who: string, action: string, table: DataTable) {
    await unanswered(this, who, action, this.object(table.raw()));
  },
);

When('{string} places and hears nothing:', async function (this: ExchangeWorld, who: string, table: DataTable) {
  await unanswered(this, who, 'placeOrders', { orders: this.orderItems(table.hashes()), grouping: 'na' });
});

/** Exchange time is moved until the response is due, and to the very ms; it must not come before. */
When(
  '{string} sends {action}, whose answer takes {int} ms',
  async function (this: ExchangeWorld, who: string, action: string, ms: number) {
    await late(this, () => this.send(who, action, []), ms);
  },
);

When(
  '{string} sends {action}, whose answer takes {int} ms:',
  async function (this: ExchangeWorld, who: string, action: string, ms: number, table: DataTable) {
    await late(this, () => this.send(who, action, table.raw()), ms);
  },
);

When(
  'anyone asks {action}, whose answer takes {int} ms',
  async function (this: ExchangeWorld, action: string, ms: number) {
    await late(this, () => this.request(() => this.client.info(action, {})), ms);
  },
);

interface Aim {
  readonly sort: string | undefined;
  readonly name: string | undefined;
  readonly often: string | undefined;
}

async function arm(world: ExchangeWorld, kind: string, aim: Aim, rows: readonly string[][] = []): Promise<void> {
  const { effect, match, ...rest } = world.object(rows);
  const named = aim.name ? { [aim.sort ? aim.sort : 'action']: aim.name } : {};
  const rule: TargetRule = {
    ...rest,
    effect: { ...(effect as object | undefined), kind },
    match: { ...(match as object | undefined), ...named },
    ...(aim.often && { times: timesOf(aim.often) }),
  };
  await world.control.setFaults([rule], true);
}

const timesOf = (often: string): number => (often === 'once' ? 1 : Number(often.split(' ')[0]));

/** The facts are those before it, as with any request. */
async function unanswered(
  world: ExchangeWorld,
  who: string,
  action: string,
  params: Record<string, unknown>,
): Promise<void> {
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ABSENT));
  await world.lookIfWatched();
  await world.client.unanswered(world.wallet(who), action, sent);
}

async function late(world: ExchangeWorld, send: () => Promise<Exchanged>, ms: number): Promise<void> {
  const before = await struck(world);
  let isHere = false;
  const response = send().finally(() => (isHere = true));
  await comesTrue(async () => isHere || (await struck(world)) > before);
  await world.pass(ms - 1);
  assert.ok(!isHere, `the response came before ${ms} ms had passed`);
  await world.pass(1);
  await response;
}

/** How often all faults together have struck. */
const struck = async ({ control }: ExchangeWorld): Promise<number> =>
  (await control.faults()).reduce((sum, { fired }) => sum + fired, 0);
