import type { Channel, ChannelName, StreamEndpoint } from './channel.ts';

/** What the documents say of streams beyond their schemas. Tests compare each figure with the one that is enforced. */

/** Close codes and what each means to a client (wire 4.1). */
export const CLOSE_CODES = [
  { code: 1000, meaning: 'Either side is done.' },
  { code: 1001, meaning: 'The exchange is draining, nothing was heard for too long, or the connection is too old.' },
  { code: 1002, meaning: 'A frame breaks the WebSocket protocol.' },
  { code: 1003, meaning: 'A binary frame. Only text is read.' },
  { code: 1007, meaning: 'Text that is no UTF-8, or ten frames in a row that are no JSON object.' },
  { code: 1008, meaning: 'No login within the time for it, or a message in too many pieces.' },
  { code: 1009, meaning: 'A message above the limit of bytes.' },
  { code: 1011, meaning: 'The exchange failed.' },
  { code: 1012, meaning: 'The exchange starts over. Connect again.' },
  { code: 1013, meaning: 'The reader is so slow that frames it must not miss pile up.' },
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

export const ORDERING: readonly string[] = [
  'A reply goes out before the pushes that its own request caused.',
  'The acknowledgement of a subscription goes out before its first push.',
  'Pushes of one stream come in the order in which the exchange made them, and all subscribers get the same bytes.',
  'Replies to posts that are under way at the same time come in the order in which they are done.',
];

/** What a new subscriber is owed at once. */
export const firstFrameOf = ({ name }: Pick<Channel, 'name'>): string =>
  name === 'orderbook' ? 'A snapshot, right behind the acknowledgement.' : NO_FIRST_FRAME;
const NO_FIRST_FRAME = 'None: the first frame comes with the first change.';

export const SLOW_READERS: Readonly<Record<Channel['slowReader'], string>> = {
  conflate: 'Frames are left out, and the newest state is sent once the reader has caught up.',
  close: 'Frames wait, up to a bound; beyond it the connection is closed with 1013.',
};

/** What is asked for where: public channels on both endpoints, private ones with a login on the trade endpoint. */
export const endpointsOf = ({ access }: Pick<Channel, 'access'>): readonly StreamEndpoint[] =>
  access === 'public' ? ['info', 'trade'] : ['trade'];

/** What the documents say of one channel; the page at /docs is drawn from there. */
export interface ChannelDoc {
  readonly name: ChannelName;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly access: Channel['access'];
  readonly endpoints: readonly StreamEndpoint[];
  /** What every push of it says of itself, for either generation of clients. */
  readonly push: Channel['push'];
  readonly firstFrame: string;
  readonly slowReader: string;
  /** Names of its schemas. */
  readonly schemas: { readonly params: string; readonly push: string; readonly data: string };
  /** Tokens of the address. */
  readonly cost: number;
}

export const channelDocOf = (channel: Channel): ChannelDoc => {
  const { name, aliases, summary, access, push } = channel;
  return {
    name,
    aliases,
    summary,
    access,
    endpoints: endpointsOf(channel),
    push,
    firstFrame: firstFrameOf(channel),
    slowReader: SLOW_READERS[channel.slowReader],
    schemas: { params: `${name}Params`, push: `${name}Push`, data: `${name}Data` },
    cost: FRAME_COST.subscribe,
  };
};
