import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import type { Capability } from '../../src/suite/deployment.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, NO_COST, manyNeeds } from '../../src/suite/steps/requests.ts';
import type { TargetRule } from '../../src/suite/targets/target.ts';
import { struck } from '../support/slow-responses.ts';
import { comesTrue } from '../support/turns.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about injected faults (docs/faults.md). */

const faultNeeds = (often: string | undefined): Capability[] => [
  'fault',
  ...manyNeeds(often ? timesOf(often) : undefined),
];

const STRIKES = /^the fault (\w+)(?: on (?:the (route|channel) )?(\w+))?(?:, (once|\d+ times))?$/;
const STRIKES_WITH = new RegExp(STRIKES.source.replace(/\$$/, ':$'));

defineStep(
  STRIKES,
  {
    needs: (_kind: string, _sort?: string, _name?: string, often?: string) => faultNeeds(often),
    cost: NO_COST,
    claims: {},
  },
  async function (this: ExchangeWorld, kind: string, sort?: string, name?: string, often?: string) {
    await arm(this, kind, { sort, name, often });
  },
);

/** Rows are fields of the rule: `effect.ms`, `match.subAccountId`, `perMille`, `seed`. */
defineStep(
  STRIKES_WITH,
  {
    needs: (_kind: string, _sort?: string, _name?: string, often?: string) => faultNeeds(often),
    cost: NO_COST,
    claims: {},
  },
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

/** Rows are fields of the model of `docs/latency.md`: `entry.kind`, `entry.ms`. */
defineStep(
  '{string} has the latency:',
  { ...EXAMINES, claims: (who: string) => ({ wallets: [who] }) },
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    await this.control.setLatency(this.wallet(who).subAccountId, this.object(table.raw()));
  },
);

defineStep(
  '{string} has no latency any more',
  { ...EXAMINES, claims: (who: string) => ({ wallets: [who] }) },
  async function (this: ExchangeWorld, who: string) {
    await this.control.setLatency(this.wallet(who).subAccountId, null);
  },
);

defineStep('the fault is over', { needs: ['fault'], cost: NO_COST, claims: {} }, async function (this: ExchangeWorld) {
  await this.control.clearFaults();
});

/** Frames are sent in a later turn of the event loop, so the step waits for the faults. */
defineStep(
  /^the fault has struck (once|\d+ times)$/,
  { needs: faultNeeds, cost: NO_COST, claims: {} },
  async function (this: ExchangeWorld, often: string) {
    await comesTrue(async () => (await struck(this)) >= timesOf(often));
    assert.equal(await struck(this), timesOf(often));
  },
);

/** A record as an older deployment may have stored it: rows of field and value. */
defineStep(
  'the stored {word} {string} reads:',
  EXAMINES,
  async function (this: ExchangeWorld, record: string, id: string, table: DataTable) {
    const fields = this.object(table.raw()) as Record<string, string | null>;
    await this.control.setRecord(record, this.text(id), fields);
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
