import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { whole } from '../../contract/control-fields.ts';
import type { MarketRecord } from '../../contract/actions/info/getMarkets.ts';
import type { JsonObject } from '../../contract/json.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { packageVersion } from '../../exchange/package-root.ts';
import { readFields } from '../../exchange/read-fields.ts';
import { marketRecordOf } from '../../exchange/reads/info/getMarkets.ts';
import { allMarkets } from '../../exchange/reads/records/market-figures.ts';
import { isList, isRecord } from '../../kernel/entries.ts';
import { itemAt } from '../../kernel/errors.ts';
import { nearestAside } from '../../kernel/nearest.ts';
import { openRun } from '../../scenarios/run/open-run.ts';
import { RunError } from '../../scenarios/run/run.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import { type AgentRequest, Environment, type EnvironmentTerms, type Episode } from './environment.ts';
import { AGENT_FIELDS, type AgentField, MARKET_FIELDS, type MarketField, type Observation } from './observation.ts';

/** Of the messages below. A change that an older client would misread raises it. */
export const PROTOCOL = 1;

const ENVIRONMENTS_MAX = 1_024;
const LONGEST_STEP_MS = 86_400_000;
const USUAL_DEPTH = 5;

const list = (item: TSchema, description: string, most = ENVIRONMENTS_MAX) =>
  Type.Array(item, { minItems: 1, maxItems: most, description });
const Name = Type.String({ minLength: 1, maxLength: 128, description: 'a name' });
const Steps = whole(1, LONGEST_STEP_MS, { description: 'a whole number of milliseconds from 1 to 86400000' });
const Places = list(
  whole(0, ENVIRONMENTS_MAX - 1, { description: 'the number of an environment' }),
  'a list of numbers of environments',
);

/** What the client says, by its `do`. */
const MESSAGES = {
  open: Type.Object({
    do: Type.Any(),
    environments: Type.Optional(whole(1, ENVIRONMENTS_MAX)),
    agents: Type.Optional(list(Name, 'a list of names of accounts of the scenario')),
    symbols: Type.Optional(list(Name, 'a list of markets')),
    stepMs: Type.Optional(Steps),
    market: Type.Optional(Type.Array(Name, { maxItems: 32, description: 'a list of fields of a market' })),
    agent: Type.Optional(Type.Array(Name, { maxItems: 32, description: 'a list of fields of an agent' })),
    depth: Type.Optional(whole(1, 100)),
  }),
  reset: Type.Object({
    do: Type.Any(),
    environments: Type.Optional(Places),
    seeds: list(Type.String({ minLength: 1, maxLength: 128, description: 'a text' }), 'a list of seeds, texts'),
  }),
  step: Type.Object({
    do: Type.Any(),
    environments: Type.Optional(Places),
    requests: Type.Array(Type.Any(), {
      maxItems: ENVIRONMENTS_MAX,
      description: 'a list with the requests of each environment',
    }),
    ms: Type.Optional(Steps),
  }),
  digest: Type.Object({ do: Type.Any(), environments: Type.Optional(Places) }),
} as const;

type Verb = keyof typeof MESSAGES;
type Message<V extends Verb> = Static<(typeof MESSAGES)[V]>;

/** What `open` has said, and the environments by number; null before the first reset. */
interface Opened extends EnvironmentTerms {
  readonly stepMs: number;
  readonly environments: (Environment | null)[];
}

/** The environments of one client. Messages are carried out one at a time. */
export class GymSession {
  readonly #episode: Episode;
  #opened: Opened | null = null;

  constructor(episode: Episode) {
    this.#episode = episode;
  }

