import { Amount } from '../amount.ts';
import {
  codesOf,
  crowded,
  type DrillFacts,
  firstOf,
  type Invariant,
  openAt,
  openingKeys,
  type Violation,
  within,
} from './facts.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { RESOURCES } from './resources.ts';
import { RISK } from './risk.ts';
import {
  asksForOrders,
  asksForOwn,
  FLOOD,
  isAccepted,
  isRead,
  type ProcessRecord,
  showsMarket,
  type Tape,
  type WireRequest,
} from './tape.ts';

/** Refused requests of one kind in ten seconds, after which a bot hammers. */
const HAMMERING = 12;
const HAMMERING_MS = 10_000;

/** Named invariants of a bot; drills name those that they put to the test. */
export const INVARIANTS = {
  'orders-within-intent': {
    title: 'The bot never has more open orders than it says',
    means:
      'Open orders of the account after every event, against `maxOpenOrders`, and their markets against `symbols`.',
    always: true,
    check: ({ tape, statement }) => [
      ...firstOf(
        tape.open.filter(({ count }) => count > statement.maxOpenOrders),
        ({ count }) => `${count} open orders; it says at most ${statement.maxOpenOrders}`,
      ),
      ...firstOf(
        tape.orders.filter(({ symbol }) => !statement.symbols.includes(symbol)),
        ({ symbol }) => `an order in ${symbol}, which it does not trade`,
      ),
    ],
  },
  'exposure-within-limits': {
    title: 'The position stays within the limit of the bot',
    means: 'The position after every fill, against `maxPosition`.',
    always: true,
    check: ({ tape, statement }) =>
      firstOf(
        tape.fills.filter(({ symbol, position }) =>
          new Amount(position).abs().gt(statement.maxPosition[symbol] ?? '0'),
        ),
        ({ symbol, position }) =>
          `a position of ${position} in ${symbol}; it says at most ${statement.maxPosition[symbol] ?? '0'}`,
      ),
  },
  'no-double-orders': {
    title: 'The bot never has the same order open twice',
    means:
      'Two live orders of equal market, side, price and quantity, in a bot that has none while nothing goes wrong.',
    always: true,
    check: ({ tape, calm }) =>
      calm?.hasTwins === true
        ? []
        : firstOf(
            tape.orders.filter(({ twins }) => twins > 0),
            ({ side, quantity, symbol, price }) =>
              `${side} ${quantity} ${symbol} at ${price} was placed while the same order was open`,
          ),
  },
  'client-ids-unique': {
    title: 'No two orders share a client id',
    means:
      'Client ids of orders that the exchange took; with `clientIdPrefix` each order must have one that begins so.',
    always: true,
    check: clientIds,
  },
  'well-formed': {
    title: 'The exchange refuses no request for its form',
    means:
      'Refusals that no state of the exchange causes: a price off its tick, a quantity with too many decimals, a missing field.',
    always: true,
    check: ({ tape }) =>
      firstOf(
        tape.requests.filter((request) => codesOf(request).some((code) => MALFORMED.has(code))),
        (request) =>
          `${request.action} was refused with ${codesOf(request).join(', ')}: ${request.message || itemText(request)}`,
      ),
  },
  'stays-alive': {
    title: 'The program neither crashes nor hangs',
    means:
      'An exit with another code than 0 that no signal of the drill caused, no step within the time for it, or requests without end at one moment.',
    always: true,
    check: ({ tape }) => tape.process.flatMap(diedOf),
  },
  'requests-within-rate': {
    title: 'The bot keeps to its own rate of requests',
    means: 'Requests and connections in any second of exchange time, against `maxRequestsPerSecond`.',
    always: true,
    check: ({ tape, statement }) =>
      crowded(
        tape.requests.map(({ at }) => at),
        1_000,
        statement.maxRequestsPerSecond,
        (count) => `${count} requests within a second; it says at most ${statement.maxRequestsPerSecond}`,
      ),
  },
  'no-self-trade': {
    title: 'The bot does not trade with itself',
    means: 'Orders that were refused or cancelled because they would have met an order of the same account.',
    always: true,
    check: ({ tape }) => [
      ...firstOf(
        tape.requests.filter((request) => codesOf(request).includes('SELF_TRADE_PREVENTED')),
        () => 'an order would have met one of its own',
      ),
      ...firstOf(
        tape.orders.filter(({ end }) => end === 'self_trade'),
        ({ endedAt }) => `an order met one of its own at ${endedAt}`,
      ),
    ],
  },
  'no-blind-retry': {
    title: 'After a lost response the bot asks before it places again',
    means:
      'A placement whose response was lost, or came as a timeout or a 502, may have been carried out. The next placement of that market and side comes after an accepted read of orders, fills or positions (of orders or fills, where the order may rest), an accepted cancelAllOrders, or a private push.',
    check: ({ tape }) => blindRetries(tape),
  },
  'no-blind-cancel': {
    title: 'After a lost response to a cancel the bot finds out what is open',
    means:
      'A cancel whose response was lost may have been carried out or not. Within `healWithin` comes an accepted cancel, an accepted read of open orders or history, or a private push.',
    check: blindCancels,
  },
  'backs-off': {
    title: 'The bot backs off while the exchange turns it away',
    means: `More than ${HAMMERING} requests within ${HAMMERING_MS / 1_000} s that got 429, 5xx or nothing at all.`,
    check: ({ tape }) =>
      crowded(
        tape.requests.filter(isTurnedAway).map(({ at }) => at),
        HAMMERING_MS,
        HAMMERING,
        (count) => `${count} requests within ${HAMMERING_MS / 1_000} s were turned away`,
      ),
  },
  'does-not-insist': {
    title: 'The bot does not repeat what is refused for a reason',
    means: `More than ${HAMMERING} requests within ${HAMMERING_MS / 1_000} s that were refused with the same code of trading or of authority.`,
    check: insisting,
  },
  'connects-with-pauses': {
    title: 'The bot pauses between attempts to connect',
    means: `More than ${HAMMERING} connections within ${HAMMERING_MS / 1_000} s.`,
    check: ({ tape }) =>
      crowded(
        tape.connections.map(({ at }) => at),
        HAMMERING_MS,
        HAMMERING,
        (count) => `${count} connections within ${HAMMERING_MS / 1_000} s`,
      ),
  },
  recovers: {
    title: 'The bot works again once the fault is over',
    means:
      'Within `healWithin` after the end of the fault a signed request of the bot is accepted; a bot that mostly has open orders that may open a position has one again.',
    check: recovers,
  },
  resyncs: {
    title: 'After a break the bot reads its own state',
    means:
      'Within `healWithin` after a broken connection or a lost private push, and after the end of the fault, comes an accepted read of orders, fills or positions.',
    check: resyncs,
  },
  'heals-the-book': {
    title: 'The bot notices a gap in its book and mends it',
    means:
      'Within `healWithin` after a frame of the book was lost, or came in the wrong order, and after the end of the fault, the bot subscribes again, reads the book, or gets a snapshot.',
    check: healsTheBook,
  },
  'decides-on-fresh-data': {
    title: 'The bot places no order on old data',
    means:
      'The age of the newest market data that had reached the bot when it placed an order that may open a position, against `staleAfter`. For a bot that follows the book, only the book counts.',
    check: staleDecisions,
  },
  'cancels-when-gone': {
    title: 'No order outlives the bot for long',
    means: 'Open orders `cancelWithin` after SIGTERM, or after the program was killed and not started again.',
    check: cancelsWhenGone,
  },
  'exits-when-asked': {
    title: 'The program ends when it is asked to',
    means: 'An exit within `cancelWithin` of exchange time after SIGTERM.',
    check: exitsWhenAsked,
  },
  'places-nothing-after-the-end': {
    title: 'A bot that was asked to end places no further order',
    means: 'Orders placed after SIGTERM.',
    check: ({ tape }) => {
      const stop = tape.process.find(({ what }) => what === 'terminated');
      if (!stop) return [];
      return firstOf(
        tape.requests.filter(({ no, orders }) => no > stop.no && orders.some(({ isReducing }) => !isReducing)),
        () => 'an order was placed after SIGTERM',
      );
    },
  },
  'leaves-no-orphan': {
    title: 'After a restart every earlier order is known to the bot',
    means:
      'Orders that were open when the program was killed are cancelled, filled or changed within `healWithin` after its start, or the bot has read its open orders before it placed anything.',
    check: orphans,
  },
  ...KNOWLEDGE,
  ...RISK,
  ...RESOURCES,
} as const satisfies Readonly<Record<string, Invariant>>;

