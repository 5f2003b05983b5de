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
import type { FieldMode } from './finding.ts';
import { type Compiled, compileSchema } from './schema-check.ts';

/**
 * Every shape that can come over the wire, by the name it goes by in reports: an action for its result, the path of a GET
 * route, a message of the streams, and the envelopes, whose result belongs to the action.
 */
interface Shape {
  readonly schema: TSchema;
  /** Where it stands in the response. */
  readonly at: string;
  readonly named: (name: string) => TSchema;
  readonly quiet: ReadonlySet<string>;
}

const ANYTHING = Type.Unknown();

/** Envelopes of the POST surfaces and of posts. */
export const OK_ENVELOPES = { trade: 'trade envelope', info: 'info envelope' } as const;
export const ERROR_ENVELOPE = 'error envelope';
/** The other envelope that a foreign deployment may refuse with (R-20, clause ERRENV-ALT). */
export const ALTERNATIVE_ENVELOPE = 'alternative error envelope';
export const LISTING_ERROR = 'error of a listing route';
export const POST_REPLIES = { trade: 'trade post reply', info: 'info post reply' } as const;

const AlternativeError = Type.Object({
  success: Type.Literal(false),
  clientRequestId: Type.Optional(Type.String()),
  error: Type.Object({
    code: Type.String(),
    category: Type.Optional(Type.String()),
    message: Type.String(),
    retryable: Type.Optional(Type.Boolean()),
  }),
});

const namedShared = (name: string): TSchema => {
  const schema = sharedSchemas[name];
  if (!schema) throw new Error(`no schema is called ${name}`);
  return schema;
};

/** Fields that link a reply to its request; the shapes of posts and refusals cover them, the other replies add nothing. */
const IDS: ReadonlySet<string> = new Set(['id', 'requestId']);
const withoutId = (name: string): TSchema => (name === 'FrameId' ? ANYTHING : namedShared(name));

function shapes(): Map<string, Shape> {
  const all = new Map<string, Shape>();
  const add = (name: string, schema: TSchema, circumstances: Partial<Shape> = {}): void => {
    all.set(name, { schema, at: '', named: namedShared, quiet: new Set(), ...circumstances });
  };
  const actions = [...actionsOf(TRADE_ACTIONS), ...actionsOf(INFO_ACTIONS)];
  for (const { name, result } of actions) add(name, result, { at: 'response' });
  for (const { path, result } of AGGREGATOR_ROUTES) add(path, result);
  for (const surface of ['trade', 'info'] as const) {
    add(OK_ENVELOPES[surface], okResponse(surface, ANYTHING));
    add(POST_REPLIES[surface], postReply(actions, surface), { named: (name) => sharedSchemas[name] ?? ANYTHING });
  }
  add(ERROR_ENVELOPE, ErrorResponse);
  add(ALTERNATIVE_ENVELOPE, AlternativeError);
  add(LISTING_ERROR, PlainError);
  add(REFUSAL.name, REFUSAL.payload);
  for (const { name, payload } of messagesOfConnections()) add(name, payload, { named: withoutId, quiet: IDS });
  for (const channel of ALL_CHANNELS) {
    const { subscribed, unsubscribed, push } = channelMessages(channel);
    const own = channelSchemas(channel);
    for (const { name, payload } of [subscribed, unsubscribed, push]) {
      add(name, payload, { named: (wanted) => own[wanted] ?? withoutId(wanted), quiet: IDS });
    }
  }
  return all;
}

/** The envelope of a post's reply: that of any action of the surface, whose result is checked for itself. */
function postReply(actions: readonly Action[], wanted: StreamEndpoint): TSchema {
  const action = actions.find(({ surface }) => surface === wanted);
  if (!action) throw new Error(`no action on ${wanted}`);
  return postMessages(action)[1].payload;
}

const messagesOfConnections = (): StreamMessage[] => [
  ...LOGIN.filter(({ role }) => role === 'reply'),
  ...PINGS.map(([, pong]) => pong),
];

const SHAPES = shapes();
const COMPILED: Readonly<Record<FieldMode, Map<string, Compiled>>> = { strict: new Map(), tolerant: new Map() };

/** The check of a shape, compiled when it is first wanted; undefined for a name that the contract does not know. */
export function checkOf(name: string, mode: FieldMode): Compiled | undefined {
  const known = COMPILED[mode].get(name);
  if (known) return known;
  const shape = SHAPES.get(name);
  if (!shape) return undefined;
  const compiled = compileSchema(shape.schema, mode, shape);
  COMPILED[mode].set(name, compiled);
  return compiled;
}

/** The branches of an action's result, a route, a message or an envelope, in the order of the schema. */
export function branchesOf(name: string): readonly string[] {
  const compiled = checkOf(name, 'strict');
  if (!compiled) throw new Error(`the contract has no ${name}`);
  return compiled.branches;
}

/** Everything that has branches and that the simulator can say. */
export const branchOwners = (): readonly string[] => [...SHAPES.keys()].filter((name) => name !== ALTERNATIVE_ENVELOPE);
