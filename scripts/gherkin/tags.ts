import { AGGREGATOR_ROUTES } from '../../src/contract/aggregator.ts';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../src/contract/catalogue.ts';
import { ALL_CHANNELS } from '../../src/contract/channels.ts';
import { CAPABILITIES } from '../../src/suite/deployment.ts';
import { type Finding, type Parts, tagGroups } from './parts.ts';

/** What tags may name. */
export interface Known {
  readonly clauses: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
}

/** Tags with a meaning of their own; features/README.md explains each of them. */
export const GLOSSARY = {
  surfaces: ['trade', 'info', 'aggregator', 'ws'],
  themes: ['auth', 'errors', 'limits', 'lifecycle', 'tolerances', 'risk', 'channels', 'determinism', 'faults'],
  topics: ['collateral', 'fees', 'funding', 'liquidation', 'margin', 'prices', 'twap'],
  marks: ['assumed', 'negative', 'worked-example', 'figures', 'rest-only', 'ws-only', 'any-market', 'alone'],
} as const;

const PARKED = ['@wip', '@skip', '@todo', '@ignore', '@pending'];
const RULING = /^@R-\d{2,3}$/;

/** Names that a feature can be about: actions, plain routes by the last part of their path, channels. */
const SUBJECTS: ReadonlySet<string> = new Set([
  ...[...TRADE_ACTIONS.values(), ...INFO_ACTIONS.values()].map(({ name }) => name),
  ...AGGREGATOR_ROUTES.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)),
  ...ALL_CHANNELS.map(({ name }) => name),
]);
const WORDS: ReadonlySet<string> = new Set(Object.values(GLOSSARY).flat());

/** Unknown tags, each once at the place it is written at. */
export function lintTags({ feature, scenarios }: Parts, known: Known): Finding[] {
  const tags = [
    ...feature.tags,
    ...feature.children.flatMap(({ rule }) => rule?.tags ?? []),
    ...scenarios.flatMap(({ scenario }) => [...scenario.tags, ...scenario.examples.flatMap((block) => block.tags)]),
  ];
  return tags.flatMap(({ name, location }) => {
    const problem = problemOf(name, known);
    return problem === undefined ? [] : [{ line: location.line, message: `${name} ${problem}` }];
  });
}

function problemOf(tag: string, { clauses, transitions }: Known): string | undefined {
  const [, kind, id = ''] = /^@(clause|transition|needs):(.*)$/.exec(tag) ?? [];
  if (kind === 'clause') return clauses.has(id) ? undefined : 'is no clause of docs/contract/clauses.yaml';
  if (kind === 'transition') return transitions.has(id) ? undefined : 'is no cell of docs/contract/transitions.yaml';
  if (kind === 'needs') return isCapability(id) ? undefined : `is none of the needs ${CAPABILITIES.join(', ')}`;
  if (PARKED.includes(tag) || RULING.test(tag)) return undefined;
  const word = tag.slice(1);
  return WORDS.has(word) || SUBJECTS.has(word) ? undefined : 'is not in the glossary of features/README.md';
}

const isCapability = (name: string): boolean => (CAPABILITIES as readonly string[]).includes(name);

/** What each run of a scenario says of itself: nothing parked, and a clause or a reading of our own that it would catch. */
export function lintCitations({ scenarios }: Parts): Finding[] {
  return scenarios.flatMap((part) => {
    const { name, location } = part.scenario;
    const groups = tagGroups(part);
    const problems = groups.length === 0 ? ['is an outline without examples, so it never runs'] : [];
    for (const group of groups) {
      for (const tag of group.filter((one) => PARKED.includes(one))) problems.push(`is parked with ${tag}`);
      const assumed = group.includes('@assumed') && group.some((one) => RULING.test(one));
      const cites = group.some((one) => one.startsWith('@clause:'));
      if (!cites && !assumed) problems.push('cites neither a @clause: nor @assumed with its @R-nn');
      const both = group.includes('@rest-only') && group.includes('@ws-only');
      if (both) problems.push('is for REST alone and for streams alone, so it never runs');
    }
    return problems.map((problem) => ({ line: location.line, message: `"${name}" ${problem}` }));
  });
}