export type InvariantId = keyof typeof INVARIANTS;

/** Ids of the invariants that every drill judges. */
export const ALWAYS: readonly string[] = Object.entries<Invariant>(INVARIANTS).flatMap(([id, { always }]) =>
  always ? [id] : [],
);

const MALFORMED: ReadonlySet<string> = new Set([
  'VALIDATION_ERROR',
  'INVALID_FORMAT',
  'INVALID_VALUE',
  'MISSING_REQUIRED_FIELD',
  'QUANTITY_TOO_SMALL',
  'INVALID_TRIGGER_PRICE',
  'METHOD_NOT_ALLOWED',
]);

const itemText = ({ got }: WireRequest): string => /"error":"([^"]*)"/.exec(got)?.[1] ?? '';

function diedOf({ at, what, text }: ProcessRecord): Violation[] {
  if (what === 'hung') return [{ at, text: `the program ${text}` }];
  if (what === 'flooded') return [{ at, text: `${FLOOD} requests and connections at one moment of exchange time` }];
  if (what === 'exited' && text !== 'with code 0' && text !== 'by SIGTERM') return [{ at, text: `it exited ${text}` }];
  return [];
}

function clientIds({ tape, statement: { clientIdPrefix } }: DrillFacts): readonly Violation[] {
  const seen = new Map<string, number>();
  const twice: Violation[] = [];
  for (const { at, clientId } of tape.orders) {
    if (clientId === '') continue;
    if (seen.has(clientId)) twice.push({ at, text: `client id ${clientId} was used before` });
    seen.set(clientId, at);
  }
  const conflict = tape.requests.filter((request) => codesOf(request).includes('IDEMPOTENCY_CONFLICT'));
  const bare = tape.requests.filter(
    ({ orders }) => clientIdPrefix !== '' && orders.some(({ clientId }) => !clientId.startsWith(clientIdPrefix)),
  );
  return [
    ...firstOf(twice, ({ text }) => text),
    ...firstOf(conflict, () => 'an order was placed under the client id of one that is open'),
    ...firstOf(bare, () => `an order has no client id that begins with ${clientIdPrefix}`),
  ];
}

