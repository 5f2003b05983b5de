import { currentHost } from '../../exchange/host.ts';
import type { Deployment } from '../../suite/deployment.ts';
import { needsOf } from '../../suite/needs.ts';
import { lacksOf, skipReason } from '../../suite/outlook/lacks.ts';
import { outlookLines } from '../../suite/outlook/outlook-text.ts';
import { outlookOf, type Prospect } from '../../suite/outlook/outlook.ts';
import { resultOfCheck } from '../../suite/results/failed-check.ts';
import type { PlannedScenario } from '../../suite/suite/plan.ts';
import { clausesOf } from '../../suite/suite/select.ts';
import { printable } from '../../kernel/printable.ts';
import { print } from '../output.ts';
import type { Chosen } from './choose.ts';
import { catalogue } from './files.ts';
import type { ConformFlags, Settings } from './flags.ts';
import { headerText } from './header.ts';
import { factsBefore } from './perform.ts';

/** Names what would be chosen, without a target. */
export async function list(scenarios: readonly PlannedScenario[], { json = false }: ConformFlags): Promise<0> {
  const lines = scenarios.map((scenario) => {
    const { id, name, feature, tags } = scenario;
    const clauses = clausesOf(scenario);
    return json
      ? JSON.stringify({ id, name, feature, tags, clauses, needs: needsOf(scenario) })
      : `${id}  ${name}${clauses.length > 0 ? `  [${clauses.join(' ')}]` : ''}`;
  });
  await print(lines.map((line) => `${line}\n`).join(''));
  if (!json) currentHost().stderr.write(`${scenarios.length} scenarios\n`);
  return 0;
}

/** Probes the target and says what would run there and what would be skipped; no scenario begins. */
export async function dryRun(
  chosen: Chosen,
  deployment: Deployment,
  settings: Settings,
  flags: ConformFlags,
): Promise<0 | 1> {
  const { scenarios, plan } = chosen;
  const facts = factsBefore(chosen, deployment, catalogue().clauses.length, settings);
  const reasons = new Map<string, number>();
  const prospects: Prospect[] = [];
  for (const scenario of scenarios) {
    const lacks = lacksOf(scenario, deployment);
    prospects.push({ tags: scenario.tags, lacks });
    const [first] = lacks;
    if (first === undefined) continue;
    const reason = skipReason(first, deployment);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const skipped = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  const would = { run: scenarios.length - skipped, skip: skipped, reasons: Object.fromEntries(reasons) };
  const outlook = outlookOf(prospects, facts.suite.clauses);
  await deployment.close();
  const failed = deployment.failures.map((check) => resultOfCheck(check, facts.transport));
  const exit = failed.length > 0 ? 1 : 0;
  if (flags.json) {
    const checks = failed.map(({ id, name, tags, error }) => ({ id, name, clauses: clausesOf({ tags }), error }));
    await print(`${JSON.stringify({ dryRun: true, exit, facts, would, outlook, failed: checks })}\n`);
    return exit;
  }
  const wrong = failed.map(({ id, name, error }) => printable(`\nfailed: ${id}  ${name}\n${error ?? ''}\n`));
  const rows = [...reasons].map(([reason, count]) => `${String(count).padStart(6)}  ${printable(reason)}\n`);
  await print(
    `${headerText(facts, deployment, scenarios.length, plan.length)}\nwould run ${would.run} and skip ${would.skip}\n${rows.join('')}\n${outlookLines(outlook).join('\n')}\n${wrong.join('')}`,
  );
  return exit;
}
