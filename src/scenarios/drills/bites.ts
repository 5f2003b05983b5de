import type { Bite } from './drill.ts';
import { codesOf, type DrillFacts, positionAt } from './facts.ts';
import type { OrderRecord, ProcessRecord, Tape } from './tape.ts';

/** Says in the report what a bite is. */
export function biteText(bite: Bite): string {
  switch (bite.kind) {
    case 'fault':
      return `times that the fault ${bite.name} struck`;
    case 'refused':
      return `refusals of the bot with ${bite.name}`;
    case 'fills':
      return 'fills of the bot since the fault began';
    case 'open':
      return 'open orders of the bot when its program was killed or stopped';
    case 'left':
      return 'orders of the bot that were open then, and that nobody filled afterwards';
    case 'cut':
      return 'connections of the bot that the exchange broke';
    case 'requests':
      return 'requests of the bot since the fault began';
    case 'active':
      return 'requests of the bot while the fault lasted';
    case 'outage':
      return 'requests of the bot that were refused with a 5xx, and its connections that the exchange broke';
    case 'lost':
      return 'requests of the bot without a response';
    case 'struck':
      return 'times that a fault struck';
    case 'late':
      return 'milliseconds by which the latest response or push was late';
    case 'ended':
      return `orders of the bot that ended with ${bite.name}`;
    case 'held':
      return 'positions of the bot when the fault began';
    case 'moved':
      return 'basis points between the mark when the fault began and a later one';
    case 'liquidated':
      return 'orders that the exchange placed to liquidate the bot';
    case 'deleveraged':
      return 'positions of the bot that were closed against a bankrupt account';
    case 'marginUse':
      return 'highest share of maintenance margin in the account that a push told, in percent';
    case 'funding':
      return 'highest hourly funding rate that the bot was shown, in millionths';
    case 'wrongClocks':
      return 'steps that told the bot a time that was not that of the exchange';
    case 'measured':
      return 'times that the processes of the bot were measured';
  }
}

/** Counts on the tape of a drill what proves that its fault reached the bot. */
export function found(bite: Bite, { tape, from, until, statement: { symbols } }: DrillFacts): number {
  switch (bite.kind) {
    case 'fault':
      return tape.faults.filter(({ rule }) => rule === bite.name).length;
    case 'refused':
      return tape.requests.filter((request) => codesOf(request).includes(bite.name) || request.message === bite.name)
        .length;
    case 'fills':
      return tape.fills.filter(({ at }) => at >= from).length;
    case 'open':
      return firstEnd(tape)?.open ?? 0;
    case 'left': {
      const end = firstEnd(tape);
      return end ? tape.orders.filter((order) => isOpenAt(order, end.at) && order.end !== 'filled').length : 0;
    }
    case 'cut':
      return cutSince(tape, from);
    case 'requests':
      return tape.requests.filter(({ at }) => at >= from).length;
    case 'active':
      return tape.requests.filter(({ at }) => at >= from && at < until).length;
    case 'outage':
      return tape.requests.filter(({ at, status }) => at >= from && (status ?? 0) >= 500).length + cutSince(tape, from);
    case 'lost':
      return tape.requests.filter(({ at, isLost }) => isLost && at >= from).length;
    case 'struck':
      return tape.faults.length;
    case 'late':
      return Math.max(
        0,
        ...tape.requests.map(({ at, doneAt, isLost }) => (isLost || doneAt === null ? 0 : doneAt - at)),
        ...tape.frames.map(({ at, timestamp }) => at - timestamp),
      );
    case 'ended':
      return tape.orders.filter(({ end, endedAt }) => end === bite.name && (endedAt ?? 0) >= from).length;
    case 'held':
      return symbols.filter((symbol) => !positionAt(tape, symbol, from - 1).isZero()).length;
    case 'moved':
      return Math.max(0, ...symbols.map((symbol) => movedBps(tape, symbol, from)));
    case 'liquidated':
      return tape.forced.length;
    case 'deleveraged':
      return tape.deleveraged.length;
    case 'marginUse':
      return Math.floor(
        Math.max(0, ...tape.frames.filter(({ at }) => at >= from).map(({ marginUse }) => marginUse ?? 0)),
      );
    case 'funding':
      return Math.floor(Math.max(0, ...tape.frames.map(({ fundingRate }) => 1e6 * Math.abs(Number(fundingRate)))));
    case 'wrongClocks':
      return tape.wrongClocks;
    case 'measured':
      return tape.usage.length;
  }
}

const cutSince = ({ connections }: Tape, from: number): number =>
  connections.filter(({ byExchange, closedAt }) => byExchange && (closedAt ?? 0) >= from).length;

/** When the program was first killed or asked to end. */
const firstEnd = ({ process }: Tape): ProcessRecord | undefined =>
  process.find(({ what }) => what === 'killed' || what === 'terminated');

/** What a bot cancels at once ends at the very moment at which it is asked to end: the clock stands still while it works. */
const isOpenAt = ({ at, endedAt }: OrderRecord, time: number): boolean =>
  at <= time && (endedAt === null || endedAt >= time);

/** How far the mark of a market went from where it was at a time, in basis points. */
function movedBps({ marks }: Tape, symbol: string, from: number): number {
  const own = marks.filter((one) => one.symbol === symbol);
  const before = Number((own.filter(({ at }) => at < from).at(-1) ?? own[0])?.mark ?? 0);
  const away = own.filter(({ at }) => at >= from).map(({ mark }) => Math.abs(Number(mark) / before - 1));
  return before === 0 ? 0 : Math.floor(10_000 * Math.max(0, ...away));
}