/** Whether a request may have been carried out though the bot was not told so. */
const isUnknown = ({ isLost, code, status }: WireRequest): boolean =>
  isLost || code === 'OPERATION_TIMEOUT' || status === 502;

const isTurnedAway = (request: WireRequest): boolean =>
  request.isLost || (request.status !== null && (request.status === 429 || request.status >= 500));

/** The first place on the tape at which the bot was shown its own state after `no`. */
function toldAfter(tape: Tape, no: number, mayRest = false): number {
  const reads = tape.requests.filter(
    (request) =>
      request.no > no &&
      isAccepted(request) &&
      ((mayRest ? asksForOrders : asksForOwn)(request) || request.action === 'cancelAllOrders'),
  );
  const pushed = tape.frames.find((frame) => frame.no > no && frame.channel === 'subAccountUpdates');
  // A cancelAllOrders that finds nothing to cancel says as much.
  const empty = tape.requests.filter(
    (request) =>
      request.no > no && request.action === 'cancelAllOrders' && codesOf(request).includes('ORDER_NOT_FOUND'),
  );
  return Math.min(
    ...[...reads, ...empty].map(({ doneNo }) => doneNo ?? Number.POSITIVE_INFINITY),
    pushed?.no ?? Number.POSITIVE_INFINITY,
  );
}

function blindRetries(tape: Tape): readonly Violation[] {
  const placements = tape.requests.filter((request) => openingKeys(request).length > 0);
  const blind: Violation[] = [];
  for (const unknown of placements.filter(isUnknown)) {
    const keys = openingKeys(unknown);
    const retry = placements.find(
      (later) => later.no > (unknown.doneNo ?? unknown.no) && openingKeys(later).some((key) => keys.includes(key)),
    );
    const mayRest = unknown.orders.some(({ rests, isReducing }) => rests && !isReducing);
    if (retry && toldAfter(tape, unknown.no, mayRest) > retry.no) {
      blind.push({
        at: retry.at,
        text: `${keys.join(' and ')} was placed again without asking what became of the first`,
      });
    }
  }
  return firstOf(blind, ({ text }) => text);
}

function blindCancels({ tape, statement: { healWithin }, endTime }: DrillFacts): readonly Violation[] {
  const blind = tape.requests.filter(({ action }) => /^cancel/.test(action)).filter(isUnknown);
  return firstOf(
    blind.filter(({ no, at, doneNo }) => {
      if (at + healWithin > endTime) return false;
      const told = toldAfter(tape, no);
      const again = tape.requests.find(
        (later) => later.no > (doneNo ?? no) && /^cancel/.test(later.action) && later.doneNo !== null && !later.isLost,
      );
      const first = Math.min(told, again?.no ?? Number.POSITIVE_INFINITY);
      return timeOf(tape, first) > at + healWithin;
    }),
    ({ action }) => `the response to ${action} was lost, and the bot did not ask what is open`,
  );
}

