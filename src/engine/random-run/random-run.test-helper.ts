import { RandomInputs } from '../../kernel/random-inputs.test-helper.ts';
import type { Command, Input } from '../command.ts';
import { checkRisk } from '../liquidation/check-risk.ts';
import { randomRisk } from '../liquidation/random-risk.test-helper.ts';
import type { InputOutcome } from '../engine.ts';
import { randomCommand } from '../random-commands.test-helper.ts';
import type { State } from '../state.ts';
import type { Preset } from './presets.test-helper.ts';
import { countInto, type Probes } from './probes.test-helper.ts';
import { WatchedEngine } from './watched-engine.test-helper.ts';

/** How many commands lie between two looks at the whole state. */
const CHECK_EVERY = 50;

/** Commands after which every account is checked: prices moved, or became fresh. */
const MOVES = new Set<Command['type']>(['SetIndexPrice', 'SetMarkPrice', 'SetPeg', 'SetFeed']);

/** One seeded run of one preset under watch. */
export class RandomRun {
  readonly watched: WatchedEngine;
  readonly #draw: RandomInputs;
  readonly #preset: Preset;

  constructor(seed: number, preset: Preset) {
    this.watched = new WatchedEngine(preset.config(String(seed)));
    this.#draw = new RandomInputs(String(seed), 'commands');
    this.#preset = preset;
  }

  get state(): State {
    return this.watched.engine.state;
  }

  /** The next command, sometimes after some time has passed. Throws on the first thing that must not be. */
  step(): InputOutcome {
    const { state } = this;
    const input = randomInput(this.#draw, state, this.#preset);
    const outcome = this.watched.apply(input);
    if (input.commands.some(({ type }) => MOVES.has(type))) checkRisk(state);
    return outcome;
  }
}

/** The next input of a run: one command, sometimes after some time has passed, and what it costs. */
export function randomInput(
  draw: RandomInputs,
  state: State,
  { temper, idle, idleMs }: Preset,
): Extract<Input, { kind: 'request' }> {
  const at = state.now + (draw.chance(idle) ? draw.between(1, idleMs) : 0);
  const command = randomRisk(draw, state, temper) ?? randomCommand(draw, state);
  // Not drawn, so that what a request costs moves nothing else of the run.
  const turn = state.inputSeq;
  const charge = {
    ip: `192.0.2.${turn % 50}`,
    surface: 'trade',
    tokens: turn % 101,
    account: turn % 4,
    orders: 1,
  } as const;
  const from = { kind: 'request', wallet: '0x', account: 0, action: 'test', nonce: null } as const;
  return { ...from, at, commands: [command], charge };
}

/** A rule that broke, and how to see it again. */
export interface Failure {
  readonly seed: number;
  readonly preset: string;
  readonly command: number;
  readonly rule: string;
}

export const lineOf = ({ seed, preset, command, rule }: Failure): string =>
  `seed ${seed}, preset ${preset}, command ${command}: ${rule} ` +
  `(npx tsx scripts/simulate.ts --from ${seed} --seeds 1 --preset ${preset} --commands ${command})`;

/** Runs one seed to its end, or to the first rule it breaks. */
export function runSeed(seed: number, preset: Preset, commands: number, probes: Probes): Failure | null {
  let command = 0;
  try {
    const run = new RandomRun(seed, preset);
    for (command = 1; command <= commands; command += 1) {
      countInto(probes, run.step());
      if (command % CHECK_EVERY === 0) run.watched.check();
    }
    command = commands;
    run.watched.finish();
    return null;
  } catch (error) {
    return { seed, preset: preset.name, command, rule: error instanceof Error ? error.message : String(error) };
  }
}
