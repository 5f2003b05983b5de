import assert from 'node:assert/strict';
import type { Exchanged } from '../../src/suite/transports/transport.ts';
import { ABSENT } from '../../src/suite/values.ts';
import { comesTrue } from './turns.ts';
import type { ExchangeWorld } from './world.ts';

/** Sends a request whose response never arrives. The facts are recorded before it, as with any request. */
export async function withoutResponse(
  world: ExchangeWorld,
  who: string,
  action: string,
  params: Record<string, unknown>,
): Promise<void> {
  const sent = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== ABSENT));
  await world.lookIfWatched();
  await world.client.unanswered(world.wallet(who), action, sent);
}

/**
 * Sends a request. With `ms`, moves exchange time by exactly that much and asserts that the response does not arrive one
 * millisecond earlier.
 */
export async function afterDelay(
  world: ExchangeWorld,
  ms: string | undefined,
  send: () => Promise<Exchanged>,
): Promise<void> {
  if (!ms) return void (await send());
  const before = await struck(world);
  const heldBefore = await heldUntil(world);
  let isHere = false;
  const response = send().finally(() => (isHere = true));
  const isHeld = async (): Promise<boolean> =>
    (await struck(world)) > before || (await heldUntil(world)) !== heldBefore;
  await comesTrue(async () => isHere || (await isHeld()));
  await world.pass(Number(ms) - 1);
  assert.ok(!isHere, `the response came before ${ms} ms had passed`);
  await world.pass(1);
  await response;
}

/** Returns when the first request, response or push that is held back goes on. */
export const heldUntil = async ({ control }: ExchangeWorld): Promise<unknown> => (await control.clock()).heldUntil;

/** Returns how often all faults together were injected. */
export const struck = async ({ control }: ExchangeWorld): Promise<number> =>
  (await control.faults()).reduce((sum, { fired }) => sum + fired, 0);