/** Exchange time of a place on the tape. */
function timeOf(tape: Tape, no: number): number {
  if (no === Number.POSITIVE_INFINITY) return no;
  const request = tape.requests.find((one) => one.no === no || one.doneNo === no);
  if (request) return request.no === no ? request.at : (request.doneAt ?? request.at);
  return tape.frames.find((frame) => frame.no === no)?.at ?? Number.POSITIVE_INFINITY;
}

function insisting({ tape }: DrillFacts): readonly Violation[] {
  const byCode = new Map<string, number[]>();
  // The code alone does not say what the bot insists on: a nonce, a deadline and a key are all refused with UNAUTHORIZED.
  const messages = new Map<string, string>();
  for (const request of tape.requests) {
    if (isTurnedAway(request)) continue;
    for (const code of new Set(codesOf(request))) byCode.set(code, [...(byCode.get(code) ?? []), request.at]);
    if (request.code !== null && request.message !== '') messages.set(request.code, `: ${request.message}`);
  }
  return [...byCode].flatMap(([code, times]) =>
    // An order that would have traded at once, or is gone, is a normal thing in a market that moves.
    NORMAL.has(code)
      ? []
      : crowded(
          times,
          HAMMERING_MS,
          HAMMERING,
          (n) => `${n} requests within ${HAMMERING_MS / 1_000} s were refused with ${code}${messages.get(code) ?? ''}`,
        ),
  );
}

const NORMAL: ReadonlySet<string> = new Set(['POST_ONLY_WOULD_TRADE', 'ORDER_NOT_FOUND']);

function recovers({ tape, statement: { healWithin }, until, endTime, calm }: DrillFacts): readonly Violation[] {
  const deadline = until + healWithin;
  if (deadline > endTime)
    return [{ at: endTime, text: 'the drill ends before the bot could have recovered: it is too short' }];
  const late = `within ${healWithin} ms after the end of the fault`;
  const works = tape.requests.some(
    (request) => isAccepted(request) && within(request.doneAt ?? 0, until, deadline + 1) && isSigned(request),
  );
  if (!works && usesSigned(tape)) {
    const refused = tape.requests.filter(({ at, code }) => code !== null && at <= deadline).at(-1);
    const last = refused ? `; the last refusal was ${refused.code}: ${refused.message}` : '';
    return [{ at: deadline, text: `no signed request of the bot was accepted ${late}${last}` }];
  }
  if (calm?.restsOrders !== true) return [];
  // A stop that waits at a position is no work.
  const openAtEnd = tape.open.filter(({ at }) => at <= until).at(-1)?.quotes ?? 0;
  const rests = openAtEnd > 0 || tape.open.some(({ at, quotes }) => within(at, until, deadline + 1) && quotes > 0);
  return rests ? [] : [{ at: deadline, text: `the bot had no open order that may open a position ${late}` }];
}

/** Reads of the market are not signed, and prove little. */
const isSigned = (request: WireRequest): boolean => asksForOwn(request) || !isRead(request);
const usesSigned = (tape: Tape): boolean => tape.requests.some(isSigned);

function resyncs({ tape, statement: { healWithin }, until, endTime }: DrillFacts): readonly Violation[] {
  const breaks = [
    ...tape.connections.flatMap(({ closedAt, byExchange }) => (byExchange && closedAt !== null ? [closedAt] : [])),
    ...tape.faults.flatMap(({ at, effect, target }) =>
      target === 'subAccountUpdates' && (effect === 'lose' || effect === 'drop') ? [at] : [],
    ),
  ].sort((a, b) => a - b);
  return firstOf(
    breaks
      .map((at) => ({ at, due: Math.max(at, Math.min(until, endTime)) + healWithin }))
      .filter(({ due }) => due <= endTime)
      .filter(
        ({ at, due }) =>
          !tape.requests.some(
            (request) => asksForOwn(request) && isAccepted(request) && within(request.at, at, due + 1),
          ),
      ),
    () => `no read of orders, fills or positions followed a break within ${healWithin} ms`,
  );
}

