import { type TSchema, Type } from '@sinclair/typebox';
import type { Action } from '../../contract/action.ts';
import { AGGREGATOR_ROUTES } from '../../contract/aggregator.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../../contract/catalogue.ts';
import type { StreamEndpoint } from '../../contract/channel.ts';
import { ALL_CHANNELS } from '../../contract/channels.ts';
import { ErrorResponse, okResponse, PlainError } from '../../contract/shared-schemas.ts';
import {
  channelMessages,
  channelSchemas,
  LOGIN,
  PINGS,
  postMessages,
  REFUSAL,
  sharedSchemas,
  type StreamMessage,
} from '../../contract/stream-messages.ts';
import { ERRORS } from '../../kernel/errors.ts';
import { ERROR_ENVELOPE, LISTING_ERROR, OK_ENVELOPES, POST_REPLIES } from './contract.ts';
import { FORMATS, type FormatName, isTime } from './formats.ts';
import type { FieldShape, ListShape, Shape, Word } from './shape.ts';

/** The schemas of the exchange as shapes, to compare them with the lists of the suite. Only tests look at both. */

const ANYTHING = Type.Unknown();
const REFERENCE = '#/components/schemas/';

type Named = Readonly<Record<string, TSchema>>;

/** Every response of the exchange by the name that the lists have for it. */
export function producerShapes(): ReadonlyMap<string, Shape> {
  const actions = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)];
  const surfaces = ['trade', 'info'] as const;
  const messages: readonly StreamMessage[] = [
    ...LOGIN.filter(({ role }) => role === 'reply'),
    ...PINGS.map(([, pong]) => pong),
    REFUSAL,
  ];
  const schemas: readonly (readonly [string, TSchema, Named?])[] = [
    ...actions.map(({ name, result }) => [name, result] as const),
    ...AGGREGATOR_ROUTES.map(({ path, result }) => [path, result] as const),
    ...surfaces.map((surface) => [OK_ENVELOPES[surface], okResponse(surface, ANYTHING)] as const),
    ...surfaces.map((surface) => [POST_REPLIES[surface], postReply(actions, surface)] as const),
    [ERROR_ENVELOPE, ErrorResponse],
    [LISTING_ERROR, PlainError],
    ...messages.map(({ name, payload }) => [name, payload] as const),
    ...ALL_CHANNELS.flatMap((channel) => {
      const { subscribed, unsubscribed, push } = channelMessages(channel);
      const own = channelSchemas(channel);
      return [subscribed, unsubscribed, push].map(({ name, payload }) => [name, payload, own] as const);
    }),
  ];
  return new Map(schemas.map(([name, schema, own]) => [name, shapeOfSchema(schema, { ...sharedSchemas, ...own })]));
}

function postReply(actions: readonly Action[], wanted: StreamEndpoint): TSchema {
  const action = actions.find(({ surface }) => surface === wanted);
  if (!action) throw new Error(`no action on ${wanted}`);
  return postMessages(action)[1].payload;
}

interface SchemaParts {
  readonly $ref?: string;
  readonly anyOf?: readonly TSchema[];
  readonly const?: Word;
  readonly type?: string;
  readonly properties?: Named;
  readonly required?: readonly string[];
  readonly patternProperties?: Named;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

function shapeOfSchema(described: TSchema, named: Named): Shape {
  const schema = described as SchemaParts;
  const { $ref, anyOf, const: word, type, items, patternProperties } = schema;
  if ($ref !== undefined) return shapeOfSchema(named[$ref.slice(REFERENCE.length)] ?? ANYTHING, named);
  if (anyOf) return unionOf(anyOf.map((member) => shapeOfSchema(member, named)));
  if (word !== undefined) return { kind: 'exactly', word };
  if (patternProperties) {
    const [pattern = '', ...others] = Object.keys(patternProperties);
    if (others.length > 0) throw new Error(`a map with keys of several kinds: ${pattern}`);
    const items = shapeOfSchema(patternProperties[pattern] ?? ANYTHING, named);
    return { kind: 'map', keys: formatOf({ pattern }), items };
  }
  switch (type) {
    case 'object':
      return { kind: 'record', fields: fieldsOf(schema, named) };
    case 'array': {
      const { minItems, maxItems } = schema;
      return {
        kind: 'list',
        items: shapeOfSchema(items ?? ANYTHING, named),
        ...(minItems !== undefined && { from: minItems }),
        ...(maxItems !== undefined && { to: maxItems }),
      };
    }
    case 'string': {
      const { maxLength } = schema;
      return { kind: 'text', format: formatOf(schema), ...(maxLength !== undefined && { maxLength }) };
    }
    case 'integer':
      return integerOf(schema);
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: type };
    default:
      return { kind: 'anything' };
  }
}

