import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Declaration, StepArgument } from './declaration.ts';
import { type StepDefinition, StepLibrary, type StepParameter } from './library.ts';
import { EXAMINES, NO_COST, STEERS } from './requests.ts';
import { testInFull } from '../../kernel/test-budget.test-helper.ts';

const body = (): void => undefined;

/** A library with one sentence of each kind. */
function library(): StepLibrary {
  const steps = new StepLibrary();
  steps.define(
    '{string} sends {action} {int} times:',
    {
      needs: (_who: string, action: string) => (action === 'getMids' ? ['reference-market'] : []),
      cost: (_who: string, _action: string, times: number) => ({ ...NO_COST, requests: times }),
      claims: (who: string, _action: string, _times: number, { hash }: StepArgument) => ({
        wallets: [who, hash['for']],
      }),
    },
    body,
  );
  steps.define(/^the (index|mark) of "([^"]+)" is pinned(?: at "([^"]+)")?$/, STEERS, body);
  steps.defineParameter({ name: 'action', regexp: /[A-Za-z]+/, transformer: (name) => name });
  return steps;
}

describe('a step must say what it needs, costs and claims', () => {
  test.each<[string, unknown, string]>([
    ['no declaration', undefined, 'needs, cost, claims'],
    ['none of claims', { needs: [], cost: NO_COST }, 'claims'],
    ['none of costs', { needs: [], claims: {} }, 'cost'],
  ])('a definition with %s is refused', (_case, declaration, missing) => {
    expect(() => new StepLibrary().define('nothing changed', declaration as Declaration, body)).toThrow(
      `the step "nothing changed" does not declare its ${missing}: use defineStep(sentence, { needs, cost, claims }, body)`,
    );
  });

  test('a sentence is defined once', () => {
    const steps = library();
    expect(() => steps.define('{string} sends {action} {int} times:', EXAMINES, body)).toThrow('is defined twice');
  });

  testInFull('Cucumber does not load a step that was not defined with a declaration', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'undeclared-'));
    const root = process.cwd();
    const cucumber = createRequire(join(root, 'package.json')).resolve('@cucumber/cucumber');
    const file = join(folder, 'undeclared.steps.mjs');
    writeFileSync(
      file,
      `import cucumber from '${pathToFileURL(cucumber).href}';\ncucumber.Given('the moon is full', () => 'looked up');\n`,
    );
    const args = ['--import', 'tsx', 'node_modules/@cucumber/cucumber/bin/cucumber.js', '--dry-run', '--import', file];
    const run = promisify(execFile)(process.execPath, [...args, 'features/info/getMids.feature'], { cwd: root });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'StepError: a step is defined without a declaration, use defineStep(sentence, { needs, cost, claims }, body) of ' +
          "src/suite/steps/library.ts: () => 'looked up'",
      ) as string,
    });
    rmSync(folder, { recursive: true });
  });
});

test('what is declared is computed from the parameters of a sentence and from its table', () => {
  const argument = new StepArgument({ rows: [['for', 'bob']] });
  const read = library().read({ text: '"alice" sends getMids 3 times:', argument });
  expect(read).toMatchObject({
    values: ['alice', 'getMids', '3'],
    needs: ['reference-market'],
    cost: { requests: 3 },
    claims: { wallets: ['alice', 'bob'] },
  });
});

test('a parameter that is left out has no value, and what is declared for all steps of a sentence holds', () => {
  const steps = library();
  expect(steps.read({ text: 'the mark of "BTC-USDT" is pinned' })).toMatchObject({
    values: ['mark', 'BTC-USDT'],
    needs: ['control'],
    cost: NO_COST,
  });
  expect(steps.read({ text: 'the moon is full' })).toBeUndefined();
});

test('values are parameters and then cells, and a scenario is read once', () => {
  const argument = new StepArgument({ rows: [['for', 'bob']], text: 'more' });
  const scenario = {
    steps: [
      { text: '"alice" sends getMids 3 times:', argument },
      { text: 'the moon is full' },
      { text: 'the index of "BTC-USDT" is pinned at "95000"' },
    ],
  };
  const steps = library();
  const read = steps.readAll(scenario);
  expect(read.values).toEqual(['alice', 'getMids', '3', 'index', 'BTC-USDT', '95000', 'for', 'bob', 'more']);
  expect(read.steps).toHaveLength(2);
  expect(steps.readAll(scenario)).toBe(read);
});

test('a library without steps is not taken for one whose steps need nothing', () => {
  expect(() => new StepLibrary().read({ text: 'nothing changed' })).toThrow(
    'no step is defined: load the files of features/steps first',
  );
});

test('a listener gets what was defined before and after it', () => {
  const steps = library();
  const heard: (StepDefinition['sentence'] | StepParameter['name'])[] = [];
  steps.each({ step: ({ sentence }) => heard.push(sentence), parameter: ({ name }) => heard.push(name) });
  steps.define('nothing changed', EXAMINES, body);
  expect(heard.map(String)).toEqual([
    'action',
    '{string} sends {action} {int} times:',
    String.raw`/^the (index|mark) of "([^"]+)" is pinned(?: at "([^"]+)")?$/`,
    'nothing changed',
  ]);
});

test('the head of a table names the columns of its rows', () => {
  const table = new StepArgument({
    rows: [['side', 'price'], ['buy', '95000'], ['sell']],
  });
  expect(table.hashes).toEqual([
    { side: 'buy', price: '95000' },
    { side: 'sell', price: '' },
  ]);
  expect(table.cells).toEqual(['side', 'price', 'buy', '95000', 'sell']);
});