  /**
   * Carries out one message and returns what `ok` of its reply holds.
   *
   * @throws ControlError that names the field, for a message that cannot be carried out: nothing has changed then
   */
  async carryOut(message: unknown): Promise<unknown> {
    if (!isRecord(message)) throw new ControlError('INVALID_FORMAT', '', 'a message is a JSON object');
    const verb = message['do'];
    switch (verb) {
      case 'open':
        return this.#open(readFields(MESSAGES.open, message, ''));
      case 'reset':
        return this.#reset(readFields(MESSAGES.reset, message, ''));
      case 'step':
        return this.#step(readFields(MESSAGES.step, message, ''));
      case 'digest':
        return this.#digest(readFields(MESSAGES.digest, message, ''));
      default: {
        const known = Object.keys(MESSAGES);
        const near = typeof verb === 'string' ? nearestAside(verb, known) : '';
        throw invalid('do', `do must be one of ${known.join(', ')}${near}`);
      }
    }
  }

  /** Ends every episode. */
  async close(): Promise<void> {
    const environments = this.#opened?.environments ?? [];
    this.#opened = null;
    await Promise.all(environments.map(async (environment) => environment?.close()));
  }

  async #open(message: Message<'open'>): Promise<unknown> {
    const { scenario, untilMs = Number.POSITIVE_INFINITY } = this.#episode;
    const { strategy } = scenario;
    const agents = (message.agents ?? (strategy ? [strategy.account] : [])) as readonly string[];
    const names = scenario.accounts.map(({ name }) => name);
    if (agents.length === 0) {
      throw invalid('agents', `agents is missing: ${scenario.name} has no strategy; its accounts are ${listed(names)}`);
    }
    checkWords('agents', agents, names);
    const symbols = (message.symbols ?? (strategy ? [strategy.symbol] : [])) as readonly string[];
    const market = (message.market ?? MARKET_FIELDS) as readonly MarketField[];
    checkWords('market', market, MARKET_FIELDS);
    const agent = (message.agent ?? AGENT_FIELDS) as readonly AgentField[];
    checkWords('agent', agent, AGENT_FIELDS);
    const facts = await marketsOf(scenario);
    const known = facts.map(({ symbol }) => symbol);
    checkWords('symbols', symbols, known);
    const chosen = symbols.length > 0 ? symbols : known;
    await this.close();
    const sight = { symbols: chosen, market, agent, depth: message.depth ?? USUAL_DEPTH };
    const stepMs = message.stepMs ?? scenario.stepMs;
    const environments = Array.from({ length: message.environments ?? 1 }, () => null);
    this.#opened = { ...this.#episode, agents, sight, stepMs, environments };
    return {
      protocol: PROTOCOL,
      version: packageVersion(),
      scenario: scenario.name,
      environments: environments.length,
      agents,
      ...sight,
      stepMs,
      durationMs: Math.min(scenario.durationMs, untilMs),
      markets: chosen.map((symbol) => facts.find((each) => each.symbol === symbol)),
    };
  }

  async #reset({ environments, seeds }: Message<'reset'>): Promise<readonly Observation[]> {
    const opened = this.#terms();
    const places = placesOf(environments as readonly number[] | undefined, opened);
    checkCount('seeds', seeds.length, places.length);
    return Promise.all(
      places.map(async (place, at) => {
        await opened.environments[place]?.close();
        opened.environments[place] = null;
        const environment = await Environment.begin(opened, String(seeds[at]));
        opened.environments[place] = environment;
        return environment.observe();
      }),
    );
  }

  async #step({ environments, requests, ms }: Message<'step'>): Promise<unknown> {
    const opened = this.#terms();
    const places = placesOf(environments as readonly number[] | undefined, opened);
    checkCount('requests', requests.length, places.length);
    const stepped = places.map((place) => begunAt(opened, place));
    const each = requests.map((given, at) => readRequests(given, `requests[${at}]`, opened.agents.length));
    stepped.forEach((environment, at) => {
      if (environment.ended) {
        throw invalid(fieldOf(environments, at), `the episode of environment ${places[at]} is over: reset it`);
      }
    });
    const took = ms ?? opened.stepMs;
    return Promise.all(
      stepped.map(async (environment, at) => {
        const { results, observation } = await environment.step(itemAt(each, at), took);
        return [results, observation];
      }),
    );
  }

  #digest({ environments }: Message<'digest'>): readonly string[] {
    const opened = this.#terms();
    const places = placesOf(environments as readonly number[] | undefined, opened);
    return places.map((place) => begunAt(opened, place).digest());
  }

  #terms(): Opened {
    if (this.#opened) return this.#opened;
    throw invalid('do', 'nothing is open: send open first');
  }
}

