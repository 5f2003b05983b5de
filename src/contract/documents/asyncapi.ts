import type { TSchema } from '@sinclair/typebox';
import { invariant } from '../../kernel/errors.ts';
import type { Action } from '../action.ts';
import { actionsOf, INFO_ACTIONS, TRADE_ACTIONS } from '../catalogue.ts';
import type { Channel, StreamEndpoint } from '../channel.ts';
import { ALL_CHANNELS } from '../channels.ts';
import { DEFAULT_SERVICE_NAME } from '../signing.ts';
import {
  channelMessages,
  channelSchemas,
  CLOSE_CODES,
  endpointsOf,
  FRAME_COST,
  LOGIN,
  PINGS,
  postMessages,
  postSchemas,
  REFUSAL,
  sharedSchemas,
  STREAM_TERMS,
  type StreamMessage,
} from '../stream-messages.ts';
import { docOf } from './action-docs.ts';
import { channelDocOf, ORDERING } from './channel-docs.ts';
import { type JsonDocument, plain, sharedRefusals } from './document-parts.ts';
import { postFrames, recordedFrames } from './message-examples.ts';

/** The AsyncAPI 3.0 document of the streams, made from both catalogues so that it cannot fall behind them. */

export interface AsyncApiInfo {
  readonly version: string;
  /** WebSocket base of the running exchange, ends in `/v1/ws`. */
  readonly wsUrl?: string;
  /** The name that signatures are bound to. */
  readonly serviceName?: string;
}

const DEFAULT_WS_URL = 'ws://127.0.0.1:8700/v1/ws';

const descriptionFor = (
  serviceName: string,
): string => `The same exchange as over REST: every action can be posted, with the same handlers, nonces and buckets, and channels push what changes.

A frame is one JSON object in one text message. A request has a \`method\`, flat \`params\` and an \`id\`; its reply repeats the id as \`id\`
and \`requestId\`. A push has no id: older clients route it by \`method\`, newer ones by \`channel\`, so both stand on every push.

The trade endpoint wants a login: an EIP-712 signature over \`AuthMessage(uint256 subAccountId,uint256 timestamp,string action)\` in the
domain with the name \`${serviceName}\`, version \`1\`, chainId \`1\` and the zero address. The time must lie within a minute of exchange time.`;

/** A message; without examples of its own it is shown with the frames that were recorded under its name. */
interface ShownMessage extends StreamMessage {
  readonly examples?: readonly JsonDocument[];
}

/** One thing that can be done on an endpoint: what is accepted or pushed, and what it is responded to with. */
interface Operation {
  readonly id: string;
  readonly endpoint: StreamEndpoint;
  /** The action or channel that it is about; absent for what belongs to the connection. */
  readonly topic?: string;
  readonly does: 'receive' | 'send';
  readonly summary: string;
  readonly messages: readonly ShownMessage[];
  readonly replies?: readonly ShownMessage[];
  readonly needsLogin?: boolean;
  readonly notes?: JsonDocument;
}

/** Builds the document. Pure: equal catalogues give equal documents. */
export const asyncApiDocument = (about: AsyncApiInfo): JsonDocument => documentOf(about, ({ endpoint }) => endpoint);

/**
 * Builds the document for generators of clients: the same operations, with a channel for every channel and action of the API in place of the
 * two endpoints. An address is that of the endpoint and the name as its fragment, which no client sends.
 */
export const asyncApiChannelsDocument = (about: AsyncApiInfo): JsonDocument =>
  documentOf(
    about,
    ({ endpoint, topic }) => (topic === undefined ? endpoint : endpoint + titled(topic)),
    CHANNELS_ABOUT,
  );

const CHANNELS_ABOUT = `Generate a client from this document. It describes the same streams as \`/docs/asyncapi.json\`, with a channel for each channel and each
action: \`/info#trades\` and \`/info#candles\` are one connection to \`/info\`, because a client does not send what follows the \`#\`.

`;

