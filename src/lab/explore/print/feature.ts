import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import type { Command, SignedCommand, Step, Value } from '../command.ts';
import type { FoundDifference } from '../explore.ts';
import { STRANGER_NAME } from '../pair.ts';
import { referenceIn, resultIn, valueAt } from '../references.ts';
import type { Outcome } from '../session.ts';
import type { Shrunk } from '../shrink.ts';
import { cellOf, jsonCell, type Names, rowOf } from './cells.ts';
import { controlSentence } from './control-sentences.ts';
import { expectation } from './expectation.ts';
import { NotPrintable } from './not-printable.ts';

type Kind = 'Given' | 'When' | 'Then';
interface Sentence {
  readonly kind: Kind;
  readonly lines: readonly string[];
}

/**
 * Writes a shrunk difference as a feature for `perpsim conform`: it passes on an exchange that responds as the reference.
 *
 * @throws NotPrintable for a command that no sentence says
 */
export function featureText({ accounts, shrunk }: FoundDifference): string {
  if (!shrunk) throw new NotPrintable('the sequence was not shrunk');
  const last = shrunk.steps[shrunk.difference.index];
  if (!last) throw new NotPrintable('there is no command');
  const about = subjectOf(last.command);
  const names = namesOf(shrunk.steps);
  const sentences = [
    ...beginningSentences(shrunk, accounts),
    ...shrunk.steps.flatMap((step, index) => sentencesOf(step, shrunk.outcomes[index], names, step === last)),
    ...expectation(shrunk.difference, shrunk.outcomes[shrunk.difference.index]).map(then),
  ];
  const { path, target, reference } = shrunk.difference;
  return [
    `@${about.surface}${about.tag === null ? '' : ` @${about.tag}`}`,
    `Feature: ${about.name} responds as the reference exchange does`,
    '',
    `  Found by perpsim explore. ${oneLine(`${path}: the target had ${target}, the reference has ${reference}.`)}`,
    '',
    ...background(sentences),
    `  @clause:${about.clause}${shrunk.steps.some(({ command }) => command.kind === 'raw') ? ' @rest-only' : ''}`,
    `  Scenario: ${about.name} responds as the reference exchange after ${shrunk.steps.length} ${shrunk.steps.length === 1 ? 'command' : 'commands'}`,
    ...withKeywords(isLong(sentences) ? sentences.slice(BACKGROUND_STEPS) : sentences),
    '',
  ].join('\n');
}

/** A scenario has at most so many steps; a longer one begins with a background of so many. */
const SCENARIO_STEPS = 12;
const BACKGROUND_STEPS = 3;

const isLong = ({ length }: readonly Sentence[]): boolean => length > SCENARIO_STEPS;

const background = (sentences: readonly Sentence[]): readonly string[] =>
  isLong(sentences) ? ['  Background:', ...withKeywords(sentences.slice(0, BACKGROUND_STEPS)), ''] : [];

