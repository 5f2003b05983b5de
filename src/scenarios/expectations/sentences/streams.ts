import type { RunFacts, StreamFacts, StreamPush } from '../facts.ts';
import { accountOf, infoOf, TRADES_MAX, tradesOf } from '../reads.ts';
import { cellOf, rowsInOrder } from '../rows.ts';
import { many, type Sentence, sentence, unless } from '../sentence.ts';

/** What the streams of an account have received, and what they have missed. */
export const STREAM_SENTENCES: readonly Sentence[] = [
  sentence('the stream of {account} is open', '', ({ run, args: [account = ''] }) =>
    unless(streamOf(run, account).isOpen, `the stream of ${account} is not open`),
  ),
  sentence(
    'the stream of {account} is not open',
    'It has broken, or was never opened.',
    ({ run, args: [account = ''] }) => unless(!streamOf(run, account).isOpen, `the stream of ${account} is open`),
  ),
  sentence('{account} has connected {int} time(s)', '', ({ run, args: [account = '', count = ''] }) => {
    const { connections } = streamOf(run, account);
    return unless(connections === Number(count), `${account} has connected ${many(connections, 'time')}`);
  }),
  sentence(
    'the stream of {account} has received {int} frame(s) of {action}',
    'Pushes of a channel, on all its connections.',
    ({ run, args: [account = '', count = '', channel = ''] }) => {
      const found = pushesOf(run, account, channel).length;
      return unless(found === Number(count), `it has received ${many(found, 'frame')} of ${channel}`);
    },
  ),
  sentence(
    'the stream of {account} has received at least {int} frame(s) of {action}',
    '',
    ({ run, args: [account = '', count = '', channel = ''] }) => {
      const found = pushesOf(run, account, channel).length;
      return unless(found >= Number(count), `it has received ${many(found, 'frame')} of ${channel}`);
    },
  ),
  sentence(
    'the stream of {account} has received of {action}:',
    'Rows in order; others may stand between them. Columns are paths below `data`, or below the frame itself as `frame.meseq`.',
    ({ run, args: [account = '', channel = ''], rows }) =>
      rowsInOrder(rows, pushesOf(run, account, channel).map(withData), 'frame'),
  ),
  sentence(
    'the stream of {account} has missed {int} trade(s) of {market}',
    'Public trades since the first frame of the channel trades that never came, of the latest 100.',
    async ({ run, args: [account = '', count = '', symbol = ''] }) => {
      const { trades } = (await infoOf(run, 'getLastTrades', { symbol, limit: TRADES_MAX })) as {
        readonly trades: readonly { readonly tradeId: string; readonly timestamp: number }[];
      };
      const missed = missing(pushesOf(run, account, 'trades'), trades);
      return unless(missed.length === Number(count), missedText(missed, 'trade'));
    },
  ),
  sentence(
    'the stream of {account} has missed {int} own fill(s)',
    'Fills since the first frame of subAccountUpdates that never came, of the latest 1,000.',
    async ({ run, args: [account = '', count = ''] }) => {
      const pushes = pushesOf(run, account, 'subAccountUpdates');
      const missed = missing(pushes, await tradesOf(run, account));
      return unless(missed.length === Number(count), missedText(missed, 'fill'));
    },
  ),
];

const NO_STREAM: StreamFacts = { isOpen: false, connections: 0, pushes: [] };

function streamOf(run: RunFacts, name: string): StreamFacts {
  accountOf(run, name);
  return run.streams.get(name) ?? NO_STREAM;
}

const pushesOf = (run: RunFacts, account: string, channel: string): readonly StreamPush[] =>
  streamOf(run, account).pushes.filter((push) => push.channel === channel);

/** A frame as the paths of a table see it. */
const withData = ({ frame }: StreamPush): object => ({ ...(frame['data'] as object), frame });

interface Listed {
  readonly tradeId: string;
  readonly timestamp: number;
}

/** Ids of the listed trades that no frame has told of, though one came before them. */
function missing(pushes: readonly StreamPush[], trades: readonly Listed[]): string[] {
  const [first] = pushes;
  if (!first) return trades.map(({ tradeId }) => tradeId);
  const received = new Set(pushes.map(({ frame }) => cellOf(frame, 'data.tradeId')));
  return trades
    .filter(({ tradeId, timestamp }) => timestamp >= first.time && !received.has(tradeId))
    .map(({ tradeId }) => tradeId);
}

const missedText = (ids: readonly string[], noun: string): string =>
  `it has missed ${many(ids.length, noun)}${ids.length > 0 ? ` with the trade ids ${ids.join(', ')}` : ''}`;
