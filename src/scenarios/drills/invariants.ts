import type { Invariant } from './facts.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { ORDERS } from './own-orders.ts';
import { PROGRAM } from './program.ts';
import { RECOVERY } from './recovery.ts';
import { REQUESTS } from './requests.ts';
import { RESOURCES } from './resources.ts';
import { RISK } from './risk.ts';

/** Named invariants of a bot; drills name those that they put to the test. */
export const INVARIANTS = {
  ...ORDERS,
  ...REQUESTS,
  ...RECOVERY,
  ...PROGRAM,
  ...KNOWLEDGE,
  ...RISK,
  ...RESOURCES,
} as const satisfies Readonly<Record<string, Invariant>>;

export type InvariantId = keyof typeof INVARIANTS;

/** Ids of the invariants that every drill judges. */
export const ALWAYS: readonly string[] = Object.entries<Invariant>(INVARIANTS).flatMap(([id, { always }]) =>
  always ? [id] : [],
);
