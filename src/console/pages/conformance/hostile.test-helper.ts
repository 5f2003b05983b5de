import type { ReportCoverage } from './pack.ts';
import { http, runOf, scenario } from '../../../suite/results/run.test-helper.ts';
import type { Run } from '../../../suite/results/run.ts';

/** Texts with which a target, or the author of a scenario, could try to add markup to the page. */
export const HOSTILE = [
  '</script><script>document.title = "taken"</script>',
  '<img src=x onerror="document.title = \'taken\'">',
  '<!--<script>',
  `" onmouseover="document.title = 'taken'" x="`,
  "' autofocus onfocus='document.title = 1' x='",
  'a\u2028b\u2029c\u202Ed',
  'javascript:alert(1)',
  '&lt;b&gt; ${document.title} \\u003c \\',
];

/** A run whose every text is hostile. */
export function hostileRun(): Run {
  const all = HOSTILE.join('\n');
  const scenarios = HOSTILE.map((text, at) =>
    scenario(at + 1, {
      name: text,
      feature: all,
      uri: `features/${at % 2 === 0 ? 'trade' : 'auth'}/x.feature`,
      area: text,
      tags: [text, 'clause:A'],
      verdict: at === 0 ? 'skipped' : 'failed',
      reason: at === 0 ? all : null,
      error: at === 0 ? null : all,
      steps: [{ text: `Given ${text}`, line: 3, verdict: at === 0 ? 'skipped' : 'failed' }],
      observed: { served: [text], refused: [text], responses: 1, unexamined: 0, tokens: 1 },
      trace: [
        http(all, all, {
          headers: { 'x-evil': all },
          signed: { who: all, wallet: all, subAccountId: text, action: text, params: { [text]: text } },
        }),
        http(text, text, { url: `http://exchange/v1/trade${text}`, method: text, request: all, response: all }),
      ],
    }),
  );
  const target = { name: all, kind: 'remote', restUrl: all, wsUrl: all, serviceName: all, version: all } as const;
  return runOf(scenarios, { target, stopped: all, leftBehind: HOSTILE, selection: HOSTILE, seed: all, profile: all });
}

/** A contract that is hostile too. */
export function hostileCoverage(): ReportCoverage {
  const [first = ''] = HOSTILE;
  const text = HOSTILE.join('\n');
  const clause = { kind: first, surface: [first], action: first, text, needs: [first], status: first };
  const cited = { scenario: 'features/auth/x.feature:2', name: first, transport: 'rest', verdict: 'failed' } as const;
  return {
    clauses: [{ id: 'A', ...clause, state: 'broken', waiver: text, scenarios: [cited] }],
    transitions: [
      {
        id: first,
        machine: text,
        from: first,
        event: first,
        outcome: { kind: 'cannot', why: text },
        clauses: [],
        state: 'waived',
        scenarios: [],
      },
    ],
  };
}
