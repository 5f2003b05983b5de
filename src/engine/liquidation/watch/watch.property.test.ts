import { expect, test } from 'vitest';
import { RandomInputs } from '../../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../../kernel/test-budget.test-helper.ts';
import { evolve } from '../../evolve.ts';
import { genesis } from '../../genesis.ts';
import { checkLikeNaive, type Probes, randomEvents, randomWorld } from './random-watch.test-helper.ts';
import { HealthWatch } from './watch.ts';

/** In each a check of all accounts is compared some 280 times. */
const WORLDS = runsOf({ quick: 30, full: 90 });
const STEPS = 400;

/** One world; now and then several things happen before the watch is asked again. */
function watchWorld(draw: RandomInputs, seed: string, probes: Probes): void {
  const { state } = genesis(randomWorld(draw, seed));
  let watch = new HealthWatch(state);
  let found: ReadonlySet<string> = new Set();
  for (let step = 0; step < STEPS; step += 1) {
    for (const event of randomEvents(draw, state)) {
      evolve(state, event);
      watch.see(event);
      if (!draw.chance(300_000)) found = checkLikeNaive(watch, state, probes, found);
    }
    // A watch that begins in the middle must find what a watch from the start finds.
    if (draw.chance(10_000)) watch = new HealthWatch(state);
  }
  checkLikeNaive(watch, state, probes, found);
}

// Goal: the watch finds every margin account below maintenance and no other. Method: hand-made worlds with tiers and
// haircuts of every shape, accounts at the edge of their margin, prices that creep and jump; after nearly every event
// the watch is asked, and all accounts are checked.
test('the watch finds what a check of all accounts finds', () => {
  const probes: Probes = { asked: 0, unhealthy: 0, cross: 0, isolated: 0, fell: 0, recovered: 0, debtors: 0 };
  for (let seed = 0; seed < WORLDS; seed += 1) {
    watchWorld(new RandomInputs(String(seed), 'watch'), String(seed), probes);
  }
  for (const [probe, times] of Object.entries(probes)) expect(times, probe).toBeGreaterThan(10 * WORLDS);
});
