import { ApiError } from '../../../client/errors.ts';
import { INFO_ACTIONS } from '../../../contract/catalogue.ts';
import {
  accountOf,
  cellOf,
  infoOf,
  isSame,
  many,
  type PublicTrade,
  type RequestFact,
  type Row,
  rowsInOrder,
  type RunFacts,
  type Sentence,
  sentence,
  type StreamFacts,
  type StreamPush,
  TRADES_MAX,
  tradesIn,
  tradesOf,
  unless,
} from '../sentence.ts';
import { isRecord } from '../../../kernel/entries.ts';

/** Requests of the timeline, and any other read of the API. */
export const REQUEST_SENTENCES: readonly Sentence[] = [
  sentence(
    'request {entry} was accepted',
    'The last one of an entry that is repeated.',
    ({ run, args: [entry = ''] }) => {
      const request = run.requests.findLast(({ name }) => name === entry);
      if (!request) return `the entry ${entry} has not been carried out yet`;
      return unless(request.code === null, `it was refused with ${request.code}`);
    },
  ),
  sentence('request {entry} was refused with {code}', '', ({ run, args: [entry = '', code = ''] }) => {
    const request = run.requests.findLast(({ name }) => name === entry);
    if (!request) return `the entry ${entry} has not been carried out yet`;
    return unless(
      request.code === code,
      request.code === null ? 'it was accepted' : `it was refused with ${request.code}`,
    );
  }),
  sentence(
    'the response to {entry} has:',
    'Rows of `path` and `value`, such as `statuses[0].filled.avgPrice`.',
    ({ run, args: [entry = ''], rows }) => valuesAt(rows, run.results.get(entry), `the response to ${entry}`),
  ),
  sentence(
    '{account} has had {int} request(s) refused',
    'Of the timeline, not of strategies.',
    ({ run, args: [account = '', count = ''] }) => refusals(run, account, () => true, Number(count)),
  ),
  sentence(
    '{account} has had {int} request(s) refused with {code}',
    '',
    ({ run, args: [account = '', count = '', code = ''] }) =>
      refusals(run, account, (request) => request.code === code, Number(count)),
  ),
  sentence('{account} has had no request refused', '', ({ run, args: [account = ''] }) =>
    refusals(run, account, () => true, 0),
  ),
  sentence(
    '{account} has had requests refused with {code}',
    'At least one.',
    ({ run, args: [account = '', code = ''] }) => {
      const refused = run.requests.filter((request) => request.account === account && request.code === code);
      return unless(refused.length > 0, counted(run, account));
    },
  ),
  sentence(
    '{action} of {account} shows:',
    'A read by the account, of an action without params; rows of `path` and `value`.',
    async ({ run, args: [action = '', account = ''], rows }) => {
      const { client } = accountOf(run, account);
      try {
        const response = await (INFO_ACTIONS.has(action) ? client.info(action) : client.raw(action));
        return valuesAt(rows, response, action);
      } catch (error) {
        if (error instanceof ApiError) return `${action} was refused with ${error.code}: ${error.message}`;
        throw error;
      }
    },
  ),
];

function valuesAt(rows: readonly Row[], response: unknown, what: string): string {
  if (response === undefined) return `${what} is not there yet`;
  const wrong = rows.filter(({ path = '.', value = '' }) => !isSame(cellOf(response, path), value));
  return wrong.map(({ path = '.' }) => `${path} of ${what} is ${cellOf(response, path) || 'not there'}`).join(', ');
}

function refusals(run: RunFacts, account: string, isMeant: (request: RequestFact) => boolean, count: number): string {
  const refused = run.requests.filter(
    (request) => request.account === account && request.code !== null && isMeant(request),
  );
  return unless(refused.length === count, counted(run, account));
}

/** How often requests of an account were refused, by code. */
function counted(run: RunFacts, account: string): string {
  const counts = new Map<string, number>();
  for (const { account: of, code } of run.requests) {
    if (of === account && code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const listed = [...counts].map(([code, count]) => `${count} with ${code}`).join(', ');
  return listed === '' ? `no request of ${account} was refused` : `${account} has had refused ${listed}`;
}

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
      const trades = tradesIn(await infoOf(run, 'getLastTrades', { symbol, limit: TRADES_MAX }));
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
const withData = ({ frame }: StreamPush): object => ({ ...(isRecord(frame['data']) && frame['data']), frame });

/** Ids of the listed trades that no frame has told of, though one came before them. */
function missing(pushes: readonly StreamPush[], trades: readonly PublicTrade[]): string[] {
  const [first] = pushes;
  if (!first) return trades.map(({ tradeId }) => tradeId);
  const received = new Set(pushes.map(({ frame }) => cellOf(frame, 'data.tradeId')));
  return trades
    .filter(({ tradeId, timestamp }) => timestamp >= first.time && !received.has(tradeId))
    .map(({ tradeId }) => tradeId);
}

const missedText = (ids: readonly string[], noun: string): string =>
  `it has missed ${many(ids.length, noun)}${ids.length > 0 ? ` with the trade ids ${ids.join(', ')}` : ''}`;
