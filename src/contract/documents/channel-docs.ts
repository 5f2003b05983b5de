import type { Channel, ChannelName, StreamEndpoint } from '../channel.ts';
import { endpointsOf, FRAME_COST } from '../stream-messages.ts';

export const ORDERING: readonly string[] = [
  'A reply goes out before the pushes that its own request caused.',
  'The acknowledgement of a subscription goes out before its first push.',
  'Pushes of one stream come in the order in which the exchange made them, and all subscribers get the same bytes.',
  'Replies to posts that are under way at the same time come in the order in which they are done.',
];

/** Returns what a new subscriber is owed at once. */
export const firstFrameOf = ({ name }: Pick<Channel, 'name'>): string =>
  name === 'orderbook' ? 'A snapshot, right behind the acknowledgement.' : NO_FIRST_FRAME;
const NO_FIRST_FRAME = 'None: the first frame comes with the first change.';

export const SLOW_READERS: Readonly<Record<Channel['slowReader'], string>> = {
  conflate: 'Frames are left out, and the newest state is sent once the reader has caught up.',
  close: 'Frames wait, up to a bound; beyond it the connection is closed with 1013.',
};

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

/** Returns what the documents say of a channel beside its schemas. */
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
