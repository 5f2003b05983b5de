import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import { CHANNEL_NAMES } from '../../contract/channel.ts';
import { STORED_KINDS } from '../../contract/fault-fields.ts';
import { ControlError } from '../../exchange/control-error.ts';
import { type FaultSpec, readRules } from '../../exchange/faults/read-rules.ts';
import {
  integer,
  list,
  type MapNode,
  nodeAt,
  nullable,
  object,
  oneOf,
  type Reader,
  record,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { isOneOf, isRecord } from '../../kernel/entries.ts';
import { ERRORS } from '../../kernel/errors.ts';
import { nearestHint } from '../../kernel/nearest.ts';
import { NumberedMap } from '../../kernel/tables.ts';
import type { ChannelRequest, ConditionalEntry, TimelineEntry } from '../scenario.ts';
import { NAME } from './accounts.ts';
import { accountName, anyMap, checkReferences, type Context, marketName, plainOf } from './context.ts';
import { ACCOUNT_FIELDS_OF_CONTROL, CONTROL_PATHS, controlBody } from './control-actions.ts';
import { type ExpectationContext, readCondition } from './expectations.ts';
import { referencesIn } from './references.ts';
import { duration, durationText, moment } from './times.ts';

/** Fields of every entry. */
const COMMON = ['at', 'when', 'from', 'every', 'count', 'until', 'name'] as const;
const REPEATS_MAX = 100_000;

/** What an entry says is to happen, by the field that each kind has and no other. */
const KINDS: Readonly<
  Record<string, (node: MapNode, context: Context, problems: WorldProblem[]) => Happening | undefined>
> = {
  do: (node, context, problems) => {
    const request = readRequest(node, context, problems);
    if (!request) return undefined;
    return { kind: 'request', ...request, name: null };
  },
  control: readControl,
  faults: readFaults,
  clearFaults: (node, _context, problems) => {
    const read = object<{ clearFaults: string }>({ clearFaults: trueOnly })(node, problems);
    return read && { kind: 'clearFaults' };
  },
  record: (node, _context, problems) => {
    const read = object<Omit<Extract<Happening, { kind: 'record' }>, 'kind'>>({
      record: oneOf(STORED_KINDS),
      id: text(),
      fields: record(text(/^/, 'a text')),
    })(node, problems);
    return read && { kind: 'record', ...read };
  },
  connect: (node, context, problems) => {
    const fields = { connect: accountName(context), channels: list(channelReader(context), 1) };
    const read = object<{ connect: string; channels: readonly ChannelRequest[] }>(fields)(node, problems);
    return read && { kind: 'connect', account: read.connect, channels: read.channels };
  },
  disconnect: (node, context, problems) => {
    const read = object<{ disconnect: string }>({ disconnect: accountName(context) })(node, problems);
    return read && { kind: 'disconnect', account: read.disconnect };
  },
  note: (node, _context, problems) => {
    const read = object<{ note: string }>({ note: text() })(node, problems);
    return read && { kind: 'note', text: read.note };
  },
};

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Happening = DistributiveOmit<TimelineEntry, 'atMs' | 'line'>;

const trueOnly: Reader<string> = (node, problems) =>
  node.kind === 'scalar' && node.value === true ? 'true' : report(problems, node, 'must be true');

/** What happens at times, in their order, entries of one time in the order of the file; and what waits for a condition. */
export interface ReadTimeline {
  readonly timeline: readonly TimelineEntry[];
  readonly conditions: readonly ConditionalEntry[];
}

/** Reads the timeline of a scenario. */
export function readTimeline(node: WorldNode | undefined, context: Context, problems: WorldProblem[]): ReadTimeline {
  if (!node) return { timeline: [], conditions: [] };
  if (node.kind !== 'list') {
    report(problems, node, 'must be a list of entries');
    return { timeline: [], conditions: [] };
  }
  // Whatever stands at an earlier time may be referred to, wherever it stands in the file.
  const read = node.items.flatMap((item) => readEntry(item, context, problems) ?? []);
  const timed = read.filter(({ when }) => when === null).sort((a, b) => a.atMs - b.atMs);
  const conditional = read.filter(({ when }) => when !== null);
  checkNames(timed, conditional, context, problems);
  const entries = read.flatMap(({ happening }) => nameOf(happening) ?? []);
  return {
    timeline: timed.flatMap(repeated).sort((a, b) => a.atMs - b.atMs),
    conditions: conditional.flatMap((written) => conditionOf(written, { ...context, entries }, problems) ?? []),
  };
}

const nameOf = (happening: Happening): string | null => (happening.kind === 'request' ? happening.name : null);

interface Written {
  readonly node: MapNode;
  /** Of an entry with a condition, when that is first looked at. */
  readonly atMs: number;
  readonly everyMs: number;
  readonly count: number;
  /** Of an entry with a condition, when that is last looked at. */
  readonly untilMs: number;
  readonly when: WorldNode | null;
  readonly happening: Happening;
}

function readEntry(node: WorldNode, context: Context, problems: WorldProblem[]): Written | undefined {
  if (node.kind !== 'map') return report(problems, node, 'must be a map with the field at or when, and what happens');
  const kinds = Object.keys(KINDS).filter((kind) => node.entries.has(kind));
  const [kind] = kinds;
  const read = kind === undefined ? undefined : KINDS[kind];
  const words = Object.keys(KINDS).join(', ');
  if (!read) return report(problems, node, `says nothing that happens; give it one of ${words}`);
  if (kinds.length > 1) return report(problems, node, `says ${kinds.join(' and ')}; make an entry of each`);
  const pick = (isCommon: boolean): MapNode => {
    const entries = [...node.entries].filter(([key]) => isOneOf(COMMON, key) === isCommon);
    return { ...node, entries: new Map(entries) };
  };
  const common = readCommon(pick(true), context, problems);
  const happening = read(pick(false), context, problems);
  if (!common || !happening) return undefined;
  const { name = null, ...times } = common;
  if (name !== null && happening.kind !== 'request') {
    return report(problems, node, 'has a name but no result; only requests have one, so remove the name');
  }
  return { node, ...times, happening: happening.kind === 'request' ? { ...happening, name } : happening };
}

interface Common extends Pick<Written, 'atMs' | 'everyMs' | 'count' | 'untilMs' | 'when'> {
  readonly name?: string;
}

const entryName = text(NAME, 'a name of letters, digits, "-" and "_" that begins with a letter');
const count = integer(1, REPEATS_MAX);

function readCommon(node: MapNode, context: Context, problems: WorldProblem[]): Common | undefined {
  const when = node.entries.get('when');
  return when ? readConditional(node, when, context, problems) : readTimed(node, context, problems);
}

/** An entry with a time, which may be repeated. */
function readTimed(node: MapNode, { span }: Context, problems: WorldProblem[]): Common | undefined {
  interface Timed {
    readonly at: number;
    readonly every?: number;
    readonly count?: number;
    readonly until?: number;
    readonly name?: string;
  }
  const read = object<Timed>(
    { at: moment(span, false), every: duration(1), count, until: moment(span, true), name: entryName },
    { every: undefined, count: undefined, until: undefined, name: undefined },
  );
  const timed = read(node, problems);
  if (!timed) return undefined;
  const { at, every, until, name } = timed;
  const own = { atMs: at, untilMs: at, when: null, ...(name !== undefined && { name }) };
  if (every === undefined) {
    const field = timed.count === undefined ? 'until' : 'count';
    if (timed.count === undefined && until === undefined) return { ...own, everyMs: 0, count: 1 };
    return report(problems, node, `has ${field} without every; add every, or remove ${field}`);
  }
  if (timed.count === undefined && until === undefined) {
    return report(problems, node, 'has every without an end; give it count, until, or both');
  }
  if (until !== undefined && until < at) {
    const place = node.entries.get('until') ?? node;
    return report(problems, place, `lies before at, ${durationText(at)}; choose a later time`);
  }
  // The last moment of a scenario belongs to its expectations.
  const most = Math.floor((span.durationMs - 1 - at) / every) + 1;
  const fits = until === undefined ? most : Math.min(most, Math.floor((until - at) / every) + 1);
  const times = Math.min(timed.count ?? fits, until === undefined ? Number.MAX_SAFE_INTEGER : fits);
  if (times > REPEATS_MAX) {
    return report(problems, node, `happens ${times} times; ${REPEATS_MAX} is the most, so choose a longer every`);
  }
  if (times <= most) return { ...own, everyMs: every, count: times };
  return report(
    problems,
    node.entries.get('count') ?? node,
    `goes on until ${durationText(at + every * (times - 1))}, past the end of the scenario; use at most ${most}`,
  );
}

/** An entry with a condition. */
function readConditional(
  node: MapNode,
  when: WorldNode,
  { span }: Context,
  problems: WorldProblem[],
): Common | undefined {
  for (const field of ['at', 'every']) {
    const place = node.entries.get(field);
    const instead = field === 'at' ? 'from says when the condition is first looked at' : 'count lets it happen again';
    if (place) return report(problems, place, `is written beside when; leave one of the two out: ${instead}`);
  }
  interface Conditional {
    readonly when: WorldNode;
    readonly from: number;
    readonly until: number;
    readonly count: number;
    readonly name?: string;
  }
  const read = object<Conditional>(
    { when: (given) => given, from: moment(span, false), until: moment(span, true), count, name: entryName },
    { from: 0, until: span.durationMs, count: 1, name: undefined },
  );
  const conditional = read(node, problems);
  if (!conditional) return undefined;
  const { from, until, name } = conditional;
  if (until < from) {
    const place = node.entries.get('until') ?? node;
    return report(problems, place, `lies before from, ${durationText(from)}; choose a later time`);
  }
  return {
    ...{ atMs: from, everyMs: 0, count: conditional.count, untilMs: until, when },
    ...(name !== undefined && { name }),
  };
}

/** The sentence may name every entry that has a name, wherever it stands: until that has happened it does not hold. */
function conditionOf(
  { node, atMs, untilMs, when, happening, count: most }: Written,
  context: ExpectationContext,
  problems: WorldProblem[],
): ConditionalEntry | undefined {
  const sentence = when && readCondition(when, context, problems);
  const entry = { ...happening, atMs, line: node.place.line };
  return sentence ? { sentence, fromMs: atMs, untilMs, count: most, entry } : undefined;
}

function repeated({ node, atMs, everyMs, count: times, happening }: Written): TimelineEntry[] {
  return Array.from({ length: times }, (_none, index) => ({
    ...happening,
    atMs: atMs + index * everyMs,
    line: node.place.line,
  }));
}

/**
 * Two entries of one name would be one result; a reference must lead to an account or to an entry before it. Nothing is known of when an
 * entry with a condition happens, so all others may come before it, and it before them.
 */
function checkNames(
  timed: readonly Written[],
  conditional: readonly Written[],
  { accounts }: Context,
  problems: WorldProblem[],
): void {
  const known = new Set(accounts);
  const lines = new Map<string, number>();
  const enter = ({ node, happening }: Written): void => {
    const name = nameOf(happening);
    if (name === null) return;
    const place = node.entries.get('name') ?? node;
    const line = lines.get(name);
    if (line !== undefined) report(problems, place, `is the name of the entry in line ${line} too; choose another`);
    else if (accounts.includes(name)) report(problems, place, 'is the name of an account too; choose another');
    known.add(name);
    lines.set(name, node.place.line);
  };
  for (const entry of conditional) enter(entry);
  for (const entry of timed) {
    checkReferences(entry.node, known, problems);
    enter(entry);
  }
  for (const { node } of conditional) checkReferences(node, known, problems);
}

const controlName: Reader<string> = (node, problems) => {
  const names = Object.keys(CONTROL_PATHS);
  const name = text(/\S/, 'the name of a control command')(node, problems);
  return name === undefined || names.includes(name)
    ? name
    : report(problems, node, `is no control command; ${nearestHint(name, names)}`);
};

/** The params are checked as the control plane checks them. `account` stands for the subaccount or wallet of an account. */
function readControl(node: MapNode, context: Context, problems: WorldProblem[]): Happening | undefined {
  const before = problems.length;
  const read = object<{ control: string; with: Readonly<Record<string, unknown>> }>(
    { control: controlName, with: anyMap },
    { with: {} },
  )(node, problems);
  const schema = read && controlBody(read.control);
  if (!read || !schema) return undefined;
  const given = node.entries.get('with');
  const { account, ...rest } = Object.fromEntries(given?.kind === 'map' ? given.entries : []);
  const params: MapNode = { kind: 'map', place: given?.place ?? node.place, entries: new Map(Object.entries(rest)) };
  const { symbol } = rest;
  if (symbol) marketName(context)(symbol, problems);
  const own: Record<string, string> = {};
  if (account) {
    const name = accountName(context)(account, problems);
    const fields = Object.entries(ACCOUNT_FIELDS_OF_CONTROL).filter(([field]) => field in schema.properties);
    if (fields.length === 0) report(problems, account, `is no field of ${read.control}; remove it`);
    for (const [field, part] of fields) own[field] = `\${${name}.${part}}`;
  }
  checkParams(params, node, { name: read.control, schema, given: own }, problems);
  if (problems.length > before) return undefined;
  return { kind: 'control', action: read.control, params: { ...own, ...anyMap(params, problems) } };
}

function channelReader(context: Context): Reader<ChannelRequest> {
  return (node, problems) => {
    if (node.kind !== 'map') return report(problems, node, 'must be a map with the field channel');
    const { channel: place, ...rest } = Object.fromEntries(node.entries);
    if (!place) return report(problems, node, 'names no channel; add the field channel');
    const channel = oneOf(CHANNEL_NAMES)(place, problems);
    const symbol = rest['symbol'] && marketName(context)(rest['symbol'], problems);
    if (channel === undefined || (rest['symbol'] && symbol === undefined)) return undefined;
    return { channel, params: Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, plainOf(member)])) };
  };
}

