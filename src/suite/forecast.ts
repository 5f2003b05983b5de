import { createHash } from 'node:crypto';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../contract/catalogue.ts';
import { counted, duration, plural } from '../kernel/words.ts';
import type { Claim, Deployment, TargetSpeed } from './deployment.ts';
import { isLive, termsIn } from './market/terms.ts';
import type { Forecast, RunFacts } from './results/run.ts';
import { claimOf, collide } from './run/claims.ts';
import type { PlannedScenario } from './run/plan.ts';
import { type SpokenScenario, STEPS } from './steps/library.ts';
import { LOOK_MS } from './targets/ladder.ts';

/**
 * Milliseconds in which this process signs, sends and checks one request, and judges its scenario: lanes share them. Measured by
 * `core` with one wallet on two cores: 5,900 requests take 30 s more than their round trips.
 */
const OWN_MS = 5;

type Forecastable = Pick<Deployment, 'pace' | 'lanes' | 'spentTokens' | 'capabilities'>;

/**
 * @param scenarios those that can run
 * @param lanes largest number of scenarios at a time
 * @returns undefined where each scenario has an exchange of its own, whose time stands still
 */
export function forecastOf(
  scenarios: readonly PlannedScenario[],
  { pace, lanes: offered, spentTokens = 0, capabilities }: Forecastable,
  lanes: number,
  seed: string | null,
): Forecast | undefined {
  if (!pace || !offered) return undefined;
  const wallets = offered.most;
  const isReference = capabilities.has('reference-market');
  const work = new Map(scenarios.map((scenario) => [scenario, workOf(scenario, isReference)]));
  const all = [...work.values()].reduce(addWork, NO_WORK);
  const msOf = ({ requests, waitMs }: Work): number => requests * (OWN_MS + pace.roundTripMs) + waitMs;
  const tasks = chunksOf(scenarios, seed).map(({ claim, scenarios: own }) => {
    const its = own.map((scenario) => work.get(scenario) ?? NO_WORK).reduce(addWork, NO_WORK);
    const held = heldBy(claim, wallets);
    return { claim, ms: Math.max(msOf(its), accountMs(its.accountTokens / held, pace)), tokens: its.tokens };
  });
  const bucketMs = pace.buckets ? leastMs(all, pace.buckets, wallets) : null;
  const ms = Math.max(makespanOf(tasks, lanes, wallets, pace.buckets), all.requests * OWN_MS, bucketMs ?? 0);
  const { requests, waitMs } = all;
  return {
    scenarios: scenarios.length,
    requests,
    tokens: spentTokens + all.tokens,
    waitMs,
    lanes,
    ms: Math.round(ms),
    bucketMs,
  };
}

/** What the buckets hold at the start may be spent at once; the rest comes back at a full bucket each window. */
function leastMs(
  { tokens, accountTokens }: Work,
  { address, account, windowMs }: NonNullable<NonNullable<Deployment['pace']>['buckets']>,
  wallets: number,
): number {
  const all = Math.max(1, wallets) * account;
  const windows = Math.max(0, (tokens - address) / address, (accountTokens - all) / all);
  return Math.round(windows * windowMs);
}

/** Milliseconds in which the bucket of one subaccount, half full when the scenarios begin, pays so many tokens. */
function accountMs(tokens: number, { buckets }: TargetSpeed): number {
  if (!buckets) return 0;
  return Math.max(0, ((tokens - buckets.account / 2) / buckets.account) * buckets.windowMs);
}

/** Scenarios that run one after the other, and how long they take together. */
export interface Task {
  readonly claim: Claim;
  readonly ms: number;
  /** Of the address. */
  readonly tokens: number;
}

/** Wallets of a claim, of all that there are. */
const heldBy = ({ alone, wallets }: Claim, all: number): number => (alone ? all : Math.min(all, Math.max(1, wallets)));

/**
 * Milliseconds that tasks take side by side, in the order in which they would begin: each begins as soon as its wallets are free
 * and no other that is under way collides with it. Once the bucket of the address has run empty, all of them go as slowly as it refills.
 *
 * @param lanes number of scenarios at a time
 * @param wallets number of wallets in all
 * @param buckets left out: nothing is limited
 */
export function makespanOf(
  tasks: readonly Task[],
  lanes: number,
  wallets: number,
  buckets?: Pick<NonNullable<TargetSpeed['buckets']>, 'address' | 'windowMs'>,
): number {
  let waiting = [...tasks];
  let running: readonly Running[] = [];
  let now = 0;
  let free = wallets;
  let stock = buckets?.address ?? 0;
  while (waiting.length > 0 || running.length > 0) {
    const later: Task[] = [];
    let isHeldUp = false;
    for (const task of waiting) {
      const held = heldBy(task.claim, wallets);
      const isBlocked: boolean =
        isHeldUp || running.length >= lanes || running.some((one) => collide(one.task.claim, task.claim));
      if (isBlocked || held > free) {
        // The first that finds too few wallets gets the next ones that are free.
        isHeldUp ||= !isBlocked;
        later.push(task);
        continue;
      }
      free -= held;
      running = [...running, { task, held, left: task.ms }];
    }
    waiting = later;
    const step = stepOf(running, stock, buckets);
    now += step.ms;
    stock = step.stock;
    running = running.map((one) => ({ ...one, left: one.left - step.ms * step.speed }));
    for (const { held } of running.filter(isOver)) free += held;
    running = running.filter((one) => !isOver(one));
  }
  return now;
}

