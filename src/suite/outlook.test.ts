import { expect, test } from 'vitest';
import { CAPABILITIES } from './deployment.ts';
import { additionRows, isGiven, outlookLines, outlookOf, type Prospect } from './outlook.ts';

const prospect = (clauses: readonly string[], ...lacks: string[]): Prospect => ({
  tags: ['trade', ...clauses.map((id) => `clause:${id}`)],
  lacks,
});

const PROSPECTS = [
  prospect(['A', 'B']),
  prospect(['B', 'C'], 'second-wallet', 'delegate'),
  prospect(['C'], 'clock'),
  prospect(['D'], 'whitelist-off', 'second-wallet'),
  prospect(['E'], 'exhaust'),
  prospect(['F'], 'fault'),
  prospect(['A'], 'whitelist-off'),
  prospect([]),
];

test('an outlook counts what can run and what that proves', () => {
  const { scenarios, clauses } = outlookOf(PROSPECTS, 10);
  expect(scenarios).toEqual({ chosen: 8, runnable: 2 });
  expect(clauses).toEqual({ contract: 10, cited: 6, provable: 2 });
});

test('a clause that cannot be proven comes with what the nearest scenario lacks', () => {
  expect(outlookOf(PROSPECTS, 10).unprovable).toEqual([
    { clause: 'C', lacks: ['clock'] },
    { clause: 'D', lacks: ['whitelist-off', 'second-wallet'] },
    { clause: 'E', lacks: ['exhaust'] },
    { clause: 'F', lacks: ['fault'] },
  ]);
});

test('each lack is listed with the clauses and scenarios that it holds back', () => {
  expect(outlookOf(PROSPECTS, 10).lacking).toEqual([
    { lack: 'second-wallet', scenarios: 2, clauses: 1 },
    { lack: 'whitelist-off', scenarios: 2, clauses: 1 },
    { lack: 'clock', scenarios: 1, clauses: 1 },
    { lack: 'exhaust', scenarios: 1, clauses: 1 },
    { lack: 'fault', scenarios: 1, clauses: 1 },
    { lack: 'delegate', scenarios: 1, clauses: 0 },
  ]);
});

test('each addition is counted by itself, and all but the control plane together', () => {
  const { additions, together } = outlookOf(PROSPECTS, 10);
  expect(additions).toEqual([
    { name: 'second-wallet', scenarios: 1, clauses: 1 },
    { name: 'unlisted-wallet', scenarios: 1, clauses: 0 },
    { name: 'exhausting', scenarios: 1, clauses: 1 },
    { name: 'control-plane', scenarios: 6, clauses: 4 },
  ]);
  expect(together).toEqual({ scenarios: 4, clauses: 3 });
});

test('where everything can run nothing is lacking', () => {
  expect(outlookOf([prospect(['A'])], 2)).toEqual({
    scenarios: { chosen: 1, runnable: 1 },
    clauses: { contract: 2, cited: 1, provable: 1 },
    unprovable: [],
    lacking: [],
    additions: [],
    together: { scenarios: 0, clauses: 0 },
  });
});

test('two wallets are one and another, and a control plane gives everything that is known', () => {
  expect(isGiven(['funded', 'delegate'], ['second-wallet'])).toBe(true);
  expect(isGiven(['funded', 'delegate'], ['funded-wallet'])).toBe(false);
  expect(isGiven([...CAPABILITIES, 'time', 'budget', 'wallets'], ['control-plane'])).toBe(true);
  expect(isGiven(['a need of another version'], ['control-plane'])).toBe(false);
});

test('the lines name what would be proven and what would add to it', () => {
  expect(outlookLines(outlookOf(PROSPECTS, 1_074)).join('\n')).toBe(
    `would prove 2 of the 6 clauses that these scenarios cite, of 1,074 of the contract

a richer profile would add                                 scenarios  clauses
two or more funded wallets                                         1        1
a wallet that is not whitelisted (role whitelist-off)              1        0
permission to use up buckets and connections (mayExhaust)          1        1
all of these together                                              4        3
a simulator with its control plane                                 6        4`,
  );
});

test('lines of a target that lacks nothing are one', () => {
  expect(outlookLines(outlookOf([prospect(['A'])], 1))).toEqual([
    'would prove 1 of the 1 clause that these scenarios cite, of 1 of the contract',
  ]);
});

test('additions that only help together are listed as such', () => {
  expect(additionRows(outlookOf([prospect(['A'], 'exhaust', 'delegate')], 1))).toEqual([
    ['several additions at once', { scenarios: 1, clauses: 1 }],
    ['a simulator with its control plane', { scenarios: 1, clauses: 1 }],
  ]);
});
