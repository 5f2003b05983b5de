import type { Scenario, ScenarioAccount, TimelineEntry } from '../scenario.ts';

/** 2026-01-05T00:00:00Z */
export const START = 1_767_571_200_000;

/** A scenario in the quiet world: nothing moves by itself, the book is a ladder of the house. */
export const scenarioOf = (given: Partial<Scenario> = {}): Scenario => ({
  name: 'test/run',
  title: 'A run for a test',
  folder: '/',
  world: 'quiet',
  seed: '7',
  startTime: START,
  durationMs: 60_000,
  stepMs: 1_000,
  serviceName: 'PerpSim',
  accounts: [],
  timeline: [],
  agents: [],
  strategy: null,
  conditions: [],
  histories: [],
  expectations: [],
  digest: null,
  ...given,
});

export const accountOf = (name: string, given: Partial<ScenarioAccount> = {}): ScenarioAccount => ({
  name,
  dev: null,
  deposits: { USDT: '100000' },
  tier: null,
  leverage: {},
  latency: null,
  ...given,
});

type RequestEntry = Extract<TimelineEntry, { readonly kind: 'request' }>;

export const requestAt = (
  atMs: number,
  account: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
  given: Partial<Pick<RequestEntry, 'name' | 'refused' | 'line'>> = {},
): TimelineEntry => ({ kind: 'request', atMs, line: 1, account, action, params, name: null, refused: null, ...given });

export const limitOrder = (
  side: 'buy' | 'sell',
  price: string,
  quantity: string,
): Readonly<Record<string, string>> => ({
  symbol: 'BTC-USDT',
  side,
  orderType: 'limitGtc',
  price,
  quantity,
});

export const marketOrder = (side: 'buy' | 'sell', quantity: string): Readonly<Record<string, string>> => ({
  symbol: 'BTC-USDT',
  side,
  orderType: 'market',
  quantity,
});
