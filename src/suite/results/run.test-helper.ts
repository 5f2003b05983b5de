import type { Run, RunFacts, ScenarioResult, TraceEntry } from './run.ts';

/** Facts of a whole run over REST in this process. */
export const FACTS: RunFacts = {
  suite: { name: 'perpsim', version: '0.1.0', clauses: 1_300 },
  target: {
    name: 'perpsim in process',
    kind: 'in-process',
    restUrl: 'http://perpsim.local/v1',
    wsUrl: null,
    serviceName: 'perpsim',
    version: '0.1.0',
  },
  profile: 'full',
  transport: 'rest',
  seed: null,
  shard: null,
  selection: [],
  given: ['--profile full'],
  capabilities: ['clock', 'control'],
  tokens: null,
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  wallMs: 1_500,
  stopped: null,
  leftBehind: [],
  floor: 0,
};

/** A scenario at this line that passed, unless the arguments say otherwise. */
export function scenario(line: number, of: Partial<ScenarioResult> = {}): ScenarioResult {
  const uri = of.uri ?? 'features/trade/cancelOrders.feature';
  return {
    id: `${uri}:${line}`,
    name: `case ${line}`,
    feature: 'cancelOrders removes orders',
    uri,
    line,
    area: 'trade',
    tags: [],
    transport: 'rest',
    verdict: 'passed',
    reason: null,
    steps: [],
    error: null,
    durationMs: 250,
    observed: { served: [], refused: [], responses: 1, unexamined: 0, tokens: 0 },
    trace: [],
    ...of,
  };
}

export const runOf = (scenarios: readonly ScenarioResult[], facts: Partial<RunFacts> = {}): Run => ({
  facts: { ...FACTS, ...facts },
  scenarios,
});

/** A signed request over HTTP and its response. */
export function http(request: unknown, response: unknown, of: Partial<TraceEntry> = {}): TraceEntry {
  return {
    kind: 'http',
    method: 'POST',
    url: 'http://perpsim.local/v1/trade',
    request: JSON.stringify(request),
    status: 200,
    headers: {},
    response: JSON.stringify(response),
    signed: null,
    ...of,
  };
}
