import type { Envelope } from '@cucumber/messages';
import { ATTACHED, type RunFacts } from './run.ts';
import { FACTS } from './run.test-helper.ts';

/** Messages as Cucumber writes them, cut down to what a run is read from. */

/** Messages come as JSON, and so do these: enums are the words that stand there. */
export const message = (envelope: Readonly<Record<string, unknown>>): Envelope => envelope;

const at = (ms: number): Readonly<Record<string, number>> => ({
  seconds: Math.floor(ms / 1_000),
  nanos: (ms % 1_000) * 1_000_000,
});

/** A feature `features/trade/cancelOrders.feature` of a background, a scenario at line 8, and an outline with a row at 20. */
export const DOCUMENT = message({
  gherkinDocument: {
    uri: 'features/trade/cancelOrders.feature',
    comments: [],
    feature: {
      name: 'cancelOrders removes orders',
      children: [
        { background: { steps: [{ id: 's1', keyword: 'Given ', text: 'the world "quiet"', location: { line: 4 } }] } },
        {
          rule: {
            children: [
              {
                scenario: {
                  id: 'n1',
                  steps: [
                    { id: 's2', keyword: 'When ', text: 'an order is cancelled', location: { line: 9 } },
                    { id: 's3', keyword: 'Then ', text: 'the response is ok', location: { line: 10 } },
                  ],
                },
              },
              {
                scenario: {
                  id: 'n2',
                  steps: [{ id: 's4', keyword: 'When ', text: 'order <id> is cancelled', location: { line: 15 } }],
                },
              },
            ],
          },
        },
      ],
    },
  },
});

const pickleStep = (id: string, text: string, from: string): unknown => ({ id, text, astNodeIds: [from] });

/** The scenario at line 8. */
export const SCENARIO = message({
  pickle: {
    id: 'p1',
    uri: 'features/trade/cancelOrders.feature',
    name: 'an order is cancelled',
    location: { line: 8 },
    tags: [{ name: '@trade' }, { name: '@clause:CANCELORDERS' }],
    steps: [
      pickleStep('p1-1', 'the world "quiet"', 's1'),
      pickleStep('p1-2', 'an order is cancelled', 's2'),
      pickleStep('p1-3', 'the response is ok', 's3'),
    ],
  },
});

/** The row at line 20, of a run that was started from another folder. */
export const ROW = message({
  pickle: {
    id: 'p2',
    uri: 'features/trade/cancelOrders.feature',
    name: 'order 999 is cancelled',
    location: { line: 20 },
    tags: [{ name: '@trade' }, { name: '@assumed' }],
    steps: [pickleStep('p2-1', 'the world "quiet"', 's1'), pickleStep('p2-2', 'order 999 is cancelled', 's4')],
  },
});

/** Steps of the test cases: a hook in front, then the pickle's, then a hook. */
export const CASES = [
  message({
    testCase: {
      id: 'c1',
      pickleId: 'p1',
      testSteps: [
        { id: 'before', hookId: 'h1' },
        { id: 'c1-1', pickleStepId: 'p1-1' },
        { id: 'c1-2', pickleStepId: 'p1-2' },
        { id: 'c1-3', pickleStepId: 'p1-3' },
        { id: 'after', hookId: 'h2' },
      ],
    },
  }),
  message({
    testCase: {
      id: 'c2',
      pickleId: 'p2',
      testSteps: [
        { id: 'c2-1', pickleStepId: 'p2-1' },
        { id: 'c2-2', pickleStepId: 'p2-2' },
      ],
    },
  }),
];

/** `status` alone, or status and message. */
type Result = string | readonly [status: string, message: string];

/** One attempt at a test case: the results of its steps by their ids, and what was attached. */
export function attempt(
  testCaseId: string,
  results: Readonly<Record<string, Result>>,
  attached: readonly (readonly [mediaType: string, body: unknown])[] = [],
  { id = `${testCaseId} try`, fromMs = 1_000, toMs = 1_250, again = false } = {},
): Envelope[] {
  return [
    message({ testCaseStarted: { id, testCaseId, attempt: 0, timestamp: at(fromMs) } }),
    ...Object.entries(results).map(([testStepId, result]) => {
      const [status, text] = typeof result === 'string' ? [result] : result;
      const testStepResult = { status, duration: at(1), ...(text !== undefined && { message: text }) };
      return message({ testStepFinished: { testCaseStartedId: id, testStepId, testStepResult, timestamp: at(toMs) } });
    }),
    ...attached.map(([mediaType, body]) => attachment(mediaType, body, id)),
    message({ testCaseFinished: { testCaseStartedId: id, willBeRetried: again, timestamp: at(toMs) } }),
  ];
}

/** Something attached to an attempt, or to the run. */
export function attachment(mediaType: string, body: unknown, testCaseStartedId?: string): Envelope {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return message({ attachment: { mediaType, body: text, contentEncoding: 'IDENTITY', testCaseStartedId } });
}

export const facts = (of: Partial<RunFacts> = {}): Envelope => attachment(ATTACHED.facts, { ...FACTS, ...of });

export const END = message({ testRunFinished: { success: true, timestamp: at(9_000) } });
