import type { TransportName } from '../results/run.ts';
import type { SeenOffer } from './catalogue.ts';
import type { Citation, CoveredClause, CoveredTransition } from './citations.ts';
import { CONTRACT_FILES } from './contract.ts';
import { type Coverage, percentOf, type Share } from './count.ts';

/** Something that keeps a run from covering the contract: what is missing, and the file to mend. */
export interface CoverageFinding {
  readonly gate: Gate;
  readonly message: string;
}

/** Requirements for a run that claims to cover the contract, in the order of the findings. */
export const GATES = [
  'incomplete-run',
  'unknown-id',
  'clause-broken',
  'clause-unproven',
  'clause-open',
  'share-proven',
  'waiver-stale',
  'transition-broken',
  'transition-open',
  'never-served',
  'code-never-seen',
  'response-unexamined',
] as const;
export type Gate = (typeof GATES)[number];

/** Clauses that scenarios must prove, in percent; waivers are for the rest. */
const LEAST_PROVEN = 99;

const TRANSPORTS: readonly TransportName[] = ['rest', 'ws'];
/** How each way is run. */
const COMMANDS: Readonly<Record<TransportName, string>> = {
  rest: 'node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js',
  ws: 'node --import tsx node_modules/@cucumber/cucumber/bin/cucumber.js --profile ws',
};

/** Everything that is missing; nothing for a run that covers the contract both ways. */
export function findingsOf(coverage: Coverage): CoverageFinding[] {
  const found: readonly (readonly [Gate, readonly string[]])[] = [
    ['incomplete-run', incompleteRuns(coverage)],
    ['unknown-id', coverage.unknown.map(({ kind, id, scenario }) => unknownId(kind, id, scenario))],
    ['clause-broken', inState(coverage.clauses, 'broken').map(broken)],
    ['clause-unproven', inState(coverage.clauses, 'unproven').map(unproven)],
    ['clause-open', inState(coverage.clauses, 'open').map(openClause)],
    ['share-proven', tooFewProven(coverage)],
    ['waiver-stale', coverage.stale.map(({ of, why }) => staleWaiver(of, why, coverage))],
    ['transition-broken', inState(coverage.transitions, 'broken').map(broken)],
    [
      'transition-open',
      [...inState(coverage.transitions, 'open'), ...inState(coverage.transitions, 'unproven')].map(openCell),
    ],
    ['never-served', coverage.offered.flatMap(neverServed)],
    [
      'code-never-seen',
      coverage.codes.filter(({ seen, waiver }) => seen.length === 0 && waiver === null).map(neverSeen),
    ],
    ['response-unexamined', coverage.unexamined.map(unexamined)],
  ];
  return found.flatMap(([gate, messages]) => messages.map((message) => ({ gate, message })));
}

function inState<T extends CoveredClause | CoveredTransition>(all: readonly T[], state: T['state']): T[] {
  return all.filter((one) => one.state === state);
}

function incompleteRuns({ runs }: Coverage): string[] {
  const missing = TRANSPORTS.filter(
    (transport) => !runs.some((run) => run.transport === transport && run.scenarios > 0),
  );
  const stopped = runs.flatMap(({ transport, stopped: why }) =>
    why === null ? [] : [`the run over ${transport} ended early: ${why}`],
  );
  return [
    ...missing.map((transport) => `no scenario was run over ${transport}: do so with ${COMMANDS[transport]}`),
    ...stopped,
  ];
}

const unknownId = (kind: 'clause' | 'transition', id: string, scenario: string): string =>
  `${scenario} cites the ${kind} ${id}, which ${CONTRACT_FILES[`${kind}s`]} does not hold: correct the tag`;

const broken = ({ id, scenarios }: { readonly id: string; readonly scenarios: readonly Citation[] }): string =>
  `${id} is broken: see ${placesOf(scenarios.filter(({ verdict }) => verdict === 'failed' || verdict === 'expected-failure'))}`;

const unproven = ({ id, scenarios }: CoveredClause): string =>
  `${id} is cited by scenarios that did not come to a verdict: see ${placesOf(scenarios)}`;

const openClause = ({ id, action, text }: CoveredClause): string =>
  `${id} has neither a scenario nor a waiver (${text}): cite it in ${featuresOf(action)}, or say in ${CONTRACT_FILES.waivers} why none can prove it`;

/** Where scenarios about an action stand. */
const featuresOf = (action: string | undefined): string =>
  action === undefined ? 'a feature' : `features/*/${action}.feature`;

function tooFewProven({ total }: Coverage): string[] {
  if (total.proven * 100 >= total.clauses * LEAST_PROVEN) return [];
  return [
    `${percentOf(total)} % of the clauses are proven, ${LEAST_PROVEN} % must be: a line in ${CONTRACT_FILES.waivers} proves nothing`,
  ];
}

