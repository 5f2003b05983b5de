import { type DrillFacts, firstOf, type Invariant, openingKeys, type Violation, within } from './facts.ts';
import { asksForOwn, isAccepted, type Tape } from './tape.ts';

/** Invariants of what a bot knows when it decides: its book, prices, its own orders, the time and its nonces. */
export const KNOWLEDGE = {
  'decides-on-fresh-prices': {
    title: 'The bot places no order on old marks',
    means:
      'For a bot that follows marketPrices: the age of the newest push of them that had reached it when it placed an order that may open a position, against `staleAfter`.',
    check: (facts) => (facts.calm?.channels.includes('marketPrices') === true ? stalePrices(facts) : []),
  },
  'no-quotes-while-blind': {
    title: 'No quote stays while the bot cannot see the book',
    means:
      'For a bot that follows the book: orders that may open a position and are open `staleAfter` and a second after the newest data of the book that has reached it.',
    check: (facts) => (facts.calm?.followsBook === true ? blindQuotes(facts) : []),
  },
  'quotes-from-a-whole-book': {
    title: 'The bot places no order on a book with a gap',
    means:
      'Orders that may open a position and were placed after a frame of the book was lost, the next one had come, and no snapshot or read of the book had mended it.',
    check: brokenBooks,
  },
  'knows-its-own-state': {
    title: 'No quote stays while the bot does not hear of its own',
    means:
      'For a bot that follows subAccountUpdates: orders that may open a position and are open a second after it lost them, when they are not back and it has not read its own orders or positions since.',
    check: (facts) => (facts.calm?.channels.includes('subAccountUpdates') === true ? deafQuotes(facts) : []),
  },
  'forgets-what-has-ended': {
    title: 'What has ended stays ended',
    means:
      'Cancels of an order of which a push had told the bot that it has ended, more than two. Pushes that come late tell of an earlier time.',
    check: ghosts,
  },
  'deadlines-ahead': {
    title: 'The bot signs no deadline that has passed',
    means: 'Requests whose expiresAfter was past when they were sent, more than two.',
    check: ({ tape }) => {
      const passed = tape.requests.filter(({ at, deadline }) => deadline > 0 && deadline < at);
      return firstOf(
        passed.slice(2),
        ({ at, deadline }) =>
          `${passed.length} requests were signed for a time that had passed, this one by ${at - deadline} ms`,
      );
    },
  },
  'takes-another-nonce': {
    title: 'A nonce that was refused is not signed again',
    means:
      'Requests with a nonce that is not above one of an earlier request that was refused because its nonce was used, more than two.',
    check: ({ tape }) => {
      let refused = Number.NEGATIVE_INFINITY;
      const again: { at: number; nonce: number }[] = [];
      for (const { at, nonce, message } of tape.requests) {
        if (nonce === null) continue;
        if (nonce <= refused) again.push({ at, nonce });
        if (message === 'nonce already used') refused = Math.max(refused, nonce);
      }
      return firstOf(
        again.slice(2),
        ({ nonce }) => `the nonce ${nonce} was signed though it, or a higher one, had been refused`,
      );
    },
  },
  'no-late-orders': {
    title: 'No order takes effect long after it was sent',
    means:
      'Orders that may open a position and that the exchange took more than `staleAfter` after they were sent: a deadline makes them void.',
    check: ({ tape, statement: { staleAfter } }) => {
      const sentAt = new Map(
        tape.requests.flatMap(({ at, orders }) => orders.map(({ clientId }) => [clientId, at] as const)),
      );
      return firstOf(
        tape.orders.filter(
          ({ at, clientId, isReducing }) =>
            clientId !== '' && !isReducing && at - (sentAt.get(clientId) ?? at) >= staleAfter,
        ),
        ({ at, clientId }) => `an order took effect ${at - (sentAt.get(clientId) ?? at)} ms after it was sent`,
      );
    },
  },
} as const satisfies Readonly<Record<string, Invariant>>;

/** A bot has so long to see that it cannot see, and to cancel. */
const REACTION_MS = 1_000;

const quotesAt = (tape: Tape, time: number): number => tape.open.filter(({ at }) => at <= time).at(-1)?.quotes ?? 0;

/** Places on the tape at which a bot was shown something, with the time that it was of. */
interface Seen {
  readonly no: number;
  readonly of: number;
}