const SHOWN = 160;
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}...` : line;
};

interface Subject {
  readonly surface: string;
  readonly tag: string | null;
  readonly name: string;
  readonly clause: string;
}

function subjectOf(command: Command): Subject {
  if (command.kind === 'signed' || command.kind === 'public') {
    const { action } = command;
    return {
      surface: INFO_ACTIONS.has(action) ? 'info' : 'trade',
      tag: action,
      name: action,
      clause: action.toUpperCase(),
    };
  }
  if (command.kind === 'again')
    return { surface: 'auth', tag: null, name: 'The exchange', clause: 'AUTH-NONCE-REUSED' };
  if (command.kind !== 'raw') throw new NotPrintable('the control plane has no response that a feature examines');
  const surface = command.path.startsWith('/info/') || command.path.startsWith('/exchange/') ? 'aggregator' : 'errors';
  const clause = surface === 'aggregator' ? 'SURFACE-AGGREGATOR-GET' : 'SURFACE-TRADE-POST';
  return { surface, tag: null, name: `The route ${command.path.split('?')[0]}`, clause };
}

/** The world, and the wallets in their order up to the last that takes part. */
function beginningSentences({ beginning, steps }: Shrunk, accounts: readonly string[]): Sentence[] {
  if (typeof beginning.world !== 'string') throw new NotPrintable('the world is no world of fixtures/worlds');
  const limits = Object.entries(beginning.limits).map(([name, value]) =>
    rowOf(`limits.${name}`, typeof value === 'number' ? `number ${value}` : String(value)),
  );
  const world =
    limits.length === 0
      ? [`the world "${beginning.world}" with seed "${beginning.seed}"`]
      : [`the world "${beginning.world}" with:`, rowOf('seed', beginning.seed), ...limits];
  const text = JSON.stringify(steps);
  const used = accounts.filter((name) => text.includes(`"${name}"`) || text.includes(`\${${name} `));
  const lastUsed = accounts.indexOf(used.at(-1) ?? accounts[0] ?? '');
  return [
    { kind: 'Given', lines: world },
    ...accounts.slice(0, lastUsed + 1).map((name) => given(`"${name}" is a trader`)),
    ...(text.includes(STRANGER_NAME) ? [given(`"${STRANGER_NAME}" is the unknown-wallet of "${accounts[0]}"`)] : []),
  ];
}

const given = (line: string): Sentence => ({ kind: 'Given', lines: [line] });
const then = (lines: readonly string[]): Sentence => ({ kind: 'Then', lines });

/** Results that later commands refer to, with a name for each. */
function namesOf(steps: readonly Step[]): Names {
  const names = new Map<string, string>();
  for (const reference of steps.flatMap(({ command }) => referencesOf(command as unknown as Value))) {
    if (names.has(reference) || !resultIn(reference)) continue;
    const isSubAccount = reference.endsWith('.subAccountId');
    names.set(reference, `${isSubAccount ? 'sub' : 'result'}${names.size + 1}${isSubAccount ? ' id' : ''}`);
  }
  return names;
}

function referencesOf(value: Value): string[] {
  const own = referenceIn(value);
  if (own !== undefined) return [own];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(referencesOf) : [];
}

function sentencesOf(step: Step, outcome: Outcome | undefined, names: Names, isLast: boolean): Sentence[] {
  const { command } = step;
  if (command.kind === 'advance') return [given(`${command.ms} ms pass`)];
  if (command.kind === 'control') return controlSentence(command).map(given);
  const called = calledAfter(step, outcome, names);
  if (isLast) return [{ kind: 'When', lines: requestLines(command, names) }];
  if (command.kind === 'signed' && command.on === null && isAccepted(outcome)) {
    const rows = signedRows(command, names);
    if (rows.length > 0)
      return [{ kind: 'Given', lines: [`"${command.account}" has sent ${command.action}:`, ...rows] }, ...called];
  }
  return [{ kind: 'When', lines: requestLines(command, names) }, then(seen(outcome)), ...called];
}

const isAccepted = (outcome: Outcome | undefined): boolean =>
  outcome?.status === 200 && !outcome.text.includes('"errorCode"');

/** A Then that examines a response that is not what the feature is about. */
function seen(outcome: Outcome | undefined): readonly string[] {
  const code = valueAt(outcome?.body, 'error.code');
  if (outcome?.status === 200) return ['the response is ok'];
  if (typeof code !== 'string') throw new NotPrintable('a response on the way is neither a success nor an error');
  return [`the response is ${outcome?.status} with:`, rowOf('error.code', code)];
}

function calledAfter({ id }: Step, outcome: Outcome | undefined, names: Names): Sentence[] {
  return [...names].flatMap(([reference, name]) => {
    const result = resultIn(reference);
    if (result?.step !== id || valueAt(outcome?.body, result.path) === undefined) return [];
    const [, path] = /^response\.(.+)$/.exec(result.path) ?? [];
    const place = path === undefined ? `"${result.path}" of the body` : `"${path}" of the response`;
    return [then([`${place} is called "${name}"`])];
  });
}

function requestLines(command: Exclude<Command, { kind: 'advance' | 'control' }>, names: Names): readonly string[] {
  switch (command.kind) {
    case 'again':
      return ['the same request is sent again'];
    case 'public': {
      const rows = paramRows(command.params, names);
      return rows.length === 0 ? [`anyone asks ${command.action}`] : [`anyone asks ${command.action}:`, ...rows];
    }
    case 'signed': {
      const rows = signedRows(command, names);
      const on = command.on === null ? '' : ` for "${ownerOf(command.on, names)}"`;
      const head = `"${command.account}" sends ${command.action}${on}`;
      return rows.length === 0 ? [head] : [`${head}:`, ...rows];
    }
    case 'raw': {
      const { method, path, contentType, body } = command;
      if (body === null) return [method === 'GET' ? `anyone gets "${path}"` : `anyone calls ${method} on "${path}"`];
      const as = contentType === 'application/json' ? '' : ` as "${contentType}"`;
      return [`anyone posts to "${path}"${as} the body`, '      """', `      ${body}`, '      """'];
    }
  }
}

/** A principal by name: an account, or the subaccount whose id is called so. */
function ownerOf(on: string, names: Names): string {
  const reference = referenceIn(on);
  if (reference === undefined) {
    if (/^\d+$|^x$/.test(on)) throw new NotPrintable('a subaccount id that nobody has is no principal of a feature');
    return on;
  }
  return (names.get(reference) ?? reference).replace(/ id$/, '');
}

const signedRows = ({ params, changes }: SignedCommand, names: Names): readonly string[] => [
  ...paramRows(params, names),
  ...Object.entries(changes).map(([path, value]) => rowOf(path, cellOf(value, names) ?? jsonCell(value, names))),
];

/** A row for each param, or all of them as JSON where a cell cannot hold one. */
function paramRows(params: Readonly<Record<string, Value>>, names: Names): readonly string[] {
  const rows = Object.entries(params).map(([name, value]) => [name, cellOf(value, names)] as const);
  if (rows.some(([, cell]) => cell === undefined)) return [rowOf('.', jsonCell(params, names))];
  return rows.map(([name, cell = '']) => rowOf(name, cell));
}

/** A sentence that is like the one before it begins with And. */
function withKeywords(sentences: readonly Sentence[]): readonly string[] {
  return sentences.flatMap(({ kind, lines: [head = '', ...rest] }, index) => {
    const keyword = sentences[index - 1]?.kind === kind ? 'And' : kind;
    return [`    ${keyword} ${head}`, ...rest];
  });
}
