import type { JsonObject } from '../../contract/json.ts';
import type { Reply } from '../../exchange/requests/dispatcher.ts';
import { invariant } from '../../kernel/errors.ts';
import { errorOf } from '../../kernel/thrown.ts';
import { Lockstep } from '../../scenarios/run/bot-server.ts';
import { openRun, type ScenarioRun } from '../../scenarios/run/open-run.ts';
import type { Run, RunAccount } from '../../scenarios/run/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { type Observation, Observer, type Sight } from './observation.ts';

/** A request of an agent: its place among the agents, an action of the API, and the params of that. */
export type AgentRequest = readonly [agent: number, action: string, params: JsonObject];

/** `response` of a request that was carried out, or the error of its envelope. */
export type RequestResult = unknown;

/** What agents see after a step, and what came of their requests, in order. */
export interface StepResult {
  readonly results: readonly RequestResult[];
  readonly observation: Observation;
}

/** What an episode is a run of. */
export interface Episode {
  readonly scenario: Scenario;
  /** Ends it this many milliseconds after its start, when that is earlier than its end. */
  readonly untilMs?: number;
}

export interface EnvironmentTerms extends Episode {
  /** Names of the accounts that agents act for. */
  readonly agents: readonly string[];
  readonly sight: Sight;
}

/**
 * One episode of a scenario that is stepped from outside: a run in lockstep, as a bot in lockstep has it, without a socket of the API and
 * without signatures. Requests and steps are the same inputs, so the digest is that of the bot.
 */
export class Environment {
  readonly #run: ScenarioRun;
  readonly #lockstep: Lockstep;
  readonly #agents: readonly RunAccount[];
  readonly #observer: Observer;
  readonly #stop: AbortController;
  #playing: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  #fail: (reason: unknown) => void = () => undefined;
  /** Requests that wait for exchange time. */
  readonly #held: { count: number };
  #ended = false;
  /** When the last step ended. */
  #since: number;

  private constructor(parts: {
    readonly run: ScenarioRun;
    readonly lockstep: Lockstep;
    readonly terms: EnvironmentTerms;
    readonly stop: AbortController;
    readonly held: { count: number };
  }) {
    const { run, lockstep, terms, stop, held } = parts;
    this.#run = run;
    this.#since = run.startTime;
    this.#lockstep = lockstep;
    this.#stop = stop;
    this.#held = held;
    this.#agents = terms.agents.map((name) => run.account(name));
    const { runView } = run.exchange;
    const ids = this.#agents.map(({ subAccountId }) => subAccountId);
    this.#observer = new Observer(runView.state, terms.sight, ids);
    runView.observe(this.#observer);
  }

  /**
   * Begins an episode, and comes to the moment at which a bot would be started.
   *
   * @throws RunError, ControlError or WorldFileError for a scenario that cannot be run as it is written
   */
  static async begin(terms: EnvironmentTerms, seed: string): Promise<Environment> {
    const stop = new AbortController();
    const held = { count: 0 };
    let isReady: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    let lockstep: Lockstep | undefined;
    const run = await openRun(terms.scenario, {
      seed,
      signal: stop.signal,
      ...(terms.untilMs !== undefined && { untilMs: terms.untilMs }),
      strategy: 'none',
      attach: (opened) => {
        lockstep = lockstepOf(opened, held, isReady);
        opened.attach(lockstep);
      },
    });
    invariant(lockstep, 'a run attaches whom it is given');
    const environment = new Environment({ run, lockstep, terms, stop, held });
    environment.#play();
    await Promise.race([ready, environment.#playing]);
    environment.#check();
    return environment;
  }

  /** Names and subaccount ids of the agents. */
  get agents(): readonly { readonly name: string; readonly subAccountId: string }[] {
    return this.#agents.map(({ name, subAccountId }) => ({ name, subAccountId }));
  }

  get startTime(): number {
    return this.#run.startTime;
  }

  get endTime(): number {
    return this.#run.endTime;
  }

  get exchange(): ScenarioRun['exchange'] {
    return this.#run.exchange;
  }

  /** The episode is over: nothing happens any more. */
  get ended(): boolean {
    return this.#ended;
  }

  observe(): Observation {
    return this.#observer.observe(this.#ended);
  }

  /** Carries out requests, each after the one before, and then lets this much exchange time pass. */
  async step(requests: readonly AgentRequest[], ms: number): Promise<StepResult> {
    const results: RequestResult[] = [];
    for (const request of requests) results.push(await this.#carryOut(request));
    if (!this.#ended) await this.#pass(ms);
    return { results, observation: this.observe() };
  }

  /** Digest of everything that has happened and of the state it came to. */
  digest(): string {
    return this.#run.exchange.digest();
  }

  /** Ends the episode, wherever it is. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#playing;
    await this.#run.close();
  }

  #play(): void {
    this.#playing = this.#run.play().then(
      () => {
        this.#ended = true;
        this.#lockstep.end();
      },
      (error: unknown) => {
        this.#failure = errorOf(error);
        this.#fail(error);
      },
    );
  }

  async #carryOut([place, action, params]: AgentRequest): Promise<RequestResult> {
    const agent = this.#agents[place];
    invariant(agent, 'a request names an agent');
    const reply = agent.act(action, params, this.#since);
    return resultOf(reply instanceof Promise ? await this.#waitedFor(reply) : reply);
  }

  /** The clock goes on while a request waits for it. */
  async #waitedFor(reply: Promise<Reply>): Promise<Reply> {
    this.#held.count += 1;
    try {
      return await this.#unlessItFails(reply);
    } finally {
      this.#held.count -= 1;
    }
  }

  async #pass(ms: number): Promise<void> {
    await this.#unlessItFails(this.#lockstep.step({ ms, until: 'time' }));
    this.#since = this.#run.now();
  }

  /** The run plays beside its steps: what it fails with is thrown by the step under way. */
  #unlessItFails<T>(work: Promise<T>): Promise<T> {
    this.#check();
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject;
      work.then(resolve, reject);
    });
  }

  #check(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}

function lockstepOf(run: Run, held: { readonly count: number }, start: () => void): Lockstep {
  return new Lockstep({
    startTime: run.startTime,
    endTime: run.endTime,
    stepMs: run.scenario.stepMs,
    now: () => run.now(),
    delivered: () => run.exchange.delivered(),
    isRequesting: () => held.count > 0,
    start,
    watch: () => () => undefined,
  });
}

const resultOf = ({ envelope }: Reply): RequestResult =>
  envelope.status === 'ok' ? envelope.response : { error: envelope.error };