function documentOf(
  { version, wsUrl = DEFAULT_WS_URL, serviceName }: AsyncApiInfo,
  channelOf: ChannelOf,
  about = '',
): JsonDocument {
  const operations = ENDPOINTS.flatMap(operationsOf);
  const channels = [...new Set(operations.map(channelOf))];
  return plain({
    asyncapi: '3.0.0',
    info: {
      title: 'Perpetuals trading API, streams',
      version,
      description: about + descriptionFor(serviceName ?? DEFAULT_SERVICE_NAME),
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    defaultContentType: 'application/json',
    servers: { exchange: serverAt(wsUrl) },
    channels: Object.fromEntries(
      channels.map((channel) => [channel, channelFor(operations.filter((one) => channelOf(one) === channel))]),
    ),
    operations: Object.fromEntries(
      operations.map((operation) => [operation.id, operationObject(operation, channelOf(operation))]),
    ),
    components: {
      messages: Object.fromEntries(messagesIn(operations).map((message) => [message.name, messageObject(message)])),
      schemas: allSchemas(),
      correlationIds: {
        request: { location: '$message.payload#/id', description: 'What the client calls its request.' },
        reply: { location: '$message.payload#/requestId', description: 'The id of the request; also under `id`.' },
      },
      securitySchemes: {
        login: {
          type: 'asymmetricEncryption',
          description: 'An EIP-712 signature over AuthMessage by the owner, a manager or a delegate, sent with `auth`.',
        },
      },
    },
    'x-channels': ALL_CHANNELS.map(channelDocOf),
    'x-ordering': ORDERING,
    'x-close-codes': CLOSE_CODES,
    'x-limits': STREAM_TERMS,
  });
}

/** The name of the channel of the document that an operation stands in. */
type ChannelOf = (operation: Operation) => string;

const ENDPOINTS: readonly StreamEndpoint[] = ['info', 'trade'];
const ABOUT: Readonly<Record<StreamEndpoint, string>> = {
  info: 'Public data. No login is asked for or taken.',
  trade: 'Signed actions and private streams, after a login; public channels too.',
};

function serverAt(wsUrl: string): JsonDocument {
  const { host, protocol, pathname } = new URL(wsUrl);
  return { host, pathname, protocol: protocol.slice(0, -1), description: 'The exchange this document came from.' };
}

const actionsAt = (endpoint: StreamEndpoint): Action[] =>
  actionsOf(endpoint === 'trade' ? TRADE_ACTIONS : INFO_ACTIONS);
const channelsAt = (endpoint: StreamEndpoint): Channel[] =>
  ALL_CHANNELS.filter((channel) => endpointsOf(channel).includes(endpoint));

function operationsOf(endpoint: StreamEndpoint): Operation[] {
  const notices = `The response of the ${endpoint} endpoint to a frame that is not a request.`;
  return [
    ...(endpoint === 'trade' ? [loginOperation()] : []),
    ...actionsAt(endpoint).map((action) => postOperation(endpoint, action)),
    ...channelsAt(endpoint).flatMap((channel) => channelOperations(endpoint, channel)),
    ...PINGS.map(([ping, pong]): Operation => {
      const id = endpoint + titled(ping.name);
      return { id, endpoint, does: 'receive', summary: ping.summary, messages: [ping], replies: [pong], ...free };
    }),
    { id: `${endpoint}Refusal`, endpoint, does: 'send', summary: notices, messages: [REFUSAL] },
  ];
}

const free = { notes: { 'x-cost': { tokens: FRAME_COST.ping } } };

function loginOperation(): Operation {
  const [text, flat, reply] = LOGIN;
  return {
    id: 'tradeAuth',
    endpoint: 'trade',
    does: 'receive',
    summary: 'Logs in.',
    messages: [text, flat].filter((message) => message !== undefined),
    replies: [reply, REFUSAL].filter((message) => message !== undefined),
    notes: { 'x-cost': { tokens: FRAME_COST.auth } },
  };
}

function postOperation(endpoint: StreamEndpoint, action: Action): Operation {
  const [post, reply] = postMessages(action);
  const { cost, kind, refusals } = docOf(action);
  return {
    id: `${endpoint}Post${titled(action.name)}`,
    endpoint,
    topic: action.name,
    does: 'receive',
    summary: action.summary,
    messages: [{ ...post, examples: postFrames(action) }],
    replies: [reply, REFUSAL],
    needsLogin: endpoint === 'trade',
    notes: {
      'x-kind': kind,
      'x-cost': cost,
      'x-refusals': [...sharedRefusals(endpoint).filter(({ code }) => code !== 'METHOD_NOT_ALLOWED'), ...refusals],
    },
  };
}

function channelOperations(endpoint: StreamEndpoint, channel: Channel): Operation[] {
  const { name, summary, access } = channel;
  const { subscribe, subscribed, unsubscribe, unsubscribed, push } = channelMessages(channel);
  const { firstFrame, slowReader } = channelDocOf(channel);
  const own = { endpoint, topic: name, needsLogin: access === 'private' };
  const asks = (verb: string, tokens: number) =>
    ({
      ...own,
      id: `${endpoint}${verb}${titled(name)}`,
      does: 'receive',
      notes: { 'x-cost': { tokens } },
    }) as const;
  return [
    {
      ...asks('Subscribe', FRAME_COST.subscribe),
      summary: `Follows ${name}.`,
      messages: [subscribe],
      replies: [subscribed, REFUSAL],
    },
    {
      ...asks('Unsubscribe', FRAME_COST.unsubscribe),
      summary: `Leaves ${name}.`,
      messages: [unsubscribe],
      replies: [unsubscribed, REFUSAL],
    },
    {
      ...own,
      id: `${endpoint}Push${titled(name)}`,
      does: 'send',
      summary,
      messages: [push],
      notes: { 'x-first-frame': firstFrame, 'x-slow-reader': slowReader },
    },
  ];
}

/** Every message that is meant, each once: both endpoints share theirs. */
function messagesIn(operations: readonly Operation[]): ShownMessage[] {
  const all = operations.flatMap(({ messages, replies = [] }) => [...messages, ...replies]);
  return [...new Map(all.map((message) => [message.name, message])).values()];
}

/** A channel of the document, from its operations: those of one endpoint, or of one topic of it. */
function channelFor(operations: readonly Operation[]): JsonDocument {
  const [first] = operations;
  invariant(first, 'a channel has operations');
  const { endpoint } = first;
  const topics = new Set(operations.map(({ topic }) => topic));
  const [topic] = topics.size === 1 ? topics : [];
  return {
    address: topic === undefined ? `/${endpoint}` : `/${endpoint}#${topic}`,
    description: topic === undefined ? ABOUT[endpoint] : `${topic} on the ${endpoint} endpoint.`,
    messages: Object.fromEntries(
      messagesIn(operations).map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    bindings: { ws: { method: 'GET' } },
  };
}

function operationObject(
  { does, summary, messages, replies, needsLogin, notes }: Operation,
  channelName: string,
): JsonDocument {
  const channel = { $ref: `#/channels/${channelName}` };
  const listed = (list: readonly StreamMessage[]): JsonDocument[] =>
    list.map(({ name }) => ({ $ref: `${channel.$ref}/messages/${name}` }));
  return {
    action: does,
    channel,
    summary,
    ...(needsLogin && { security: [{ $ref: '#/components/securitySchemes/login' }] }),
    messages: listed(messages),
    ...(replies && { reply: { channel, messages: listed(replies) } }),
    ...notes,
  };
}

function messageObject({ name, summary, role, payload, examples = recordedFrames(name) }: ShownMessage): JsonDocument {
  return {
    name,
    summary,
    ...(role !== 'push' && { correlationId: { $ref: `#/components/correlationIds/${role}` } }),
    payload,
    ...(examples.length > 0 && { examples: examples.map((example) => ({ payload: example })) }),
  };
}

function allSchemas(): Readonly<Record<string, TSchema>> {
  return {
    ...sharedSchemas,
    ...Object.assign({}, ...ENDPOINTS.flatMap(actionsAt).map(postSchemas)),
    ...Object.assign({}, ...ALL_CHANNELS.map(channelSchemas)),
  } as Readonly<Record<string, TSchema>>;
}

const titled = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
