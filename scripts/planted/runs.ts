import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Comparison, compareJournals } from '../../src/inspect/replay/compare-journals.ts';
import { type Differences, differencesOf } from '../../src/exchange/snapshots/differences.ts';
import { buildProgram } from '../selftest/patched.ts';
import type { Patch } from '../selftest/wrong.ts';
import type { Condition } from './stage.ts';
import { fromStateText } from './tagged-text.ts';

/** The wall clock of a run: two milliseconds pass between two looks at it, so its times stay even, or odd. */
const WALL = `{
  const start = Number(process.env.PLANTED_WALL);
  let looks = 0;
  const Real = Date;
  const now = () => start + 2 * looks++;
  globalThis.Date = class extends Real {
    constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
    static now() { return now(); }
  };
}`;

/** What every build has: the sequencer reports each input, and its engine can be replaced. */
export const PROBE: readonly Patch[] = [
  { file: 'src/exchange/sequencer.ts', from: 'readonly #engine: Engine;', to: '#engine: Engine;' },
  {
    file: 'src/exchange/sequencer.ts',
    from: 'import type { Engine, InputOutcome } from',
    to: 'import { Engine, type InputOutcome } from',
  },
  {
    file: 'src/exchange/sequencer.ts',
    from: 'this.#bus.publish({ seq, input, outcome });',
    to: `if (globalThis.planted?.(seq, this.#engine.state)) this.#engine = new Engine(this.#engine.state);
    this.#bus.publish({ seq, input, outcome });`,
  },
];

interface Setting {
  readonly condition: Pick<Condition, 'former' | 'reads' | 'restarts'>;
  readonly seed: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Everything that must not count, one way and the other. The first wall clock stands before exchange time, the other after it. */
const SETTINGS: Readonly<Record<'a' | 'b', Setting>> = {
  a: {
    condition: { former: false, reads: false, restarts: [] },
    seed: 1,
    cwd: process.cwd(),
    env: { TZ: 'UTC', LC_ALL: 'C', PLANTED_WALL: '1600000000000' },
  },
  b: {
    condition: { former: true, reads: true, restarts: [25, 60] },
    seed: 2,
    cwd: tmpdir(),
    env: { TZ: 'America/St_Johns', LC_ALL: 'tr_TR.UTF-8', PLANTED_WALL: '1900000000001' },
  },
};
type RunName = keyof typeof SETTINGS;
const NAMES: readonly RunName[] = ['a', 'b'];

export const buildStage = (name: string, patches: readonly Patch[]): Promise<string> =>
  buildProgram({ entry: 'scripts/planted/stage.ts', outfile: `dist/planted/${name}.js`, banner: WALL }, [
    ...PROBE,
    ...patches,
  ]);

/** Where `perpsim diff` finds the difference. */
export interface Located {
  readonly comparison: Comparison;
  /** The first input whose effects differ, and the states of both runs just after it. */
  readonly input: number;
  readonly states: Differences;
}

/**
 * Runs the script twice with one build, compares the journals, and then the states at the input that differs.
 *
 * @param likely - the input where a difference is expected: the first two runs write their states down there. Found at any other,
 *   it costs further runs
 */
export async function locate(program: string, folder: string, likely?: number): Promise<Located | null> {
  const pair = new RunPair(program, folder, likely);
  const comparison = await pair.compare();
  const { difference } = comparison;
  if (!difference) return null;
  // Digests are of events: where only the states differ, the first input that made them differ is searched for.
  const input = difference.what === 'state' ? await pair.firstOtherState(difference.seq) : difference.seq;
  return { comparison, input, states: await pair.statesAfter(input) };
}

class RunPair {
  readonly #program: string;
  readonly #folder: string;
  readonly #likely: number | undefined;
  /** Inputs after which both runs have written their states down. */
  readonly #written = new Set<number>();

  constructor(program: string, folder: string, likely: number | undefined) {
    this.#program = program;
    this.#folder = folder;
    this.#likely = likely;
  }

  async compare(): Promise<Comparison> {
    await this.#run(this.#likely === undefined ? [] : [this.#likely - 1, this.#likely], null);
    const [a, b] = NAMES.map((name) => ({ name, lines: linesOf(this.#file(`${name}.jsonl`)) }));
    if (!a || !b) throw new Error('there are two runs');
    return compareJournals(a, b);
  }

  /** Runs both again up to an input, where they write their states down, unless they have. */
  async statesAfter(input: number): Promise<Differences> {
    if (!this.#written.has(input)) await this.#run([input], input);
    const [a, b] = NAMES.map((name) => fromStateText(readFileSync(this.#file(`${name}.state.${input}`), 'utf8')));
    return differencesOf(a, b, 'state');
  }

  async firstOtherState(last: number): Promise<number> {
    let [equal, other] = [0, last];
    // What is likely is looked at first: the input before it, then itself.
    const looks = [...this.#written].filter((input) => input > equal && input < other).sort((a, b) => a - b);
    while (other - equal > 1) {
      const look = looks.shift() ?? Math.floor((equal + other) / 2);
      if ((await this.statesAfter(look)).total === 0) equal = Math.max(equal, look);
      else other = Math.min(other, look);
    }
    return other;
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  async #run(inputs: readonly number[], stop: number | null): Promise<void> {
    const files = (input: number): string[] => NAMES.map((name) => this.#file(`${name}.state.${input}`));
    for (const file of inputs.flatMap(files)) rmSync(file, { force: true });
    await Promise.all(
      NAMES.map((name) => {
        const { condition } = SETTINGS[name];
        const states = { inputs, file: this.#file(`${name}.state`) };
        return run(this.#program, name, { ...condition, journal: this.#file(`${name}.jsonl`), states, stop });
      }),
    );
    // A run that is shorter has not come so far.
    for (const input of inputs) if (files(input).every((file) => existsSync(file))) this.#written.add(input);
  }
}

async function* linesOf(file: string): AsyncIterable<string> {
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) yield await Promise.resolve(line);
}

async function run(program: string, name: RunName, condition: Condition): Promise<void> {
  const { seed, cwd, env } = SETTINGS[name];
  const args = [`--random-seed=${seed}`, resolve(program), JSON.stringify(condition)];
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`run ${name} ended with ${String(code)}: ${said.slice(0, 2_000)}`);
}
