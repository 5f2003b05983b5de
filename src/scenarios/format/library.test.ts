import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withSentences } from '../../../scripts/docs/scenario-sentences.ts';
import { libraryNames, libraryScenarios } from './library.ts';
import { loadScenario } from './load.ts';

describe('The library', () => {
  test.each(libraryNames())('%s can be loaded', (name) => {
    expect(loadScenario(name).name).toBe(name);
  });

  test('lists each scenario with its title and its lesson', () => {
    expect(libraryScenarios().find(({ name }) => name === 'basics/calm-day')).toEqual({
      name: 'basics/calm-day',
      title: 'A calm day',
      lesson:
        'The shape of a scenario. `scenario.yaml` says who takes part and what happens when, `expect.yaml` says what must be true and at which time, and `digest.txt` holds the digest of the run. Equal files and seed give an equal digest on every machine.',
    });
  });

  test('has a lesson in every scenario', () => {
    expect(libraryScenarios().filter(({ lesson }) => lesson === '')).toEqual([]);
  });
});

test('docs/scenarios.md lists every sentence', () => {
  const page = readFileSync('docs/scenarios.md', 'utf8');
  expect(withSentences(page)).toBe(page);
});
