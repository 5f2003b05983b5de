import { type DrillFacts, firstOf, type Invariant, openingKeys, type Violation, within } from './facts.ts';
import { asksForOwn, isAccepted, isRead, showsMarket, type Tape, type WireRequest } from './tape.ts';

/** Invariants of how a bot gets over a fault, and of what it decides on until then. */
export const RECOVERY = {
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
} as const satisfies Readonly<Record<string, Invariant>>;

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
