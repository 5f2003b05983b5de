import { describe, expect, test } from 'vitest';
import { RandomInputs } from '../../../kernel/random-inputs.test-helper.ts';
import { runsOf } from '../../../kernel/test-budget.test-helper.ts';
import { randomDelegation } from '../../../engine/accounts/random-delegation.test-helper.ts';
import { randomRisk } from '../../../engine/liquidation/random-risk.test-helper.ts';
import { randomCommand } from '../../../engine/random-commands.test-helper.ts';
import { type Preset, PRESETS } from '../../../engine/random-run/presets.test-helper.ts';
import { knownByReads, StreamFollower } from './stream-follower.test-helper.ts';
import { pushOf, StreamVenue } from './stream-venue.test-helper.ts';

const COMMANDS = 400;
const COMPARED_EVERY = 10;

/** One seeded run, three accounts of which are followed from somewhere within it. Counts what their streams said. */
function followRun(seed: number, preset: Preset, received: Map<string, number>): void {
  const venue = new StreamVenue(preset.config(String(seed)));
  const { state } = venue.engine;
  const draw = new RandomInputs(String(seed), 'followed');
  const step = (): void => {
    if (draw.chance(preset.idle)) venue.advance(draw.between(1, preset.idleMs));
    // Delegations are few among random commands, and their ends fewer.
    if (draw.chance(20_000)) venue.run(randomDelegation(draw, state));
    venue.run(randomRisk(draw, state, preset.temper) ?? randomCommand(draw, state));
  };
  for (let command = draw.between(0, 60); command > 0; command -= 1) step();
  const followed = [0, 1, 2].map((account) => {
    const follower = new StreamFollower(knownByReads(state, account));
    return { account, follower, frames: venue.follow(account) };
  });
  for (let command = 1; command <= COMMANDS; command += 1) {
    step();
    for (const { account, follower, frames } of followed) {
      for (const frame of frames.splice(0)) {
        const push = pushOf(frame);
        received.set(push.data.eventType, (received.get(push.data.eventType) ?? 0) + 1);
        follower.receive(push);
      }
      if (command % COMPARED_EVERY === 0) {
        expect(follower.knowledge, `seed ${seed}, ${preset.name}, command ${command}`).toEqual(
          knownByReads(state, account),
        );
      }
    }
  }
}

describe('a subaccount followed by its stream', () => {
  // Goal: INV-51. Method: seeded runs of careless and of greedy users in every kind of world; a follower that starts from
  // the reads at some moment and receives nothing but the stream knows at every later moment what the reads say then: open
  // orders, positions, collaterals and margin, to the letter. Every frame fits the schema of the channel.
  test('is what the reads say, in every kind of run', () => {
    const received = new Map<string, number>();
    PRESETS.forEach((preset, index) => {
      for (const seed of [index, index + 100].slice(0, runsOf({ quick: 1, full: 2 })))
        followRun(seed, preset, received);
    });
    // The runs were no idle ones: each kind of event was among them.
    expect([...received.keys()].sort()).toEqual([
      'collateralExchange',
      'delegationAdded',
      'delegationRevoked',
      'depositCredited',
      'depositReceived',
      'funding',
      'liquidation',
      'marginUpdate',
      'orderCancelled',
      'orderFilled',
      'orderModified',
      'orderPartiallyFilled',
      'orderPlaced',
      'orderRejected',
      'subAccountTakeover',
      'trade',
      'withdrawal',
      'withdrawalStatus',
    ]);
  });
});