interface Running {
  readonly task: Task;
  readonly held: number;
  /** Milliseconds that it would take yet if nothing held it up. */
  readonly left: number;
}

/** Sums of fractions are not exact. */
const ROUNDING_MS = 1e-6;

const isOver = ({ left }: Running): boolean => left <= ROUNDING_MS;

/** What comes next: the end of a task, or an address without tokens. */
function stepOf(
  running: readonly Running[],
  stock: number,
  buckets: { readonly address: number; readonly windowMs: number } | undefined,
): { readonly ms: number; readonly stock: number; readonly speed: number } {
  const shortest = Math.min(...running.map(({ left }) => left));
  if (!buckets) return { ms: shortest, stock, speed: 1 };
  const refilled = buckets.address / buckets.windowMs;
  const wanted = running.reduce((sum, { task }) => sum + task.tokens / Math.max(1, task.ms), 0);
  const isEmpty = stock <= ROUNDING_MS;
  const speed = isEmpty && wanted > refilled ? refilled / wanted : 1;
  const change = isEmpty && wanted > refilled ? 0 : refilled - wanted;
  const ms = Math.min(shortest / speed, change < 0 ? stock / -change : Infinity);
  return { ms, stock: Math.min(buckets.address, Math.max(0, stock + change * ms)), speed };
}

/** What scenarios ask of a target, those requests included by which the suite takes back what they did. */
interface Work {
  readonly requests: number;
  /** Of the address. */
  readonly tokens: number;
  /** Of these, tokens that subaccounts of traders pay as well. */
  readonly accountTokens: number;
  /** Milliseconds that are waited for in real time, apart from tokens. */
  readonly waitMs: number;
}

const NO_WORK: Work = { requests: 0, tokens: 0, accountTokens: 0, waitMs: 0 };

const addWork = (one: Work, other: Work): Work => ({
  requests: one.requests + other.requests,
  tokens: one.tokens + other.tokens,
  accountTokens: one.accountTokens + other.accountTokens,
  waitMs: one.waitMs + other.waitMs,
});

/**
 * Counts what one scenario asks, step by step.
 *
 * @param isReference books are those of the world `quiet`, and filled up again
 * @throws StepError while no step is defined
 */
export function workOf(scenario: SpokenScenario, isReference = true): Work {
  const claim = claimOf(scenario);
  const { steps, values } = STEPS.readAll(scenario);
  const costs = steps.map(({ cost }) => cost);
  const watchesFacts = costs.some(({ comparesFacts }) => comparesFacts);
  const look = watchesFacts ? signed(['getSubAccounts', 'getOpenOrders'], Math.max(1, claim.wallets)) : NO_WORK;
  let work = takingBack(scenario, claim, isReference);
  // A scenario about what moves looks at its markets when it begins, and again before each statement; others share a look.
  if (termsIn(values).some(isLive)) work = addWork(work, open(['getMarketPrices']));
  for (const { argument, kind, text } of scenario.steps) {
    const states = kind === 'Outcome' && termsIn([text, ...(argument?.cells ?? [])]).some(isLive);
    if (states) work = addWork(work, open(['getMarketPrices']));
  }
  for (const cost of costs) {
    const { requests, tokens, passMs, refillMs } = cost;
    work = addWork(work, {
      requests,
      tokens,
      accountTokens: cost.signed ? tokens - (cost.publicTokens ?? 0) : 0,
      waitMs: passMs + refillMs,
    });
    if (cost.looked) work = addWork(work, look);
  }
  return work;
}

