import { expect, test } from 'vitest';
import { askedText, outcomeShown, progressText } from './job-text.ts';

test('says what a job was asked to do', () => {
  expect(askedText({ kind: 'scenario', scenario: 'risk/flash-crash' })).toBe('its own seed');
  expect(askedText({ kind: 'scenario', scenario: 'risk/flash-crash', seed: '7' })).toBe('seed 7');
  expect(askedText({ kind: 'sweep', seeds: 10, set: ['strategy.spread=2,4'] })).toBe('10 seeds, strategy.spread=2,4');
  const features = ['features/trade', 'features/auth/expiry.feature'];
  expect(askedText({ kind: 'conformance', features, profile: 'ws', tags: '@negative' })).toBe(
    'trade, auth/expiry, tagged @negative on fresh exchanges, profile ws',
  );
  expect(askedText({ kind: 'conformance', target: 'this' })).toBe('every feature on this exchange, profile full');
  expect(askedText({ kind: 'conformance', target: 'https://api.example.org', clause: 'GETTRADES-*' })).toBe(
    'every feature, about GETTRADES-* on https://api.example.org, profile full',
  );
});

test('says how far a job has come in its own unit', () => {
  const rest = { failed: 0, skipped: 0 };
  expect(progressText({ done: 200_480, total: 1_200_000, unit: 'ms', ...rest })).toBe('3m 20s of 20m, 16 %');
  expect(progressText({ done: 12, total: 40, unit: 'runs', failed: 2, skipped: 0 })).toBe(
    '12 of 40 runs, 2 failed, 30 %',
  );
  expect(progressText({ done: 0, total: 0, unit: 'scenarios', ...rest })).toBe('0 of 0 scenarios');
});

test('shows a job without an outcome as running', () => {
  expect(outcomeShown({ outcome: null }).label).toBe('Running');
  expect(outcomeShown({ outcome: 'fault' })).toEqual({ label: 'Could not run', sign: '!', look: 'bad' });
});
