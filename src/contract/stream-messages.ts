import { type TObject, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import { keysOf } from '../kernel/entries.ts';
import { ERRORS } from '../kernel/errors.ts';
import type { Action } from './action.ts';
import { type Channel, pushChannelsOf, type StreamEndpoint } from './channel.ts';
import { AddressText, Closed, IdText, Time } from './primitives.ts';
import {
  ErrorBody,
  ExchangeTime,
  ExpiresAfter,
  Nonce,
  paramsSchema,
  RateLimit,
  referred,
  Signature,
} from './shared-schemas.ts';

/** Every message of the streams with its schemas. */

export interface StreamMessage {
  readonly name: string;
  readonly summary: string;
  /** Which side of a request it is, and so where its id stands; a push has none. */
  readonly role: 'request' | 'reply' | 'push';
  readonly payload: TSchema;
}

/** Schemas that messages refer to, each under one name. */
export const sharedSchemas: Readonly<Record<string, TSchema>> = {
  FrameId: Type.Union([Type.String(), Type.Number()], { description: 'What the client calls its request.' }),
  RateLimit,
  ErrorBody,
  Signature,
  Nonce,
  ExpiresAfter,
};

const request = (name: string, summary: string, method: string, params: TSchema): StreamMessage => ({
  name,
  summary,
  role: 'request',
  payload: Type.Object({ id: Type.Optional(referred('FrameId')), method: Type.Literal(method), params }),
});

const REPLY = {
  id: Type.Optional(referred('FrameId')),
  requestId: Type.Optional(referred('FrameId')),
  timestamp: ExchangeTime,
};
const reply = (name: string, summary: string, result: TSchema, extra: TProperties = {}): StreamMessage => ({
  name,
  summary,
  role: 'reply',
  payload: Closed({ ...REPLY, status: Type.Literal(200), result, ...extra }),
});
const served = (response: TSchema): TObject => Closed({ status: Type.Literal('ok'), response });

const plainFrame = (name: string, summary: string, role: 'request' | 'reply', payload: TSchema): StreamMessage => ({
  name,
  summary,
  role,
  payload,
});

const HexSignature = Type.String({ pattern: '^0x[0-9a-fA-F]{130}$', description: '65 bytes: r, s, v.' });

/** Login, in both forms, and its reply (wire 1.7). */
export const LOGIN: readonly StreamMessage[] = [
  request(
    'auth',
    'Logs in with the whole typed data as one text.',
    'auth',
    Type.Object({
      message: Type.String({
        contentMediaType: 'application/json',
        description: 'Typed data of AuthMessage as JSON text: types, primaryType, domain, message.',
      }),
      signature: HexSignature,
    }),
  ),
  request(
    'authFlat',
    'Logs in with the signed fields beside the signature, as older clients do.',
    'auth',
    Type.Object({
      subAccountId: IdText,
      timestamp: Type.Integer({ description: 'Seconds, or milliseconds above 2147483647.' }),
      action: Type.String({ description: 'Signed as sent; `websocketAuth` by custom.' }),
      signature: Type.Union([referred('Signature'), HexSignature]),
    }),
  ),
  reply(
    'authReply',
    'The connection speaks for this wallet from now on.',
    served(
      Closed({
        authenticated: Type.Literal(true),
        address: { ...AddressText, description: 'EIP-55.' },
        subAccountId: IdText,
      }),
    ),
  ),
];

/** The three forms of a ping and the response to each (wire 4.2). */
export const PINGS: readonly (readonly [ping: StreamMessage, pong: StreamMessage])[] = [
  [
    request('ping', 'Asks with an id.', 'ping', Type.Object({})),
    reply('pong', 'Responds with the id.', served(Type.Literal('pong')), { method: Type.Literal('pong') }),
  ],
  [
    plainFrame('pingBare', 'Asks without an id.', 'request', Type.Object({ method: Type.Literal('ping') })),
    plainFrame(
      'pongBare',
      'Returns exchange time.',
      'reply',
      Closed({ method: Type.Literal('pong'), timestamp: Time }),
    ),
  ],
  [
    plainFrame(
      'pingTyped',
      'Asks with a time of the client.',
      'request',
      Type.Object({ type: Type.Literal('ping'), timestamp: Type.Optional(Type.Integer()) }),
    ),
    plainFrame(
      'pongTyped',
      'Gives that time back.',
      'reply',
      Closed({ type: Type.Literal('pong'), timestamp: Type.Optional(Type.Integer()) }),
    ),
  ],
];

/** The response to whatever is refused; the error stands in both places where clients read it. */
export const REFUSAL: StreamMessage = {
  name: 'refusal',
  summary: 'Why a request was refused.',
  role: 'reply',
  payload: Closed({
    ...REPLY,
    status: Type.Union(statusesOfErrors().map((status) => Type.Literal(status))),
    rateLimit: Type.Optional(referred('RateLimit')),
    error: referred('ErrorBody'),
    result: Closed({ error: referred('ErrorBody') }),
  }),
};

function statusesOfErrors(): number[] {
  // A frame has no HTTP method that could be the wrong one.
  const codes = keysOf(ERRORS).filter((code) => code !== 'METHOD_NOT_ALLOWED');
  const statuses = new Set(codes.map((code) => ERRORS[code].http));
  return [...statuses].sort((one, other) => one - other);
}

/** A `post` of an action: its fields and what signs them stand flat beside each other (wire 4.3). */
export function postMessages(action: Action): readonly [post: StreamMessage, reply: StreamMessage] {
  const { name, summary } = action;
  const limited = action.surface === 'trade' ? { rateLimit: Type.Optional(referred('RateLimit')) } : {};
  const response = reply(
    `${name}Reply`,
    'The response of the action over REST.',
    served(referred(`${name}Result`)),
    limited,
  );
  return [request(`${name}Post`, summary, 'post', referred(`${name}Params`)), response];
}

/** Returns the schemas of an action's params and result as a socket carries them, by name. */
export function postSchemas(action: Action): Readonly<Record<string, TSchema>> {
  return { [`${action.name}Params`]: postParams(action), [`${action.name}Result`]: action.result };
}

function postParams(action: Action): TObject {
  const { properties, ...rest } = paramsSchema(action);
  const nonce = referred('Nonce');
  const signed = Type.Object({
    ...properties,
    ...(action.surface === 'trade' && {
      nonce: action.kind === 'write' ? nonce : Type.Optional(nonce),
      // A read may rely on the login of its connection.
      signature: action.kind === 'write' ? referred('Signature') : Type.Optional(referred('Signature')),
      expiresAfter: Type.Optional(referred('ExpiresAfter')),
    }),
  });
  return { ...rest, ...signed };
}

/** The requests that follow a channel and leave it, their responses, and the pushes. */
export interface ChannelMessages {
  readonly subscribe: StreamMessage;
  readonly subscribed: StreamMessage;
  readonly unsubscribe: StreamMessage;
  readonly unsubscribed: StreamMessage;
  readonly push: StreamMessage;
}

/** Returns the messages of a channel: subscribing, its acknowledgement, its pushes and unsubscribing. */
export function channelMessages(channel: Channel): ChannelMessages {
  const { name, aliases, summary, params, acknowledged } = channel;
  const type = typeOf(name, aliases);
  const { properties } = params as TObject;
  const optional = Type.Partial(Type.Object(properties)).properties;
  const symbol = 'symbol' in properties ? { symbol: Type.Optional(Type.String({ description: 'As sent.' })) } : {};
  const response = (repeated: TProperties, word: string): TObject =>
    Closed({ type, ...repeated, status: Type.Literal(word) });
  return {
    subscribe: request(`${name}Subscribe`, summary, 'subscribe', referred(`${name}Params`)),
    subscribed: reply(
      `${name}Subscribed`,
      'What was asked for, with what was filled in.',
      response(acknowledged.properties, 'subscribed'),
    ),
    unsubscribe: request(`${name}Unsubscribe`, `Ends ${name}.`, 'unsubscribe', Type.Object({ type, ...optional })),
    unsubscribed: reply(`${name}Unsubscribed`, 'No more frames come.', response(symbol, 'unsubscribed')),
    push: {
      name: `${name}Push`,
      summary,
      role: 'push',
      payload: referred(`${name}Push`),
    },
  };
}

/** The params of a subscription, its frames, and what those carry. */
export function channelSchemas({ name, aliases, params, push, envelope, data }: Channel): Record<string, TSchema> {
  const { properties } = params as TObject;
  return {
    [`${name}Params`]: Type.Object({ type: typeOf(name, aliases), ...properties }),
    [`${name}Push`]: Closed({
      method: Type.Literal(push.method),
      channel: pushChannelSchema(push),
      timestamp: ExchangeTime,
      ...(envelope as TObject).properties,
      data: referred(`${name}Data`),
    }),
    [`${name}Data`]: data,
  };
}

/** The `channel` of a push: one value, or that of either generation. */
export function pushChannelSchema(push: Channel['push']): TSchema {
  const [channel = push.channel, older] = pushChannelsOf({ push });
  if (older === undefined) return Type.Literal(channel);
  const description = `${channel}; ${older} where the client subscribed with ${push.older?.words.join(' or ')}.`;
  return Type.Union([Type.Literal(channel), Type.Literal(older)], { description });
}

const typeOf = (name: string, aliases: readonly string[]): TSchema =>
  aliases.length === 0 ? Type.Literal(name) : Type.Union([name, ...aliases].map((word) => Type.Literal(word)));

/** What the documents say of streams beyond their schemas. Tests compare each figure with the one that is enforced. */

/** Close codes and what each means to a client (wire 4.1). */
export const CLOSE_CODES = [
  { code: 1000, meaning: 'The client or the exchange closed the connection normally.' },
  {
    code: 1001,
    meaning: 'The exchange is draining, the client sent nothing for too long, or the connection is too old.',
  },
  { code: 1002, meaning: 'A frame breaks the WebSocket protocol.' },
  { code: 1003, meaning: 'A binary frame. Only text frames are accepted.' },
  { code: 1007, meaning: 'Text that is not valid UTF-8, or ten frames in a row that are not JSON objects.' },
  { code: 1008, meaning: 'No login in time, or a message in too many fragments.' },
  { code: 1009, meaning: 'A message with too many bytes.' },
  { code: 1011, meaning: 'An internal error of the exchange.' },
  { code: 1012, meaning: 'The exchange restarts. Connect again.' },
  { code: 1013, meaning: 'The client reads too slowly, and too many frames that must not be skipped are waiting.' },
] as const;

/** Figures a client has to live with. Times are wall time. */
export const STREAM_TERMS = {
  connectionsPerAddress: 100,
  subscriptionsPerAddress: 1_000,
  messageBytesMax: 20_480,
  requestsUnderWayMax: 256,
  loginSeconds: 30,
  idleSeconds: 90,
  lifeHours: 24,
} as const;

/** Tokens of the address for each frame that is no post; a post costs what its action costs over REST. */
export const FRAME_COST = { auth: 1, subscribe: 1, unsubscribe: 1, ping: 0 } as const;

/** Returns the endpoints of a channel: both of a public one; of a private one the trade endpoint, after a login. */
export const endpointsOf = ({ access }: Pick<Channel, 'access'>): readonly StreamEndpoint[] =>
  access === 'public' ? ['info', 'trade'] : ['trade'];