function staleWaiver(of: string, why: 'proven' | 'unknown', { clauses, codes }: Coverage): string {
  const line = `remove its line from ${CONTRACT_FILES.waivers}`;
  if (why === 'unknown') return `${of} is waived and neither a clause nor a code: ${line}`;
  const proof = clauses.find(({ id }) => id === of)?.scenarios[0];
  if (proof) return `${of} is waived, but ${proof.scenario} proves it: ${line}`;
  return `${of} is waived, but came with ${codes.find(({ code }) => code === of)?.seen.join(' and ') ?? ''}: ${line}`;
}

const openCell = ({ id }: CoveredTransition): string =>
  `${id} has no scenario that passed: tag one below features/lifecycle with @transition:${id}, or say in ${CONTRACT_FILES.transitions} why it cannot happen`;

const FEATURE_FOLDER = { trade: 'trade', info: 'info', aggregator: 'info', channel: 'channels' } as const;

const neverServed = ({ name, kind, over }: SeenOffer): string[] =>
  over
    .filter(({ served }) => !served)
    .map(
      ({ transport }) =>
        `${name} was never served with success over ${transport}: ask for it in features/${FEATURE_FOLDER[kind]}/${name.slice(name.lastIndexOf('/') + 1)}.feature`,
    );

const neverSeen = ({ code }: { readonly code: string }): string =>
  `${code} was never seen on the wire: meet it in a feature, or say in ${CONTRACT_FILES.waivers} why no client can receive it`;

const unexamined = ({
  scenario,
  transport,
  responses,
}: {
  readonly scenario: string;
  readonly transport: TransportName;
  readonly responses: number;
}): string =>
  `${scenario} left ${responses} ${responses === 1 ? 'response' : 'responses'} unexamined over ${transport}: add a Then that looks`;

/** The first few places, each with how it ended. */
function placesOf(citations: readonly Citation[]): string {
  const shown = citations
    .slice(0, 3)
    .map(({ scenario, transport, verdict }) => `${scenario} (${verdict} over ${transport})`);
  const more = citations.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** Coverage and what it lacks as a page of Markdown tables. */
export function coverageMarkdown(coverage: Coverage, findings: readonly CoverageFinding[]): string {
  const { runs, scenarios, total } = coverage;
  const parts = [
    '# What the features prove of the contract',
    `${scenarios.passed} of ${scenarios.run} scenarios passed${scenarios.skipped === 0 ? '' : `, ${scenarios.skipped} were skipped`} (${runs.map(({ transport, scenarios: count }) => `${count} over ${transport}`).join(', ')}).`,
    `${shareText(total)} clauses are proven, ${total.waived} are waived.`,
    '## What is missing',
    findings.length === 0 ? 'Nothing.' : bullets(findings.map(({ gate, message }) => `${gate}: ${message}`)),
    '## Waivers',
    ...waiverRows(coverage),
    '## Actions',
    table(
      ['action', 'surface', 'offered', 'clauses proven', 'scenarios'],
      coverage.actions.map(({ name, kind, offered, proven, clauses, scenarios: count }) => [
        name,
        kind,
        offered ? 'yes' : 'no',
        `${proven} / ${clauses}`,
        String(count),
      ]),
    ),
    '## By kind',
    sharesTable('kind', coverage.byKind),
    '## By status',
    sharesTable('status', coverage.byStatus),
    '## By surface',
    sharesTable('surface', coverage.bySurface),
    '## By what a check needs',
    sharesTable('needs', coverage.byNeed),
    '## State machines',
    table(['machine', 'cells proven', 'cannot happen'], machineRows(coverage)),
    '## Codes on the wire',
    table(
      ['code', 'came with'],
      coverage.codes.map(({ code, seen, waiver }) => [code, seen.join(', ') || (waiver === null ? 'never' : 'waived')]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function waiverRows({ clauses, codes }: Coverage): string[] {
  const rows = [
    ...clauses.flatMap(({ id, state, waiver }) => (state === 'waived' ? [[`\`${id}\``, waiver ?? '']] : [])),
    ...codes.flatMap(({ code, seen, waiver }) =>
      seen.length === 0 && waiver !== null ? [[`\`${code}\``, waiver]] : [],
    ),
  ];
  return [rows.length === 0 ? 'None.' : table(['what', 'why no scenario shows it'], rows)];
}

function machineRows({ transitions }: Coverage): string[][] {
  const machines = [...new Set(transitions.map(({ machine }) => machine))];
  return machines.map((machine) => {
    const own = transitions.filter((transition) => transition.machine === machine);
    const possible = own.filter(({ outcome }) => outcome.kind !== 'cannot');
    const proven = possible.filter(({ state }) => state === 'proven');
    return [machine, `${proven.length} / ${possible.length}`, String(own.length - possible.length)];
  });
}

const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** `3 of 4 (75.0 %)`. */
const shareText = (share: Share): string => `${share.proven} of ${share.clauses} (${percentOf(share)} %)`;

const sharesTable = (title: string, shares: Readonly<Record<string, Share>>): string =>
  table(
    [title, 'clauses proven', 'waived'],
    Object.entries(shares).map(([name, share]) => [name, shareText(share), String(share.waived)]),
  );

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