/** The rules are checked as the control plane checks them; accounts in them are references, and are looked up when they apply. */
function readFaults(node: MapNode, _context: Context, problems: WorldProblem[]): Happening | undefined {
  const place = node.entries.get('faults');
  const read = object<{ faults: unknown }>({ faults: plain })(node, problems);
  if (!read || !place) return undefined;
  try {
    readRules(withoutAccounts(read.faults), { accounts: new NumberedMap() }, new Set());
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    const steps = (error.field.match(/[A-Za-z]+|\d+/g) ?? []).slice(1);
    return report(problems, nodeAt(place, steps), `is not what faults take: ${error.message}`);
  }
  return { kind: 'faults', rules: read.faults as readonly FaultSpec[] };
}

const plain: Reader<unknown> = (node) => plainOf(node);

function withoutAccounts(rules: unknown): unknown {
  if (!Array.isArray(rules)) return rules;
  return rules.map((rule: unknown) => {
    const match = isRecord(rule) ? rule['match'] : undefined;
    if (!isRecord(rule) || !isRecord(match)) return rule;
    const kept = Object.entries(match).filter(([key]) => key !== 'subAccountId' && key !== 'wallet');
    return { ...rule, match: Object.fromEntries(kept) };
  });
}

interface WrittenRequest {
  readonly as: string;
  readonly for: string | null;
  readonly do: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly refused: string | null;
}

