import { resultOfCheck } from '../../src/suite/results/failed-check.ts';
import { isUnsettled, type ScenarioResult, type TransportName } from '../../src/suite/results/run.ts';
import type { PlannedScenario } from '../../src/suite/run/plan.ts';
import { hasFailed, type Judge } from './judge.ts';
import type { Look, Pair } from './pair-table.ts';
import { buildPatched } from './patched.ts';
import { PlainStage, type Scene, USUAL_SCENE } from './plain-stage.ts';
import { type Simulator, startSimulator } from './simulator.ts';
import { type Wrong, transportOf } from './wrong.ts';
import { groupOf } from './wrongs/index.ts';

/** A scenario that could not be settled is tried so often in all: prices move, and other people trade. */
const TRIES = 3;

/** Where pasts for simulators of another source are written. */
const FOLDER = 'dist/wrong';

/** A world, and the right deployment in it. */
interface Place {
  readonly scene: Scene;
  readonly stage: PlainStage;
  /** Scenarios that pass, and that fail, where nothing is wrong, by id and transport. */
  readonly passed: Set<string>;
  readonly suspect: Set<string>;
  past: string | undefined;
}

/** What makes it wrong, in one place. */
interface Trial {
  readonly wrong: Wrong;
  readonly place: Place;
  readonly stage: PlainStage;
  readonly first: readonly string[];
}

/**
 * Judges wrong deployments as plain ones in the world that scenarios know, and in another: scenarios that have caught a wrong
 * before come first, the others of its clause only where these miss it.
 */
export class PairTest {
  readonly #simulator: Simulator;
  readonly #judge: Judge;
  readonly #usual: Place;
  readonly #other: Place;

  constructor(simulator: Simulator, judge: Judge, scene: Scene) {
    this.#simulator = simulator;
    this.#judge = judge;
    this.#usual = this.#placeOf(USUAL_SCENE);
    this.#other = this.#placeOf(scene);
  }

  #placeOf(scene: Scene): Place {
    const stage = new PlainStage(this.#simulator, scene);
    return { scene, stage, passed: new Set(), suspect: new Set(), past: undefined };
  }

