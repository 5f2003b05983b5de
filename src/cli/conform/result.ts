import { askedIn } from '../../suite/coverage/citations.ts';
import { summaryOf } from '../../suite/reporters/summary.ts';
import type { Run, Verdict } from '../../suite/results/run.ts';
import type { ConformExit } from '../../suite/run/exit-code.ts';
import { clausesOf } from '../../suite/run/select.ts';

/** The verdict of a run for programs: what `--json` prints. */
export function resultOf(run: Run, exit: ConformExit, remarks: readonly string[], report: string | null): object {
  const { target, profile, transport, seed, shard, wallMs, tokens, spentTokens, forecast, stopped, leftBehind } =
    run.facts;
  const { conclusion, counts, areas, skipped } = summaryOf(run);
  const wrong = run.scenarios.filter(({ verdict }) => NOT_AS_SPECIFIED.has(verdict));
  return {
    exit,
    conclusion,
    counts,
    clauses: { ...askedIn(run), contract: run.facts.suite.clauses },
    ...{ target, profile, transport, seed, shard, wallMs, tokens, spentTokens, forecast, stopped, leftBehind },
    areas,
    skipped,
    remarks,
    wrong: wrong.map(({ id, name, verdict, tags }) => ({ id, name, verdict, clauses: clausesOf({ tags }) })),
    report,
  };
}

const NOT_AS_SPECIFIED: ReadonlySet<Verdict> = new Set(['failed', 'error', 'unexpected-pass']);
