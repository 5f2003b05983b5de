import type { Run, RunFacts, ScenarioResult, StepResult, Verdict } from '../results/run.ts';
import { commandOf, reproduce } from './words.ts';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** A failure that a list excuses is neither: readers that count passed and failed leave `other` out. */
const STATUS: Readonly<Record<Verdict, CtrfStatus>> = {
  passed: 'passed',
  failed: 'failed',
  error: 'failed',
  skipped: 'skipped',
  'expected-failure': 'other',
  'unexpected-pass': 'failed',
};

/** A run in the Common Test Report Format. Times are Unix milliseconds, durations whole milliseconds. */
export function ctrfJson({ facts, scenarios }: Run): string {
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(facts.startedAt).toISOString(),
    generatedBy: `perpsim ${facts.suite.version}`,
    results: {
      tool: { name: facts.suite.name, version: facts.suite.version },
      summary: summaryOf(facts, scenarios),
      tests: scenarios.map((scenario) => testOf(scenario, facts)),
      environment: environmentOf(facts),
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function summaryOf({ startedAt, wallMs }: RunFacts, scenarios: readonly ScenarioResult[]): object {
  const count = (status: CtrfStatus): number => scenarios.filter(({ verdict }) => STATUS[verdict] === status).length;
  return {
    tests: scenarios.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: count('pending'),
    skipped: count('skipped'),
    other: count('other'),
    suites: new Set(scenarios.map(({ uri }) => uri)).size,
    start: startedAt,
    stop: startedAt + Math.round(wallMs),
  };
}

function testOf(scenario: ScenarioResult, facts: RunFacts): object {
  const { verdict, reason, error } = scenario;
  const message = reason ?? error?.split('\n', 1)[0];
  const again = { command: reproduce(commandOf(facts), scenario) };
  return {
    name: scenario.name,
    status: STATUS[verdict],
    duration: Math.round(scenario.durationMs),
    suite: [scenario.area, scenario.feature],
    ...(message !== undefined && { message }),
    ...(error !== null && { trace: error }),
    line: scenario.line,
    rawStatus: verdict,
    tags: scenario.tags,
    type: 'conformance',
    filePath: scenario.uri,
    steps: scenario.steps.map(stepOf),
    extra: { id: scenario.id, transport: scenario.transport, ...(STATUS[verdict] === 'failed' && again) },
  };
}

const stepOf = ({ text, verdict }: StepResult): object => ({ name: text, status: verdict });

function environmentOf({ target, profile, transport, seed, shard }: RunFacts): object {
  return {
    appName: target.name,
    ...(target.version !== null && { appVersion: target.version }),
    testEnvironment: target.kind,
    ...(shard && { shardId: `${shard.index}/${shard.of}` }),
    extra: { restUrl: target.restUrl, wsUrl: target.wsUrl, profile, transport, seed },
  };
}