/**
 * Returns the markets of a scenario as `getMarkets` lists them. An exchange is made for it, so that a scenario that cannot be run is
 * refused before the first episode.
 */
async function marketsOf(scenario: Scenario): Promise<readonly Static<typeof MarketRecord>[]> {
  const run = await openRun(scenario, { strategy: 'none' });
  try {
    const { state } = run.exchange.runView;
    return allMarkets(state).map((market) => marketRecordOf(market, state.now));
  } finally {
    await run.close();
  }
}

function begunAt({ environments }: Opened, place: number): Environment {
  const environment = environments[place];
  if (environment) return environment;
  throw invalid('environments', `environment ${place} has no episode: reset it first`);
}

/** The environments that a message is about; all of them where it names none. */
function placesOf(given: readonly number[] | undefined, { environments }: Opened): readonly number[] {
  if (!given) return Array.from(environments.keys());
  given.forEach((place, at) => {
    if (place >= environments.length) {
      const there = environments.length === 1 ? 'there is one' : `there are ${environments.length}`;
      throw invalid(`environments[${at}]`, `there is no environment ${place}: ${there}, numbered from 0`);
    }
    if (given.indexOf(place) < at) throw invalid(`environments[${at}]`, `environment ${place} is named twice`);
  });
  return given;
}

function readRequests(given: unknown, path: string, agents: number): AgentRequest[] {
  if (!isList(given)) throw invalid(path, `${path} must be a list of requests`);
  return given.map((request, at) => {
    const where = `${path}[${at}]`;
    if (!isList(request) || request.length !== 3) {
      throw invalid(where, `${where} must be a list of an agent, an action and its params`);
    }
    const [agent, action, params] = request;
    if (typeof agent !== 'number' || !Number.isInteger(agent) || agent < 0 || agent >= agents) {
      throw invalid(`${where}[0]`, `${where}[0] must be the number of an agent, below ${agents}`);
    }
    if (typeof action !== 'string') throw invalid(`${where}[1]`, `${where}[1] must be the name of an action`);
    if (!isRecord(params)) throw invalid(`${where}[2]`, `${where}[2] must be an object, the params of the action`);
    return [agent, action, params as JsonObject];
  });
}

const fieldOf = (given: unknown, at: number): string => (given === undefined ? 'environments' : `environments[${at}]`);

function checkWords(field: string, given: readonly string[], known: readonly string[]): void {
  given.forEach((word, at) => {
    const where = `${field}[${at}]`;
    if (!known.includes(word)) {
      throw invalid(where, `${where} must be one of ${listed(known)}${nearestAside(word, [...known])}`);
    }
    if (given.indexOf(word) < at) throw invalid(where, `${where} names ${word} a second time`);
  });
}

function checkCount(field: string, given: number, wanted: number): void {
  if (given !== wanted)
    throw invalid(field, `${field} must have one item for each environment, ${wanted} (got ${given})`);
}

const listed = (names: readonly string[]): string => names.join(', ') || 'none';

const invalid = (field: string, message: string): ControlError => new ControlError('INVALID_VALUE', field, message);

/** Returns what a reply says of a message that could not be carried out; rethrows what is nobody's wrong message. */
export function refusalOf(error: unknown): { readonly field: string; readonly message: string } {
  if (error instanceof ControlError) return { field: error.field, message: error.message };
  if (error instanceof RunError) return { field: 'scenario', message: error.message };
  throw error;
}