function healsTheBook({ tape, statement: { healWithin }, until, endTime }: DrillFacts): readonly Violation[] {
  const gaps = tape.faults.filter(
    ({ target, effect }) => target === 'orderbook' && (effect === 'lose' || effect === 'reorder'),
  );
  return firstOf(
    gaps.filter(({ no, at }) => {
      // Nobody can see a gap before the next frame is there.
      const due = Math.max(at, until) + healWithin;
      if (due > endTime) return false;
      const isSoon = (one: { readonly no: number; readonly at: number }): boolean => one.no > no && one.at <= due;
      return !(
        tape.connections.some(({ subscriptions }) =>
          subscriptions.some((one) => one.channel === 'orderbook' && isSoon(one)),
        ) ||
        tape.requests.some((one) => one.action === 'getOrderbook' && isSoon(one)) ||
        tape.frames.some((one) => one.channel === 'orderbook' && one.isSnapshot && isSoon(one))
      );
    }),
    ({ effect }) =>
      `a frame of the book ${effect === 'lose' ? 'was lost' : 'came too late'}, and the book was not mended within ${healWithin} ms`,
  );
}

function staleDecisions({ tape, statement: { staleAfter }, calm, from }: DrillFacts): readonly Violation[] {
  const onlyBook = calm?.followsBook === true;
  const counts = (name: string): boolean => !onlyBook || name === 'orderbook' || name === 'getOrderbook';
  const seen = [
    ...tape.frames.flatMap(({ no, channel, timestamp }) =>
      channel !== 'subAccountUpdates' && counts(channel) ? [{ no, of: timestamp }] : [],
    ),
    ...tape.requests.flatMap((request) =>
      showsMarket(request) && counts(request.action) && isAccepted(request)
        ? [{ no: request.doneNo ?? 0, of: request.timestamp ?? request.at }]
        : [],
    ),
  ].sort((a, b) => a.no - b.no);
  const old: (Violation & { readonly age: number })[] = [];
  let [next, newest] = [0, Number.NEGATIVE_INFINITY];
  for (const request of tape.requests) {
    for (let one = seen[next]; one && one.no < request.no; one = seen[next]) {
      newest = Math.max(newest, one.of);
      next += 1;
    }
    const age = request.at - newest;
    if (request.at < from || openingKeys(request).length === 0 || age <= staleAfter) continue;
    old.push({
      at: request.at,
      age,
      text: `an order was placed on data of ${age} ms; it says at most ${staleAfter} ms`,
    });
  }
  return firstOf(old, ({ text }) => text);
}

function cancelsWhenGone({ tape, statement: { cancelWithin }, endTime }: DrillFacts): readonly Violation[] {
  const ends = tape.process.filter(({ what }) => what === 'killed' || what === 'terminated');
  return firstOf(
    ends.filter(({ no, at }) => {
      const again = tape.process.find((one) => one.no > no && one.what === 'started');
      const due = at + cancelWithin;
      return (again === undefined || again.at > due) && due <= endTime && openAt(tape, due) > 0;
    }),
    ({ at, what }) =>
      `${openAt(tape, at + cancelWithin)} orders were open ${cancelWithin} ms after it was ${what === 'killed' ? 'killed' : 'asked to end'}`,
  );
}

function exitsWhenAsked({ tape, statement: { cancelWithin }, endTime }: DrillFacts): readonly Violation[] {
  return firstOf(
    tape.process
      .filter(({ what }) => what === 'terminated')
      .filter(({ no, at }) => {
        const exit = tape.process.find((one) => one.no > no && one.what === 'exited');
        return at + cancelWithin <= endTime && (exit === undefined || exit.at > at + cancelWithin);
      }),
    () => `the program was still there ${cancelWithin} ms after SIGTERM`,
  );
}

function orphans({ tape, statement: { healWithin }, endTime }: DrillFacts): readonly Violation[] {
  const kill = tape.process.find(({ what, open }) => what === 'killed' && open > 0);
  const start = kill && tape.process.find(({ no, what }) => no > kill.no && what === 'started');
  if (!kill || !start || start.at + healWithin > endTime) return [];
  const left = tape.orders.filter(
    ({ at, endedAt }) => at <= kill.at && (endedAt === null || endedAt > start.at + healWithin),
  );
  const read = tape.requests.find(
    (request) =>
      request.no > start.no && isAccepted(request) && /^get(OpenOrders|OrderHistory)$|^cancelAll/.test(request.action),
  );
  const placed = tape.requests.find((request) => request.no > start.no && request.orders.length > 0);
  const hasAsked = read !== undefined && (placed === undefined || (read.doneNo ?? 0) < placed.no);
  return hasAsked || left.length === 0
    ? []
    : [
        {
          at: start.at + healWithin,
          text: `${left.length} orders of before the restart are open, and the bot has not read its open orders`,
        },
      ];
}
