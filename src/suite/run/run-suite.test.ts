import type { Envelope } from '@cucumber/messages';
import { expect, test } from 'vitest';
import { OneStream } from './run-suite.ts';

const at = { seconds: 1, nanos: 0 };

test('several runs become one, with one start and one end', () => {
  const passedOn: Envelope[] = [];
  const stream = new OneStream((envelope) => passedOn.push(envelope));
  for (const run of ['first', 'second']) {
    const receive = stream.one();
    receive({ source: { uri: 'features/a.feature', data: '', mediaType: 'text/x.cucumber.gherkin+plain' } as never });
    receive({ testRunStarted: { id: run, timestamp: at } });
    receive({ testCase: { id: `${run} case`, pickleId: `${run} pickle`, testSteps: [], testRunStartedId: run } });
    receive({ testRunFinished: { success: run === 'second', timestamp: at, testRunStartedId: run } });
  }
  stream.end(false);
  expect(passedOn.map((envelope) => Object.keys(envelope)[0])).toEqual([
    'source',
    'testRunStarted',
    'testCase',
    'testCase',
    'testRunFinished',
  ]);
  expect(passedOn.map(({ testCase }) => testCase?.testRunStartedId).filter(Boolean)).toEqual(['first', 'first']);
  expect(passedOn.at(-1)).toEqual({ testRunFinished: { success: false, timestamp: at, testRunStartedId: 'first' } });
});
