import { codesOf, crowded, type DrillFacts, firstOf, type Invariant, openingKeys, type Violation } from './facts.ts';
import { asksForOrders, asksForOwn, isAccepted, type Tape, type WireRequest } from './tape.ts';

/** Refused requests of one kind in ten seconds, after which a bot hammers. */
const HAMMERING = 12;
const HAMMERING_MS = 10_000;

/** Invariants of what a bot sends: its form, its rate, and what it does after a refusal or a lost response. */
export const REQUESTS = {
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
  'no-blind-retry': {
    title: 'After a lost response the bot asks before it places again',
    means:
      'A placement whose response was lost, or came as a timeout or a 502, may have been carried out. The next placement of that market and side comes after an accepted read of orders, fills or positions (of orders or fills, where the order may rest), an accepted cancelAllOrders, or a private push.',
    check: ({ tape }) => blindRetries(tape),
  },
  'no-blind-cancel': {
    title: 'After a lost response to a cancel the bot finds out what is open',
    means:
      'A cancel whose response was lost may have been carried out or not. Within `healWithin` comes an accepted cancel, an accepted read of open orders or history, or a private push, and before that no placement of the market and side of an order that it named by its client id.',
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
} as const satisfies Readonly<Record<string, Invariant>>;

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
  const answeredAfter = ({ no, doneNo }: WireRequest): number =>
    tape.requests.find(
      (later) => later.no > (doneNo ?? no) && /^cancel/.test(later.action) && later.doneNo !== null && !later.isLost,
    )?.no ?? Number.POSITIVE_INFINITY;
  const beside = blind.flatMap((cancel): Violation[] => {
    const named = tape.orders.filter(({ clientId, isReducing }) => !isReducing && cancel.cancels.includes(clientId));
    const keys = named.map(({ side, symbol }) => `${side} ${symbol}`);
    const next = tape.requests.find(
      (later) => later.no > (cancel.doneNo ?? cancel.no) && openingKeys(later).some((key) => keys.includes(key)),
    );
    // A push about another order says nothing of this one.
    const isTold = (place: number): boolean =>
      answeredAfter(cancel) < place ||
      tape.requests.some((one) => one.no > cancel.no && asksForOrders(one) && isAccepted(one) && one.no < place) ||
      tape.frames.some((one) => one.no > cancel.no && cancel.cancels.includes(one.clientId) && one.no < place);
    if (!next || isTold(next.no)) return [];
    return [{ at: next.at, text: `${keys.join(' and ')} was placed after a cancel without a response` }];
  });
  return [
    ...firstOf(
      blind.filter(
        (cancel) =>
          cancel.at + healWithin <= endTime &&
          timeOf(tape, Math.min(toldAfter(tape, cancel.no), answeredAfter(cancel))) > cancel.at + healWithin,
      ),
      ({ action }) => `the response to ${action} was lost, and the bot did not ask what is open`,
    ),
    ...firstOf(beside, ({ text }) => `${text}, before the bot asked what is open`),
  ];
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