/** Counts what follows a scenario: each trace of it costs the requests by which it is taken back. */
function takingBack(scenario: SpokenScenario, claim: Claim, isReference: boolean): Work {
  const { wallets, rests, moves, takes, watchesMarks } = claim;
  const left = new Set(STEPS.readAll(scenario).steps.map(({ claims }) => claims.leaves));
  const parts: Work[] = [];
  if (rests.length > 0) parts.push(signed(['cancelAllOrders', 'getSubAccounts'], Math.max(1, wallets)));
  else if (left.has('figure')) parts.push(signed(['getSubAccounts', 'updateLeverage']));
  if (left.has('delegate')) parts.push(signed(['removeAllDelegatedSigners']));
  if (left.has('scheduled-cancel')) parts.push(signed(['scheduleCancel']));
  // Positions go to the other wallet or to the keeper by two orders, at a price that a look at the book shows.
  if (!isReference) return [...parts, ...moves.flatMap(() => [open(['getOrderbook']), SWAP])].reduce(addWork, NO_WORK);
  // A position goes to the keeper by two orders; then the book is looked at, and filled up by the keeper.
  if (takes) parts.push(...moves.flatMap(() => [signed(['placeOrders', 'placeOrders', 'getSubAccounts']), KEEPER]));
  if (watchesMarks && moves.length > 0) parts.push(open(['getMarketPrices']));
  // Once its market was taken from, the first look finds the mark on its way back, and the second one finds it there.
  if (watchesMarks && takes) parts.push({ ...open(['getMarketPrices']), waitMs: LOOK_MS });
  return parts.reduce(addWork, NO_WORK);
}

/** Signed requests of a trader, with the number of each. */
const signed = (actions: readonly string[], times = 1): Work => {
  const tokens = times * actions.reduce((sum, name) => sum + (TRADE_ACTIONS.get(name)?.cost({}) ?? 0), 0);
  return { requests: times * actions.length, tokens, accountTokens: tokens, waitMs: 0 };
};

/** Requests that take tokens of the address alone, as far as traders are concerned. */
const open = (actions: readonly string[]): Work => {
  const cost = (name: string): number => (INFO_ACTIONS.get(name) ?? TRADE_ACTIONS.get(name))?.cost({}) ?? 0;
  return {
    requests: actions.length,
    tokens: actions.reduce((sum, name) => sum + cost(name), 0),
    accountTokens: 0,
    waitMs: 0,
  };
};

const SWAP = signed(['placeOrders', 'placeOrders']);

/** The keeper takes its orders out of a book, looks at it, buys up what is left of a level on each side, and places it anew. */
const KEEPER = open(['cancelAllOrders', 'getOrderbook', ...Array.from({ length: 4 }, () => 'placeOrders')]);

/** Says what a run is expected to take, in lines. */
export function forecastLines({ scenarios, requests, tokens, waitMs, lanes, ms, bucketMs }: Forecast): string[] {
  return [
    `${plural(scenarios, 'scenario')}, ${lanes} at a time: about ${rounded(requests)} requests for ${rounded(tokens)} tokens, and ${duration(waitMs)} of waiting in all`,
    bucketMs === null
      ? `about ${duration(ms)}; the target limits nothing`
      : `about ${duration(ms)}; with these wallets its rate limits allow no less than ${duration(bucketMs)}`,
  ];
}

/** Says what a run has taken beside what was expected; undefined where nothing was. */
export function comparedText({ forecast, wallMs, spentTokens }: RunFacts): string | undefined {
  if (!forecast) return undefined;
  const spent = spentTokens === undefined ? '' : `, ${counted(spentTokens)} tokens`;
  return `expected ${duration(forecast.ms)} and ${rounded(forecast.tokens)} tokens; took ${duration(wallMs)}${spent}`;
}

/** Two digits of an estimate are enough. */
const rounded = (count: number): string => counted(Number(count.toPrecision(2)));

/** Scenarios of one file that take the same, one after the other. */
export interface Chunk {
  readonly claim: Claim;
  readonly scenarios: readonly PlannedScenario[];
}

/** Longest chunk: other scenarios that want the same wallets and markets wait for its end. */
const CHUNK_MAX = 8;

/** Those that others wait for longest come first; those that must be alone come last. */
export function chunksOf(scenarios: readonly PlannedScenario[], seed: string | null): Chunk[] {
  const chunks = new Map<string, { claim: Claim; scenarios: PlannedScenario[] }[]>();
  for (const scenario of scenarios) {
    const claim = claimOf(scenario);
    const key = `${scenario.uri} ${JSON.stringify(claim)}`;
    const alike = chunks.get(key) ?? [];
    const last = alike.at(-1);
    if (last && last.scenarios.length < CHUNK_MAX) last.scenarios.push(scenario);
    else alike.push({ claim, scenarios: [scenario] });
    chunks.set(key, alike);
  }
  const all = [...chunks.values()].flat().map((chunk) => ({ ...chunk, key: shuffleKey(chunk.scenarios[0], seed) }));
  return all.sort((a, b) => urgency(a.claim) - urgency(b.claim) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

function urgency({ alone, moves, stills, looks }: Claim): number {
  if (alone) return 4;
  if (moves.length > 0) return stills.length > 0 ? 0 : 1;
  return looks.length > 0 || stills.length > 0 ? 3 : 2;
}

/** Orders chunks at random, the same for equal seeds; without one they stay as they are written. */
const shuffleKey = (first: PlannedScenario | undefined, seed: string | null): string =>
  seed === null
    ? ''
    : createHash('sha256')
        .update(`${seed} ${first?.id ?? ''}`)
        .digest('hex');
