import { type DrillFacts, firstOf, type Invariant, openAt, type Violation } from './facts.ts';
import { FLOOD, isAccepted, type ProcessRecord } from './tape.ts';

/** Invariants of the program: that it lives, and what it leaves when it ends. */
export const PROGRAM = {
  'stays-alive': {
    title: 'The program neither crashes nor hangs',
    means:
      'An exit with another code than 0 that no signal of the drill caused, no step within the time for it, or requests without end at one moment.',
    always: true,
    check: ({ tape }) => tape.process.flatMap(diedOf),
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
} as const satisfies Readonly<Record<string, Invariant>>;

function diedOf({ at, what, text }: ProcessRecord): Violation[] {
  if (what === 'hung') return [{ at, text: `the program ${text}` }];
  if (what === 'flooded') return [{ at, text: `${FLOOD} requests and connections at one moment of exchange time` }];
  if (what === 'exited' && text !== 'with code 0' && text !== 'by SIGTERM') return [{ at, text: `it exited ${text}` }];
  return [];
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