function unionOf(members: readonly Shape[]): Shape {
  const words = members.flatMap((member) => (member.kind === 'exactly' ? [member.word] : []));
  if (words.length < members.length) return { kind: 'one of', members };
  return { kind: 'words', words, areCounted: words.length < Object.keys(ERRORS).length };
}

const fieldsOf = ({ properties = {}, required = [] }: SchemaParts, named: Named): ReadonlyMap<string, FieldShape> =>
  new Map(
    Object.entries(properties).map(([name, member]) => [
      name,
      { shape: shapeOfSchema(member, named), presence: required.includes(name) ? 'required' : 'optional' },
    ]),
  );

function integerOf({ minimum, maximum }: SchemaParts): Shape {
  if (isTime(minimum) && isTime(maximum) && !isTime((minimum ?? 0) - 1) && !isTime((maximum ?? 0) + 1)) {
    return { kind: 'ms' };
  }
  return {
    kind: 'integer',
    ...(minimum !== undefined && { from: minimum }),
    ...(maximum !== undefined && { to: maximum }),
  };
}

/** Texts that tell any two kinds of text apart. */
const SAMPLES = [
  ...['', ' ', 'x', 'x y', 'X', 'BTC', 'btc', 'BTC-USDT', 'btc-usdt', 'A_1-B_2', '-', 'A-', 'BTC-USDT-X'],
  ...[
    '0',
    '00',
    '1',
    '-1',
    '+1',
    '-0',
    '-0.0',
    '-0.5',
    '0.5',
    '.5',
    '1.',
    '1.0',
    '1.00',
    '0.00',
    '12.34',
    '12.345',
    '1e5',
    '007',
  ],
  ...['12345678901234567890', '123456789012345678901', '1234567890123456', '0123456789abcdef', '0123456789ABCDEF'],
  ...['00000000', '8f3a9c01', '8F3A9C01', '12345678'],
  ...[
    `0x${'a'.repeat(40)}`,
    `0x${'A'.repeat(40)}`,
    `0x${'a'.repeat(41)}`,
    `0x${'a'.repeat(64)}`,
    `0x${'A'.repeat(64)}`,
  ],
  ...['2026-01-05T00:00:00Z', '2026-01-05T00:00:00.999Z', '2026-01-05', '2026-01-05T00:00:00+01:00', '\n', 'a\nb'],
];
const verdicts = (fits: (text: string) => boolean): string => SAMPLES.map((text) => (fits(text) ? '1' : '0')).join('');

const BY_VERDICTS: ReadonlyMap<string, FormatName> = new Map(
  (Object.keys(FORMATS) as FormatName[]).map((name) => [verdicts((text) => FORMATS[name].pattern.test(text)), name]),
);

/** How many kinds of text the samples tell apart. */
export const FORMATS_TOLD_APART = BY_VERDICTS.size;

