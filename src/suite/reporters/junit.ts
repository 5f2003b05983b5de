import type { Run, RunFacts, ScenarioResult, Verdict } from '../results/run.ts';
import { briefOf, commandOf, reproduce } from './words.ts';

/** What JUnit has a word for; it knows neither expected failures nor unexpected passes. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

const OUTCOME: Readonly<Record<Verdict, Outcome>> = {
  passed: 'passed',
  failed: 'failure',
  error: 'error',
  skipped: 'skipped',
  'expected-failure': 'skipped',
  'unexpected-pass': 'failure',
};

/** A run as JUnit XML: a suite for each feature file, a test case for each scenario, times in seconds. */
export function junitXml({ facts, scenarios }: Run): string {
  const byFile = new Map<string, ScenarioResult[]>();
  for (const scenario of scenarios) byFile.set(scenario.uri, [...(byFile.get(scenario.uri) ?? []), scenario]);
  const total = { name: `perpsim conform ${facts.target.name}`, ...countsOf(scenarios), time: seconds(facts.wallMs) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `${xmlTag('testsuites', total)}>`,
    ...[...byFile].flatMap(([uri, own]) => suiteLines(uri, own, facts)),
    '</testsuites>',
    '',
  ].join('\n');
}

const countsOf = (scenarios: readonly ScenarioResult[]): Record<'tests' | 'failures' | 'errors', number> => ({
  tests: scenarios.length,
  failures: countOf(scenarios, 'failure'),
  errors: countOf(scenarios, 'error'),
});

const countOf = (scenarios: readonly ScenarioResult[], outcome: Outcome): number =>
  scenarios.filter(({ verdict }) => OUTCOME[verdict] === outcome).length;

function suiteLines(uri: string, scenarios: readonly ScenarioResult[], facts: RunFacts): string[] {
  const suite = xmlTag('testsuite', {
    name: scenarios[0]?.feature ?? uri,
    ...countsOf(scenarios),
    skipped: countOf(scenarios, 'skipped'),
    time: seconds(scenarios.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    // The schemas in use want it without a zone; it is UTC.
    timestamp: new Date(facts.startedAt).toISOString().slice(0, 19),
    package: uri,
  });
  const properties = propertiesOf(facts).map(([name, value]) => `      ${xmlTag('property', { name, value })}/>`);
  const names = scenarios.map(({ name }) => name);
  const cases = scenarios.flatMap((scenario) => {
    // Readers of JUnit identify cases by class and name, and two rows may have the same name.
    const isShared = names.filter((name) => name === scenario.name).length > 1;
    return caseLines(scenario, isShared ? `${scenario.name} (line ${scenario.line})` : scenario.name, facts);
  });
  return [`  ${suite}>`, '    <properties>', ...properties, '    </properties>', ...cases, '  </testsuite>'];
}

function propertiesOf({ suite, target, profile, transport, seed, shard }: RunFacts): (readonly [string, string])[] {
  return [
    ['suite', `${suite.name} ${suite.version}`],
    ['target', target.name],
    ['url', target.restUrl],
    ['target version', target.version ?? 'unknown'],
    ['profile', profile],
    ['transport', transport],
    ['seed', seed ?? 'none'],
    ['shard', shard ? `${shard.index}/${shard.of}` : 'none'],
  ];
}

function caseLines(scenario: ScenarioResult, name: string, facts: RunFacts): string[] {
  const classname = scenario.uri
    .replace(/^features\//, '')
    .replace(/\.feature$/, '')
    .replaceAll('/', '.');
  const head = `    ${xmlTag('testcase', { classname, name, time: seconds(scenario.durationMs) })}`;
  const outcome = outcomeLine(scenario, facts);
  return outcome === null ? [`${head}/>`] : [`${head}>`, `      ${outcome}`, '    </testcase>'];
}

function outcomeLine(scenario: ScenarioResult, facts: RunFacts): string | null {
  const { verdict, reason, error } = scenario;
  const outcome = OUTCOME[verdict];
  if (outcome === 'passed') return null;
  if (outcome === 'skipped') {
    const message = verdict === 'skipped' ? (reason ?? 'no reason given') : `known to fail: ${reason ?? ''}`;
    return `${xmlTag('skipped', { message })}/>`;
  }
  const what = verdict === 'unexpected-pass' ? `passed although it is known to fail: ${reason ?? ''}` : (error ?? '');
  const brief = verdict === 'unexpected-pass' ? null : briefOf(scenario);
  const tag = xmlTag(outcome, { message: brief ?? firstLine(what), type: verdict });
  const text = [what, '', scenario.id, reproduce(commandOf(facts), scenario)].join('\n');
  return `${tag}>${xmlText(text)}</${outcome}>`;
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Text for XML 1.0, which has no way to write most control characters and halves of a pair: they stand as `\u0000`. */
export function xmlText(text: string): string {
  return writable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A value with its quotes; line breaks and tabs survive where a reader would make them blanks. */
export function xmlValue(text: string): string {
  const escaped = xmlText(text).replaceAll('"', '&quot;');
  return `"${escaped.replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)}"`;
}

/** `<name a="b">` without its end, attributes in the order they are given. */
function xmlTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}=${xmlValue(String(value))}`);
  return `<${name}${written.join('')}`;
}

/** All but tab, line feed, carriage return, and what XML counts as a character. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const writable = (text: string): string =>
  text.replaceAll(UNWRITABLE, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
