import { type Coverage, coverageOf } from '../coverage/count.ts';
import type { Run } from '../results/run.ts';

/** What a run proves of a contract with four clauses, one of which is waived. */
export const coverageFor = (run: Run): Coverage =>
  coverageOf(
    {
      clauses: ['A', 'B', 'C', 'D'].map((id) => ({
        id,
        kind: 'rule',
        surface: ['trade'],
        text: `${id} holds.`,
        needs: [],
        status: 'stated',
      })),
      waivers: [{ clause: 'D', reason: 'no client observes it' }],
      transitions: [],
      offered: [],
      codes: [],
    },
    [run],
  );