function stalePrices({ tape, statement: { staleAfter }, from }: DrillFacts): readonly Violation[] {
  const seen = tape.frames
    .filter(({ channel }) => channel === 'marketPrices')
    .map(({ no, timestamp: of }) => ({ no, of }));
  return firstOf(
    tape.requests
      .filter((request) => request.at >= from && openingKeys(request).length > 0)
      .map(({ no, at }) => ({ at, age: at - newestBefore(seen, no) }))
      .filter(({ age }) => age > staleAfter),
    ({ age }) => `an order was placed on prices of ${age} ms; it says at most ${staleAfter} ms`,
  );
}

const newestBefore = (seen: readonly Seen[], no: number): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...seen.filter((one) => one.no < no).map(({ of }) => of));

/** Data of the book, pushed or read. */
const bookSeen = (tape: Tape): readonly (Seen & { readonly at: number })[] =>
  [
    ...tape.frames.flatMap(({ no, at, channel, timestamp }) =>
      channel === 'orderbook' ? [{ no, at, of: timestamp }] : [],
    ),
    ...tape.requests.flatMap((request) =>
      request.action === 'getOrderbook' && isAccepted(request)
        ? [{ no: request.doneNo ?? 0, at: request.doneAt ?? request.at, of: request.timestamp ?? request.at }]
        : [],
    ),
  ].sort((a, b) => a.no - b.no);

function blindQuotes({ tape, statement, from, endTime }: DrillFacts): readonly Violation[] {
  const patience = statement.staleAfter + REACTION_MS;
  const seen = bookSeen(tape);
  const blind = seen.flatMap(({ of }, place) => {
    const next = seen[place + 1]?.at ?? endTime;
    const due = of + patience;
    if (due < from || due >= next) return [];
    const open = quotesAt(tape, due);
    return open > 0 ? [{ at: due, open, age: patience }] : [];
  });
  return firstOf(blind, ({ open, age }) => `${open} quotes were open when the newest book was of ${age} ms before`);
}

function brokenBooks({ tape }: DrillFacts): readonly Violation[] {
  const gaps = tape.faults.filter(({ target, effect }) => target === 'orderbook' && effect === 'lose');
  const books = tape.frames.filter(({ channel }) => channel === 'orderbook');
  const broken = gaps.flatMap(({ at }) => {
    // A push takes its time: what was sent before the frame that was lost says nothing of it.
    const later = [
      ...books.filter(({ timestamp }) => timestamp > at),
      ...tape.requests.flatMap((one) =>
        one.action === 'getOrderbook' && isAccepted(one) && one.at > at
          ? [{ no: one.doneNo ?? one.no, isSnapshot: true }]
          : [],
      ),
    ].sort((a, b) => a.no - b.no);
    const [first] = later;
    if (!first || first.isSnapshot) return [];
    const end = later.find(({ isSnapshot }) => isSnapshot)?.no ?? Number.POSITIVE_INFINITY;
    return tape.requests.filter(({ no }) => no > first.no && no < end).filter((one) => openingKeys(one).length > 0);
  });
  return firstOf(
    [...new Set(broken)].sort((a, b) => a.no - b.no),
    () => 'an order was placed after a gap in the book, before anything had mended it',
  );
}

/** Each loss of the private stream that lasts: quotes may be open for a moment after it. */
function deafQuotes({ tape, from, endTime }: DrillFacts): readonly Violation[] {
  const heard = tape.connections.flatMap(({ subscriptions, closedAt }) =>
    subscriptions
      .filter(({ channel }) => channel === 'subAccountUpdates')
      .map(({ at }) => ({ from: at, until: closedAt ?? endTime })),
  );
  const deaf = heard
    .map(({ until }) => ({ lost: until, due: until + REACTION_MS }))
    .filter(({ lost, due }) => {
      if (lost < from || due > endTime || heard.some((span) => span.from <= due && span.until > lost)) return false;
      const asks = tape.requests.some((one) => asksForOwn(one) && isAccepted(one) && within(one.at, lost, due + 1));
      return !asks && quotesAt(tape, due) > 0;
    });
  return firstOf(
    deaf.map(({ due }) => ({ at: due })),
    ({ at }) => `${quotesAt(tape, at)} quotes were open ${REACTION_MS} ms after the private stream was lost`,
  );
}

function ghosts({ tape }: DrillFacts): readonly Violation[] {
  const ended = new Map<string, number>();
  for (const { no, event, clientId } of tape.frames) {
    if ((event === 'orderFilled' || event === 'orderCancelled') && !ended.has(clientId)) ended.set(clientId, no);
  }
  const wrong = tape.requests.filter(({ no, cancels }) => cancels.some((id) => (ended.get(id) ?? no) < no));
  return firstOf(
    wrong.slice(2),
    () => `${wrong.length} cancels named an order of which the bot knew that it had ended`,
  );
}