/** Fields that are signed beside the params. */
const SIGNED_BESIDE = ['subAccountId', 'expiresAfter'];

/** The code of a request to which no response came: it is no code of the API. */
const NO_RESPONSE = 'NO_RESPONSE';

const action: Reader<string> = (node, problems) => {
  const name = text(/\S/, 'the name of an action')(node, problems);
  if (name === undefined || TRADE_ACTIONS.has(name) || INFO_ACTIONS.has(name)) return name;
  return report(
    problems,
    node,
    `is no action of the API; ${nearestHint(name, [...TRADE_ACTIONS.keys(), ...INFO_ACTIONS.keys()])}`,
  );
};

const errorCode: Reader<string> = (node, problems) => {
  const code = text(/\S/, 'an error code')(node, problems);
  if (code === undefined || Object.hasOwn(ERRORS, code) || code === NO_RESPONSE) return code;
  return report(problems, node, `is no error code of the API; ${nearestHint(code, Object.keys(ERRORS))}`);
};

/** A request of the timeline, with the subaccount that it is for among its params. */
export interface RequestTerms {
  readonly account: string;
  readonly action: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly refused: string | null;
}

/** Reads a request whose common fields were taken out. */
function readRequest(node: MapNode, context: Context, problems: WorldProblem[]): RequestTerms | undefined {
  const before = problems.length;
  const read = object<WrittenRequest>(
    {
      as: accountName(context),
      for: nullable(accountName(context)),
      do: action,
      with: anyMap,
      refused: nullable(errorCode),
    },
    { for: null, with: {}, refused: null },
  );
  const request = read(node, problems);
  if (!request) return undefined;
  // A request that is to be refused may be wrong on purpose.
  if (request.refused === null || request.refused === NO_RESPONSE) checkRequest(request.do, node, context, problems);
  if (problems.length > before) return undefined;
  const { as: account, for: owner, do: name, with: params, refused } = request;
  const own = owner === null ? {} : { subAccountId: `\${${owner}.subAccountId}` };
  return { account, action: name, params: { ...own, ...params }, refused };
}

