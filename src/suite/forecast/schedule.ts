import type { Claim } from '../deployment.ts';
import { collide } from '../suite/claims.ts';

/** Scenarios that run one after the other, and how long they take together. */
export interface Task {
  readonly claim: Claim;
  readonly ms: number;
}

/**
 * Milliseconds that tasks take side by side, in the order in which they would begin: each begins as soon as its wallets are free
 * and no other that is under way collides with it.
 *
 * @param lanes number of scenarios at a time
 * @param wallets number of wallets in all
 */
export function makespanOf(tasks: readonly Task[], lanes: number, wallets: number): number {
  let waiting = [...tasks];
  let running: { readonly task: Task; readonly held: number; readonly end: number }[] = [];
  let now = 0;
  let free = wallets;
  while (waiting.length > 0 || running.length > 0) {
    const later: Task[] = [];
    let isHeldUp = false;
    for (const task of waiting) {
      const held = task.claim.alone ? wallets : Math.min(wallets, Math.max(1, task.claim.wallets));
      const isBlocked: boolean =
        isHeldUp || running.length >= lanes || running.some((one) => collide(one.task.claim, task.claim));
      if (isBlocked || held > free) {
        // The first that finds too few wallets gets the next ones that are free.
        isHeldUp ||= !isBlocked;
        later.push(task);
        continue;
      }
      free -= held;
      running.push({ task, held, end: now + task.ms });
    }
    waiting = later;
    now = Math.min(...running.map(({ end }) => end));
    for (const { held } of running.filter(({ end }) => end <= now)) free += held;
    running = running.filter(({ end }) => end > now);
  }
  return now;
}