/** The kind of text that a schema describes, found by what it accepts. */
function formatOf({ pattern, format, minLength = 0 }: SchemaParts): FormatName {
  if (format === 'date-time') return 'date-time';
  const expression = pattern === undefined ? undefined : new RegExp(pattern);
  const fits = (text: string): boolean =>
    text.length >= minLength && (expression === undefined || pattern === '^(.*)$' || expression.test(text));
  const name = BY_VERDICTS.get(verdicts(fits));
  if (name === undefined) throw new Error(`the lists have no kind of text like ${pattern}`);
  return name;
}

/** Where two shapes are not the same, as `getMids: path: the lists say ..., the schema ...`. */
export function differences(contract: Shape, schema: Shape, path: string): readonly string[] {
  if (contract.kind === 'record' && schema.kind === 'record')
    return recordDifferences(contract.fields, schema.fields, path);
  if (contract.kind === 'list' && schema.kind === 'list' && countText(contract) === countText(schema)) {
    return differences(contract.items, schema.items, `${path}[]`);
  }
  if (contract.kind === 'map' && schema.kind === 'map' && contract.keys === schema.keys) {
    return differences(contract.items, schema.items, `${path}{}`);
  }
  if (contract.kind === 'one of' && schema.kind === 'one of' && contract.members.length === schema.members.length) {
    const others = [...schema.members].sort(byKind);
    return [...contract.members].sort(byKind).flatMap((member, index) => {
      const other = others[index];
      return other ? differences(member, other, `${path}(${index + 1})`) : [];
    });
  }
  const [own, other] = [shapeText(contract), shapeText(schema)];
  return own === other ? [] : [`${path}: the contract says ${own}, the schema ${other}`];
}

/** The order of the members of a union says nothing, except among records, which both sides list alike. */
const byKind = (one: Shape, other: Shape): number => (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0);

type Fields = ReadonlyMap<string, FieldShape>;

function recordDifferences(contract: Fields, schema: Fields, path: string): readonly string[] {
  const names = new Set([...contract.keys(), ...schema.keys()]);
  return [...names].flatMap((name) => {
    const [own, other] = [contract.get(name), schema.get(name)];
    const at = `${path}.${name}`;
    if (own?.presence === 'elsewhere')
      return other ? [`${at}: the exchange has a field that the contract says it leaves out`] : [];
    if (!own) return [`${at}: only in the schema: ${other ? fieldText(other) : ''}`];
    if (!other) return [`${at}: only in the contract: ${fieldText(own)}`];
    const [isOptional, isOptionalThere] = [own, other].map(({ presence }) => presence === 'optional');
    const presence =
      isOptional === isOptionalThere
        ? []
        : [`${at}: the contract says ${presenceText(own)}, the schema ${presenceText(other)}`];
    return [...presence, ...differences(own.shape, other.shape, at)];
  });
}

const presenceText = ({ presence }: FieldShape): string => (presence === 'optional' ? 'optional' : 'always');
const fieldText = (field: FieldShape): string => `${presenceText(field)} ${shapeText(field.shape)}`;

const countText = ({ from, to }: ListShape): string => (from === undefined ? '' : `${from}..${to ?? ''} `);

/** A shape in the words of the lists. */
function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return shape.maxLength === undefined ? shape.format : `${shape.format} of at most ${shape.maxLength}`;
    case 'integer':
      return `integer ${shape.from ?? ''}..${shape.to ?? ''}`;
    case 'exactly':
      return `exactly ${JSON.stringify(shape.word)}`;
    case 'words':
      return `one of ${[...shape.words]
        .map((word) => JSON.stringify(word))
        .sort()
        .join(', ')}`;
    case 'list':
      return `list of ${countText(shape)}${shapeText(shape.items)}`;
    case 'map':
      return `map of ${shape.keys} to ${shapeText(shape.items)}`;
    case 'record':
      return `{ ${[...shape.fields.keys()].join(', ')} }`;
    case 'one of':
      return shape.members.map(shapeText).join(' | ');
    default:
      return shape.kind;
  }
}
