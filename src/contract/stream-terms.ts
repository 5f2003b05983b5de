import type { Channel, StreamEndpoint } from './channel.ts';

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

/** What is asked for where: public channels on both endpoints, private ones with a login on the trade endpoint. */
export const endpointsOf = ({ access }: Pick<Channel, 'access'>): readonly StreamEndpoint[] =>
  access === 'public' ? ['info', 'trade'] : ['trade'];
