import { describe, expect, test } from 'vitest';
import { hasOwnForm } from '../kernel/canonical-json.ts';
import { RandomInputs } from '../kernel/random-inputs.test-helper.ts';
import { runsOf, shareOf } from '../kernel/test-budget.test-helper.ts';
import { canonicalState, stateDigest } from './canonical-state.ts';
import { testConfig } from './config.test-helper.ts';
import { Engine } from './engine.ts';
import { genesis } from './genesis.ts';
import { randomCommand } from './random-commands.test-helper.ts';
import { PRESETS, presetOf } from './random-run/presets.test-helper.ts';
import { type Probes, RARE, WANTED } from './random-run/probes.test-helper.ts';
import { lineOf, RandomRun, runSeed } from './random-run/random-run.test-helper.ts';

const WHOLE = 60;
/** Forty meet every probe; `scripts/simulate.ts` runs any number. */
const SEEDS = runsOf({ quick: 20, full: WHOLE });
const COMMANDS = runsOf({ quick: 1_200, full: 2_000 });

describe('random runs of the whole engine', () => {
  // Goal: INV-01 to INV-48 where they are rules of the engine. Method: seeded runs of careless and of greedy users,
  // the kinds of run in turn; every event is checked with the state before it, margin, PnL, fees and funding are
  // recounted over exact fractions, the whole state every 50 commands.
  test(`${SEEDS} seeds x ${COMMANDS} commands hold every invariant`, () => {
    const probes: Probes = new Map();
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const failure = runSeed(seed, presetOf(seed), COMMANDS, probes);
      if (failure) throw new Error(lineOf(failure));
    }
    const wanted = WANTED.filter((probe) => SEEDS === WHOLE || !RARE.has(probe));
    expect(wanted.filter((probe) => !probes.has(probe))).toEqual([]);
  });

  // Goal: a refusal changes nothing (DET-16). Method: compare the canonical state before and after each refused command.
  test('a refused command leaves the state as it was', () => {
    let refused = 0;
    for (let seed = 0; seed < shareOf(10); seed += 1) {
      const engine = new Engine(genesis(testConfig({ seed: String(seed) })).state);
      const draw = new RandomInputs(String(seed), 'refusals');
      for (let command = 0; command < 400; command += 1) {
        const before = canonicalWithoutSequence(engine);
        const commands = [randomCommand(draw, engine.state)];
        const at = engine.state.now;
        const { outcomes, events } = engine.apply({
          kind: 'request',
          at,
          wallet: '0x',
          account: 0,
          action: 'test',
          nonce: null,
          commands,
        });
        if (!outcomes[0]?.refusal) continue;
        refused += 1;
        expect(events).toEqual([]);
        expect(canonicalWithoutSequence(engine)).toBe(before);
      }
    }
    expect(refused).toBeGreaterThan(shareOf(500));
  });

  // Goal: the engine depends on its inputs alone. Method: the same run of each preset twice, and with another seed.
  test('equal seeds and commands give equal digests, another seed gives another digest', () => {
    for (const preset of PRESETS) {
      const run = (seed: number): string => {
        const watched = new RandomRun(seed, preset);
        for (let command = 0; command < runsOf({ quick: 100, full: 500 }); command += 1) watched.step();
        return stateDigest(watched.state);
      };
      expect(run(7)).toBe(run(7));
      expect(run(8)).not.toBe(run(7));
    }
  });
});

function canonicalWithoutSequence(engine: Engine): string {
  const { inputSeq: _, ...state } = canonicalState(engine.state) as Record<string, unknown>;
  return JSON.stringify(state, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    const own = typeof value === 'object' && value !== null && hasOwnForm(value) ? value.toCanonical() : value;
    return own instanceof Map || own instanceof Set ? [...(own as Iterable<unknown>)] : own;
  });
}
