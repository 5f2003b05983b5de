import { stringify } from 'yaml';
import { isList } from '../../../kernel/entries.ts';
import { ERRORS } from '../../../kernel/errors.ts';
import {
  type Command,
  referenceIn,
  resultIn,
  type SignedCommand,
  type NumberedCommand,
  type Value,
  valueAt,
} from '../command.ts';
import type { FoundDifference } from '../explore.ts';
import { STRANGER_NAME } from '../pair.ts';
import type { Outcome } from '../session.ts';
import { nameOf } from '../shrink.ts';
import { NotPrintable } from './feature.ts';

/** Fields of an entry of a timeline; see docs/scenarios.md. */
type Entry = Readonly<Record<string, unknown>>;

const AFTER_MS = 1_000;

/**
 * Writes a shrunk difference as the `scenario.yaml` of a scenario that an exchange carries out which responds as the reference.
 *
 * @throws NotPrintable for a sequence that no timeline says
 */
export function scenarioText(found: FoundDifference): string {
  const { accounts, shrunk } = found;
  if (!shrunk) throw new NotPrintable('the sequence was not shrunk');
  const { beginning, steps, outcomes } = shrunk;
  let at = 0;
  const timeline = steps.flatMap((step, index): readonly Entry[] => {
    if (step.command.kind === 'advance') at += step.command.ms;
    const entry = entryOf(step, outcomes[index], accounts[0] ?? '', outcomes, steps);
    return entry === null ? [] : [{ at: `${at}ms`, ...entry }];
  });
  const names = accounts.filter((name, index) => index === 0 || JSON.stringify(timeline).includes(name));
  return stringify(
    {
      title: titleOf(found),
      world: beginning.world,
      seed: beginning.seed,
      ...(found.startTime !== null && { start: new Date(found.startTime).toISOString() }),
      duration: `${at + AFTER_MS}ms`,
      accounts: Object.fromEntries(names.map((name) => [name, { dev: accounts.indexOf(name) }])),
      timeline,
    },
    { lineWidth: 140 },
  );
}

export function titleOf({ shrunk, first, steps }: FoundDifference): string {
  const difference = shrunk?.difference ?? first;
  const step = (shrunk?.steps ?? steps)[difference.index];
  return `${step ? nameOf(step.command) : 'The first read'} differs in ${difference.path}`;
}

function entryOf(
  { id, command }: NumberedCommand,
  outcome: Outcome | undefined,
  reader: string,
  outcomes: readonly Outcome[],
  steps: readonly NumberedCommand[],
): Entry | null {
  const literal = (value: Value): Value => written(value, outcomes, steps);
  switch (command.kind) {
    case 'advance':
      return null;
    case 'control':
      return { control: command.action, with: literal(command.params) };
    case 'public':
      return { as: reader, do: command.action, with: literal(command.params), name: `c${id}`, ...refusal(outcome) };
    case 'signed':
      return signedEntry(id, command, outcome, literal);
    case 'again':
    case 'raw':
      return { note: `Not part of the scenario: ${noteOf(command)}` };
  }
}

function signedEntry(
  id: number,
  { account, on, action, params, changes }: SignedCommand,
  outcome: Outcome | undefined,
  literal: (value: Value) => Value,
): Entry {
  const { 'top.expiresAfter': expiresAfter, ...others } = changes;
  if (Object.keys(others).length > 0 || account === STRANGER_NAME) {
    const change = Object.keys(others).length > 0 ? ` changed by ${JSON.stringify(others)}` : '';
    return { note: `Not part of the scenario: ${account} sends ${action} ${JSON.stringify(params)}${change}.` };
  }
  const owner = on !== null && referenceIn(on) === undefined ? { for: on } : {};
  const given = {
    ...(on !== null && referenceIn(on) !== undefined && { subAccountId: literal(on) }),
    ...(literal(params) as Readonly<Record<string, Value>>),
    ...(expiresAfter !== undefined && { expiresAfter: literal(expiresAfter) }),
  };
  return { as: account, ...owner, do: action, with: given, name: `c${id}`, ...refusal(outcome) };
}

const noteOf = (command: Extract<Command, { kind: 'again' | 'raw' }>): string =>
  command.kind === 'again'
    ? 'the same request is sent again.'
    : `${command.method} ${command.path} ${command.body ?? ''}`.trim();

/** The code that the reference refused the request, or its first refused item, with. */
function refusal(outcome: Outcome | undefined): Entry {
  if (!outcome) return {};
  const [own] = /"errorCode":"(\w+)"/.exec(outcome.text)?.slice(1) ?? [];
  const code = valueAt(outcome.body, 'error.code') ?? own;
  if (code === undefined) return {};
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) throw new NotPrintable('the refusal has no code');
  return { refused: code };
}

/** A value in the words of scenarios: `${alice.subAccountId}`, `${c3.statuses[0].resting.id}`, `${now + 5s}`. */
function written(value: Value, outcomes: readonly Outcome[], steps: readonly NumberedCommand[]): Value {
  const reference = referenceIn(value);
  if (reference !== undefined) return reworded(reference, outcomes, steps);
  if (isList(value)) return value.map((item) => written(item, outcomes, steps));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, written(inner, outcomes, steps)]));
}

const ACCOUNT_PARTS: Readonly<Record<string, string>> = { id: 'subAccountId', address: 'address', wallet: 'address' };

function reworded(reference: string, outcomes: readonly Outcome[], steps: readonly NumberedCommand[]): Value {
  const time = /^now ([+-]) (\d+) (ms|s)( in seconds)?$/.exec(reference);
  if (time) return `\${now ${time[1]} ${time[2]}${time[3]}${time[4] ?? ''}}`;
  const [, account, part = ''] = /^(.+) (id|address|wallet)$/.exec(reference) ?? [];
  if (account !== undefined) return `\${${account}.${ACCOUNT_PARTS[part]}}`;
  const result = resultIn(reference);
  if (!result) throw new NotPrintable(`nothing is called ${reference}`);
  const path = /^response(?:\.(.+)|(\[.+))$/.exec(result.path);
  if (path) return `\${c${result.step}${path[2] ?? `.${path[1]}`}}`;
  // Beside the response, which is all that a scenario can refer to.
  const found = valueAt(outcomes[steps.findIndex(({ id }) => id === result.step)]?.body, result.path);
  if (typeof found !== 'string' && typeof found !== 'number') throw new NotPrintable(`nothing is at ${result.path}`);
  return found;
}
