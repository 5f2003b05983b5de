import type { RunFacts, ScenarioResult } from '../results/run.ts';
import { shellWord } from '../../kernel/shell.ts';

/** The command that runs scenarios again where this run ran them, up to their names. */
export function commandOf({ target, profile, seed, given }: RunFacts): string {
  const { kind, restUrl, wsUrl, serviceName } = target;
  const streams = wsUrl === null ? [] : ['--ws', wsUrl];
  const reached = kind === 'in-process' ? [] : ['--target', restUrl, ...streams, '--service-name', serviceName];
  const order = seed === null ? [] : ['--seed', seed];
  const flags = given ?? ['--profile', profile].map(shellWord);
  return ['npx perpsim conform', ...reached.map(shellWord), ...flags, ...order.map(shellWord)].join(' ');
}

/** The one command that reproduces what a scenario did. */
export const reproduce = (command: string, { id }: Pick<ScenarioResult, 'id'>): string => `${command} ${shellWord(id)}`;
