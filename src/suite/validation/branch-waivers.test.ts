import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { branchGaps, readBranchWaivers, unknownWaivers } from './branch-waivers.ts';

const TEXT = `
- response: getIsWhitelisted
  branches: ['response = false', 'response = true']
  reason: no client asks
`;

test('waivers are read one by one', () => {
  expect(readBranchWaivers(TEXT)).toEqual([
    { owner: 'getIsWhitelisted', branch: 'response = false', reason: 'no client asks' },
    { owner: 'getIsWhitelisted', branch: 'response = true', reason: 'no client asks' },
  ]);
});

test.each([
  ['response: a', 'docs/contract/branches.yaml should be a list'],
  ['- response: a\n  reason: b', 'docs/contract/branches.yaml: entry 1 needs response, branches and reason'],
  ['- a', 'docs/contract/branches.yaml: entry 1 needs response, branches and reason'],
])('%j is no list of waivers', (text, message) => {
  expect(() => readBranchWaivers(text)).toThrow(message);
});

test('what is neither seen nor waived is open, what is waived and seen is stale', () => {
  const coverage = [
    { owner: 'getIsWhitelisted', branches: 2, unseen: ['response = false'] },
    { owner: 'getMids', branches: 1, unseen: ['response{} has members'] },
  ];
  expect(branchGaps(coverage, readBranchWaivers(TEXT))).toEqual({
    open: [{ owner: 'getMids', branch: 'response{} has members' }],
    stale: [{ owner: 'getIsWhitelisted', branch: 'response = true', reason: 'no client asks' }],
  });
});

test('every waiver of the contract names a branch that there is, once', () => {
  const waivers = readBranchWaivers(
    readFileSync(new URL('../../../docs/contract/branches.yaml', import.meta.url), 'utf8'),
  );
  expect(unknownWaivers(waivers)).toEqual([]);
  expect(new Set(waivers.map(({ owner, branch }) => `${owner} ${branch}`)).size).toBe(waivers.length);
  expect(unknownWaivers([{ owner: 'getMids', branch: 'response = 5', reason: '' }])).toHaveLength(1);
  expect(unknownWaivers([{ owner: 'getNothing', branch: 'response', reason: '' }])).toHaveLength(1);
});
