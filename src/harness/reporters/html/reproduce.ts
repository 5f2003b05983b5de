import type { RunFacts, ScenarioResult } from '../../results/run.ts';
import { shellQuoted } from '../snippets.ts';

/** The command that runs scenarios again where this run ran them, up to their names. */
export function commandOf({ target, profile, seed }: RunFacts): string {
  const { kind, restUrl, wsUrl, serviceName } = target;
  const streams = wsUrl === null ? [] : ['--ws', wsUrl];
  const reached = kind === 'in-process' ? [] : ['--target', restUrl, ...streams, '--service-name', serviceName];
  const words = [...reached, '--profile', profile, ...(seed === null ? [] : ['--seed', seed])];
  return ['npx perpsim conform', ...words.map(word)].join(' ');
}

/** The one command that reproduces what a scenario did. */
export const reproduce = (command: string, { id }: Pick<ScenarioResult, 'id'>): string => `${command} ${word(id)}`;

/** Quoted only where a shell would read more into it. */
const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : shellQuoted(text));