function checkRequest(name: string, node: MapNode, context: Context, problems: WorldProblem[]): void {
  const schema = (TRADE_ACTIONS.get(name) ?? INFO_ACTIONS.get(name))?.params;
  const given = node.entries.get('with');
  if (!schema) return;
  if (given?.kind !== 'map') return checkParams(undefined, node, { name, schema, given: { action: name } }, problems);
  checkSymbols(given, context, problems);
  const entries = [...given.entries].filter(([key]) => !SIGNED_BESIDE.includes(key));
  checkParams({ ...given, entries: new Map(entries) }, node, { name, schema, given: { action: name } }, problems);
}

/** Fields called `symbol` name markets, except in actions about collateral, whose symbols have no dash. */
function checkSymbols(node: WorldNode, context: Context, problems: WorldProblem[]): void {
  if (node.kind === 'list') for (const item of node.items) checkSymbols(item, context, problems);
  if (node.kind !== 'map') return;
  for (const [key, member] of node.entries) {
    const isMarket = member.kind === 'scalar' && typeof member.value === 'string' && member.value.includes('-');
    if (key === 'symbol' && isMarket && referencesIn(member.value).length === 0) marketName(context)(member, problems);
    else checkSymbols(member, context, problems);
  }
}

/** What params are checked against. */
export interface ParamsShape {
  /** What the problems call it. */
  readonly name: string;
  readonly schema: TSchema;
  /** Fields that are there without being written. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Notes where params do not fit their schema. A text with a reference fits anything: what it becomes is known only in the run. */
function checkParams(
  params: MapNode | undefined,
  owner: WorldNode,
  { name, schema, given }: ParamsShape,
  problems: WorldProblem[],
): void {
  if (params) checkFields(params, schema, name, problems);
  const seen = new Set<string>();
  const value = { ...given, ...(params && (plainOf(params) as object)) };
  for (const { path, schema: part, value: found } of Value.Errors(schema, value)) {
    // The first problem of a field says enough.
    if (referencesIn(found).length > 0 || seen.has(path)) continue;
    seen.add(path);
    const steps = path.split('/').slice(1);
    const at = params ? nodeAt(params, steps) : owner;
    if (found === undefined) report(problems, at, `${steps.at(-1)} is missing; ${name} needs it`);
    else report(problems, at, `must be ${takes(part)}, as ${name} takes it`);
  }
}

/** What a field takes, in words. */
function takes(schema: TSchema): string {
  const { description, type, pattern } = schema as { description?: string; type?: string; pattern?: string };
  if (description !== undefined && /^(?:(?:an?|the|true) |")/.test(description)) return description;
  if (type === 'string') return pattern === undefined ? 'a text in quotes' : `a text in quotes of the form ${pattern}`;
  if (type === 'integer') return 'a whole number without quotes';
  if (type === 'boolean') return 'true or false, without quotes';
  if (type === 'array') return 'a list';
  return type === 'object' ? 'a map' : 'another value';
}

/** The exchange ignores fields that it does not know, so a misspelt one would change nothing but the meaning. */
function checkFields(node: WorldNode, schema: TSchema, name: string, problems: WorldProblem[]): void {
  const shape = schema as { readonly properties?: Readonly<Record<string, TSchema>>; readonly items?: TSchema };
  if (node.kind === 'list' && shape.items)
    for (const item of node.items) checkFields(item, shape.items, name, problems);
  if (node.kind !== 'map' || !shape.properties) return;
  for (const [key, member] of node.entries) {
    const below = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    if (below) checkFields(member, below, name, problems);
    else report(problems, member, `is no field of ${name}; ${nearestHint(key, Object.keys(shape.properties))}`);
  }
}
