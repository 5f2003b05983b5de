import { describe, expect, test } from 'vitest';
import { canonicalJson, dumpText, parseDumpText } from '../../kernel/canonical-json.ts';
import { shareOf } from '../../kernel/test-budget.test-helper.ts';
import { stateDigest } from '../canonical-state.ts';
import { Engine } from '../engine.ts';
import { genesis } from '../genesis.ts';
import { PRESETS } from '../random-run/presets.test-helper.ts';
import type { State } from '../state.ts';
import { RichInputs, richConfig } from './rich-run.test-helper.ts';
import { decodeState, encodeState } from './state-codec.ts';

const COMMANDS = shareOf(1_200);
const RESTORE_EVERY = 75;

/** The state as it comes back from a file. */
const restored = (state: State): State => decodeState(parseDumpText(dumpText(encodeState(state))), state.config);

describe.each(PRESETS.map((preset) => [preset.name, preset] as const))('a random run of the preset %s', (_, preset) => {
  // Goal: DUR-09, nothing that decides a later response is left out. Method: one engine runs through; the other is made
  // again from its encoded state every 75 inputs, with no memory of its own; every input must cause equal events.
  test('continues from its encoded state exactly as the run that was never encoded', () => {
    const config = richConfig(preset, '11');
    const through = new Engine(genesis(config).state);
    let again = new Engine(genesis(config).state);
    const inputs = new RichInputs(preset, '11');
    for (let turn = 1; turn <= COMMANDS; turn += 1) {
      const input = inputs.next(through.state);
      const expected = canonicalJson(through.apply(input));
      expect(canonicalJson(again.apply(input))).toBe(expected);
      if (turn % RESTORE_EVERY !== 0) continue;
      const state = restored(again.state);
      expect(stateDigest(state)).toBe(stateDigest(through.state));
      expect(dumpText(encodeState(state))).toBe(dumpText(encodeState(through.state)));
      again = new Engine(state);
    }
    expect(through.state.counters.order).toBeGreaterThan(COMMANDS / 10);
  });
});
