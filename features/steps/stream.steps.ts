import assert from 'node:assert/strict';
import type { DataTable } from '@cucumber/cucumber';
import { valueAt } from '../../src/suite/paths.ts';
import { defineStep } from '../../src/suite/steps/library.ts';
import { EXAMINES, STEERS } from '../../src/suite/steps/requests.ts';
import { loginParams, loginTime } from '../../src/suite/transports/foreign-signer.ts';
import { StreamPeer } from '../../src/suite/transports/stream-peer.ts';
import { optionalCell } from '../../src/suite/values.ts';
import type { ExchangeWorld } from '../support/world.ts';

/** Sentences about the subscriptions of a principal, which use one connection under the name of the principal. */

/** Control plane: cancels the orders when the last connection of the subaccount closes. */
defineStep(
  'the orders of {string} end with its connection',
  { ...STEERS, claims: (who: string) => ({ wallets: [who] }) },
  async function (this: ExchangeWorld, who: string) {
    await this.control.setCancelOnDisconnect(this.wallet(who).subAccountId, true);
  },
);

/**
 * The next frames, one for each row. Columns are paths below `data`, or below the frame after `frame.`. Two cells refer to the
 * rows above: `<more>` is a greater integer than the last one in that column, `<frame.meseq before>` the last value of that path.
 */
defineStep(
  'the stream of {string} sends in order:',
  EXAMINES,
  async function (this: ExchangeWorld, who: string, table: DataTable) {
    const above: string[] = [];
    for (const row of table.hashes()) {
      const text = await nextFrame(this, who, row.eventType);
      for (const [path, given] of Object.entries(row)) {
        const { cell, mayBeAbsent } = optionalCell(given);
        if (mayBeAbsent && valueIn(text, path) === undefined) continue;
        const before = /^<(.+) before>$/.exec(cell)?.[1];
        if (before !== undefined) assert.equal(valueIn(text, path), lastOf(above, before), `${path} of ${text}`);
        else if (cell === '<more>') assertMore(valueIn(text, path), lastOf(above, path), `${path} of ${text}`);
        else assertFrame(this, text, path, cell);
      }
      above.push(text);
    }
  },
);

/** How long a frame is waited for where time is real: others may have taken what would have caused it. */
const LONGEST_MS = 20_000;
const LOOK_MS = 1_000;

/**
 * The next frame of a principal; an update of an earlier event is passed over, unless an update is what is waited for.
 *
 * @throws AssertionError where time is real and none comes
 */
export async function nextFrame(world: ExchangeWorld, who: string, eventType: string | undefined): Promise<string> {
  const peer = world.peer(who);
  const isPassedOver = eventType === 'marginUpdate' ? () => false : late(world);
  const next = async (): Promise<string> => {
    let text = await peer.next();
    while (isPassedOver(text)) text = await peer.next();
    return text;
  };
  if (world.target.control) return next();
  let hasCome = false;
  const longest = async (): Promise<string> => {
    for (let waited = 0; waited < LONGEST_MS && !hasCome; waited += LOOK_MS) await world.pass(LOOK_MS);
    const message = `no ${eventType ?? 'frame'} came to ${who} within ${LONGEST_MS} ms`;
    throw new assert.AssertionError({ message, operator: 'kind', actual: undefined, expected: eventType });
  };
  const tooLong = longest();
  // Where the frame has come, nobody waits for its end.
  tooLong.catch(() => undefined);
  try {
    return await Promise.race([next(), tooLong]);
  } finally {
    hasCome = true;
  }
}

defineStep('nothing else arrived', EXAMINES, async function (this: ExchangeWorld) {
  const ignored = late(this);
  for (const [name, peer] of this.peers) {
    const frames = await peer.rest();
    assert.deepEqual(
      frames.filter((frame) => !ignored(frame)),
      [],
      `received by ${name}`,
    );
  }
});

/**
 * Recognises what something earlier has caused. Updates are sent at most once a second, so with a real clock the last marginUpdate of
 * the preparations can arrive after the subscription; and a withdrawal of an earlier scenario ends seconds later. Nothing is ignored
 * where the suite moves the clock.
 */
const late =
  ({ target, trace }: ExchangeWorld) =>
  (frame: string): boolean => {
    if (target.control) return false;
    const eventType = valueAt(JSON.parse(frame), 'data.eventType');
    if (eventType === 'withdrawalStatus') return !trace.entries.some(({ request }) => WITHDRAWS.test(request ?? ''));
    return eventType === 'marginUpdate';
  };

const WITHDRAWS = /"action":"withdraw/;

/** Control plane: whether notifications say where in the engine they came about. */
defineStep(/^the exchange sends (no )?provenance$/, STEERS, async function (this: ExchangeWorld, no: string | null) {
  const { control } = this;
  const before = await control.provenance();
  await control.setProvenance(!no);
  this.changed.push(() => control.setProvenance(before));
});

/** Subscribes a principal to the stream of its own subaccount, or of another one. */
export async function followSubAccount(world: ExchangeWorld, who: string, owner = who): Promise<void> {
  const peer = world.peers.get(who) ?? (await logIn(world, who, owner));
  peer.send(subscription(world, owner));
  assertDone(await peer.next());
}

/** Number of logins of each scenario: a wallet may not sign a time twice, and the clock may stand still. */
const logins = new WeakMap<ExchangeWorld, number>();

/** Opens the connection of a principal and logs it in for a subaccount on which it has a right. */
async function logIn(world: ExchangeWorld, who: string, owner = who): Promise<StreamPeer> {
  const peer = await StreamPeer.to(world.target, 'trade');
  world.peers.set(who, peer);
  const { subAccountId } = world.wallet(owner);
  const count = (logins.get(world) ?? 0) + 1;
  logins.set(world, count);
  const wallet = { ...world.wallet(who), subAccountId };
  const signedAt = loginTime(world.target, wallet, world.target.now() - count);
  const params = await loginParams(wallet, world.target.serviceName, signedAt);
  peer.send(JSON.stringify({ id: 'login', method: 'auth', params }));
  assertDone(await peer.next());
  return peer;
}

function subscription(world: ExchangeWorld, owner: string): string {
  const params = { type: 'subAccountUpdates', sub_account_id: world.wallet(owner).subAccountId };
  return JSON.stringify({ id: 'subscription', method: 'subscribe', params });
}

function assertDone(reply: string): void {
  assert.equal(valueAt(JSON.parse(reply), 'status'), 200, reply);
}

export function assertFrame(world: ExchangeWorld, text: string, path: string, cell: string): void {
  if (cell !== '') world.check(valueIn(text, path), cell, `${path} of ${text}`);
}

/** A path below `data`, or below the frame after `frame.`. */
function valueIn(text: string, path: string): unknown {
  return valueAt(JSON.parse(text), path.startsWith('frame.') ? path.slice('frame.'.length) : `data.${path}`);
}

/** Returns the value at a path of the last frame that has one. */
const lastOf = (frames: readonly string[], path: string): unknown =>
  frames.map((text) => valueIn(text, path)).findLast((value) => value !== undefined);

function assertMore(value: unknown, than: unknown, where: string): void {
  assert.ok(Number.isSafeInteger(value) && Number.isSafeInteger(than), `${where} and before it should be integers`);
  assert.ok(Number(value) > Number(than), `${where} should be more than ${String(than)}`);
}