  async open(): Promise<void> {
    await Promise.all([this.#usual.stage.open(), this.#other.stage.open()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.stage.close(), this.#other.stage.close()]);
  }

  /** @param hints scenarios that have caught it before, by id: they come first */
  async judged(wrong: Wrong, hints: readonly string[]): Promise<Pair> {
    const { name, clause, what } = wrong;
    const usual = await this.#look(wrong, this.#usual, hints);
    const first = [...new Set([...(usual.caught ? [usual.caught.id] : []), ...hints])];
    const other = await this.#look(wrong, this.#other, first);
    return { name, group: groupOf(wrong), clause, what, transport: transportOf(wrong), usual, other };
  }

  async #look(wrong: Wrong, place: Place, first: readonly string[]): Promise<Look> {
    const started = performance.now();
    const { source } = wrong.make();
    const seconds = (): number => Math.round((performance.now() - started) / 100) / 10;
    if (!source) return { ...(await this.#lookAt({ wrong, place, stage: place.stage, first })), seconds: seconds() };
    place.past ??= await place.stage.pastFile(FOLDER);
    const flags = ['serve', '--port', '0', '--clock', 'manual', '--state', place.past, '--json'];
    const simulator = await startSimulator(await buildPatched(wrong.name, source), flags);
    const stage = new PlainStage(simulator, place.scene, { hasState: true });
    await stage.open();
    try {
      const look = await this.#lookAt({ wrong, place, stage, first });
      const [fault] = simulator.faults;
      if (fault === undefined) return { ...look, seconds: seconds() };
      return { ...look, verdict: 'broke-down', caught: null, why: [fault], seconds: seconds() };
    } finally {
      await stage.close();
      await simulator.stop();
    }
  }

  async #lookAt(trial: Trial): Promise<Omit<Look, 'seconds'>> {
    const { wrong, first } = trial;
    const { clause } = wrong;
    const transport = transportOf(wrong);
    const cited = this.#judge.scenariosFor(transport, new Set([clause]));
    const fault = await this.#move(trial);
    if (fault !== undefined) return { verdict: 'skipped', caught: null, scenarios: cited.length, ran: 0, why: [fault] };
    const check = this.#judge.failures.find(({ clauses }) => clauses.includes(clause));
    if (check) {
      const { id, name, error } = resultOfCheck(check, transport);
      return { verdict: 'caught', caught: { id, name, said: error ?? '' }, scenarios: cited.length, ran: 0, why: [] };
    }
    const able = cited.filter((one) => this.#judge.unmet(one).length === 0);
    const lacks = cited.filter((one) => !able.includes(one)).flatMap((one) => this.#judge.unmet(one));
    const results = new Map<string, ScenarioResult>();
    let caught: ScenarioResult | undefined;
    const hinted = able.filter(({ id }) => first.includes(id));
    for (const some of [hinted, able.filter(({ id }) => !first.includes(id))]) {
      caught ??= await this.#firstThatFails(some, trial, results);
    }
    // What could not be settled is asked again before the wrong counts as missed.
    for (let tries = 1; tries < TRIES && !caught; tries += 1) {
      const unsettled = able.filter(({ id }) => isUnsettled(results.get(id) ?? {}));
      if (unsettled.length === 0) break;
      await this.#move(trial);
      caught = await this.#firstThatFails(unsettled, trial, results);
    }
    const all = [...results.values()];
    const ran = all.filter(({ verdict }) => verdict !== 'skipped').length;
    const reasons = all.filter(({ verdict }) => verdict === 'skipped').map(({ reason }) => reason ?? '');
    return {
      verdict: caught ? 'caught' : ran > 0 ? 'passed' : all.some(isUnsettled) ? 'unsettled' : 'skipped',
      caught: caught ? { id: caught.id, name: caught.name, said: caught.error ?? '' } : null,
      scenarios: cited.length,
      ran,
      why: caught ? [] : counted([...lacks.map((lack) => `needs ${lack}`), ...reasons]),
    };
  }

  /** The first that fails, and fails for the wrong; what each came to is kept in `results`. */
  async #firstThatFails(
    scenarios: readonly PlannedScenario[],
    trial: Trial,
    results: Map<string, ScenarioResult>,
  ): Promise<ScenarioResult | undefined> {
    const { wrong, place } = trial;
    const transport = transportOf(wrong);
    let left = scenarios.filter(({ id }) => !place.suspect.has(keyOf(transport, id)));
    while (left.length > 0) {
      const some = await this.#judge.run(left, transport, true);
      for (const result of some) results.set(result.id, result);
      const failed = some.find(hasFailed);
      if (!failed) return undefined;
      if (await this.#failsForTheWrong(failed, scenarios, trial)) return failed;
      results.delete(failed.id);
      left = left.slice(left.findIndex(({ id }) => id === failed.id) + 1);
      await this.#move(trial);
    }
    return undefined;
  }

  /**
   * True when the scenario passes where nothing is wrong, and in a world that moves when it fails on the wrong once more: what
   * fails by chance is no catch.
   */
  async #failsForTheWrong(
    { id, transport }: ScenarioResult,
    all: readonly PlannedScenario[],
    trial: Trial,
  ): Promise<boolean> {
    const { place, wrong } = trial;
    const key = keyOf(transport, id);
    const alone = all.filter((one) => one.id === id);
    for (let tries = 0; tries < TRIES && !place.passed.has(key); tries += 1) {
      this.#judge.moveTo(await place.stage.begin(undefined));
      const [result] = await this.#judge.run(alone, transport, false);
      if (result && hasFailed(result)) {
        place.suspect.add(key);
        return false;
      }
      if (result?.verdict === 'passed') place.passed.add(key);
    }
    if (!place.passed.has(key)) return false;
    if (place === this.#usual) return true;
    for (let tries = 0; tries < TRIES; tries += 1) {
      await this.#move(trial);
      const [again] = await this.#judge.run(alone, transport, false);
      if (again && hasFailed(again)) return true;
      if (again?.verdict === 'passed') {
        process.stderr.write(`${wrong.name}: ${id} failed once and passed then\n`);
        return false;
      }
    }
    return false;
  }

  /** To the wrong deployment as it begins; in words why that cannot be. */
  async #move({ wrong, stage }: Trial): Promise<string | undefined> {
    try {
      this.#judge.moveTo(await stage.begin(wrong));
      return undefined;
    } catch (error) {
      return `the probe ended the run: ${String(error)}`;
    }
  }
}

const keyOf = (transport: TransportName, id: string): string => `${id} (${transport})`;

/** Each reason once, with its number, most frequent first. */
function counted(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count} ${reason}`);
}
