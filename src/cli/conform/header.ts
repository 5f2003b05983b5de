import type { Deployment } from '../../suite/deployment.ts';
import { forecastLines } from '../../suite/forecast/forecast-text.ts';
import { printable } from '../../kernel/printable.ts';
import type { RunFacts } from '../../suite/results/run.ts';

/** What is about to be run against what, before anything is. */
export function headerText(facts: RunFacts, deployment: Deployment, chosen: number, planned: number): string {
  const { suite, target, profile, transport, seed, shard, selection } = facts;
  const version = target.version === null ? '' : ` ${target.version}`;
  const lacking = [...deployment.absent].map(([capability, reason]) => `${capability} (${reason})`);
  const expected = facts.forecast ? forecastLines(facts.forecast) : [];
  const lines: (readonly [string, string])[] = [
    ['suite', `perpsim ${suite.version}, ${suite.clauses} clauses`],
    ['target', `${target.name} (${KINDS[target.kind]}${version}), requests signed for ${target.serviceName}`],
    ['profile', `${profile}, over ${transport === 'ws' ? 'WebSocket' : 'REST'}`],
    ['scenarios', `${chosen} of ${planned}${shard ? `, part ${shard.index} of ${shard.of}` : ''}`],
    ...(selection.length > 0 ? [['chosen by', selection.join(' ')] as const] : []),
    ['order', seed === null ? 'as written' : `random, seed ${seed}`],
    ['probed', [...deployment.capabilities].join(', ') || 'nothing'],
    ...lacking.map((line, place) => [place === 0 ? 'lacking' : '', line] as const),
    ['budget', budgetText(deployment)],
    ...(deployment.remarks ?? []).map((line) => ['note', line] as const),
    ...expected.map((line, place) => [place === 0 ? 'expected' : '', line] as const),
  ];
  return `${lines.map(([name, text]) => `${name.padEnd(10)} ${printable(text)}`).join('\n')}\n`;
}

const KINDS = {
  'in-process': 'simulator in this process',
  simulator: 'simulator',
  remote: 'plain deployment',
} as const;

function budgetText({ tokens, identity }: Deployment): string {
  if (tokens) return `${tokens.budget} tokens`;
  return identity.kind === 'remote'
    ? 'as many tokens as it takes'
    : 'none needed, each scenario has buckets of its own';
}
