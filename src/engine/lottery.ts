import { unitsOf } from '../kernel/decimal.ts';
import { digestOf } from '../kernel/binary-form.ts';
import { itemAt } from '../kernel/errors.ts';
import type { AccountNo } from '../kernel/ids.ts';
import { Draw, type RandomStream, streamOf } from '../kernel/random.ts';
import type { TimeMs, Units } from '../kernel/units.ts';
import type { LotteryDraw, LotteryDrawnEvent } from './event.ts';
import type { Handlers, Jobs } from './handlers.ts';
import type { Account, State } from './state.ts';

/**
 * The weekly lottery. An epoch is a calendar week from Monday, UTC, and its id counts weeks: 1 is the week of
 * 1970-01-05. Tickets are never kept: how many a subaccount has follows from its fee-paying volume, and what is on
 * them from a stream of its own.
 */
export const WEEK_MS = 604_800_000;
const FIRST_MONDAY = 345_600_000;
/** One ticket for each. */
const TICKET_VOLUME: Units = unitsOf('1000');
const BALLS = 5;
const HIGHEST_BALL = 36;
const HIGHEST_BONUS = 5;

/** Returns the number of the weekly epoch that a time is in, from 1. */
export const epochAt = (time: TimeMs): number => Math.floor((time - FIRST_MONDAY) / WEEK_MS) + 1;
/** Returns when an epoch begins: a Monday, 00:00 UTC. */
export const epochStart = (epoch: number): TimeMs => FIRST_MONDAY + (epoch - 1) * WEEK_MS;

/** Five different balls, ascending, and a bonus ball. */
export interface Numbers {
  readonly balls: readonly number[];
  readonly bonus: number;
}

export interface Ticket extends Numbers {
  /** Counts up from 1 within the epoch of a subaccount. */
  readonly serial: number;
}

export const LOTTERY_HANDLERS: Handlers<LotteryDrawnEvent['type']> = {
  LotteryDrawn: ({ lottery }, { epoch, draw, random }) => {
    lottery.draws.set(epoch, draw);
    lottery.random = random;
  },
};

/** Draws the epoch that ends now, with or without tickets. */
export const LOTTERY_JOBS: Jobs<'lotteryDraw'> = {
  lotteryDraw: (state) => {
    const epoch = epochAt(state.now) - 1;
    const { draw, random } = drawEpoch(epoch, state.lottery.random);
    const drawn = { type: 'LotteryDrawn', at: state.now, epoch, draw, random } as const;
    return { events: [drawn], commands: [], again: state.now + WEEK_MS };
  },
};

/** Counts a fill that paid a fee towards the tickets of its epoch. Only `evolve` may. */
export function addFeePaying(account: Account, notional: Units, now: TimeMs): void {
  const epoch = epochAt(now);
  account.feePaying.set(epoch, (account.feePaying.get(epoch) ?? 0n) + notional);
}

/** Returns how many tickets a subaccount has in an epoch so far. */
export const ticketCount = (account: Readonly<Account>, epoch: number): number =>
  Number((account.feePaying.get(epoch) ?? 0n) / TICKET_VOLUME);

/** The tickets of a subaccount in an epoch, by serial: the same ones whenever they are looked at. */
export function* ticketsOf(state: Readonly<State>, account: Readonly<Account>, epoch: number): Generator<Ticket> {
  const count = ticketCount(account, epoch);
  if (count === 0) return;
  const draw = new Draw(streamOf(state.config.seed, streamName(epoch, account.no)));
  for (let serial = 1; serial <= count; serial += 1) yield { serial, ...drawNumbers(draw) };
}

const streamName = (epoch: number, account: AccountNo): string => `lottery:${epoch}:${account}`;

/** USDT by matched balls, without and with the bonus ball; what is not in it wins nothing. */
const PRIZES: ReadonlyMap<number, readonly [Units, Units]> = new Map([
  [2, [0n, unitsOf('5')]],
  [3, [unitsOf('10'), unitsOf('50')]],
  [4, [unitsOf('200'), unitsOf('1000')]],
  [5, [unitsOf('10000'), unitsOf('100000')]],
]);

const LEAST_MATCHES = 2;

/** Returns the prize of a ticket in a draw, 0n for none. Prizes are shown and never paid. */
export function prizeOf(ticket: Numbers, draw: Numbers): Units {
  let matches = 0;
  for (const ball of ticket.balls) if (draw.balls.includes(ball)) matches += 1;
  if (matches < LEAST_MATCHES) return 0n;
  return PRIZES.get(matches)?.[ticket.bonus === draw.bonus ? 1 : 0] ?? 0n;
}

function drawEpoch(epoch: number, start: RandomStream): { draw: LotteryDraw; random: RandomStream } {
  const draw = new Draw(start);
  const numbers = drawNumbers(draw);
  const digests = { seedDigest: digestOf({ epoch, start }), drawDigest: digestOf({ epoch, ...numbers }) };
  return { draw: { ...numbers, ...digests }, random: draw.stream() };
}

function drawNumbers(draw: Draw): Numbers {
  const balls: number[] = [];
  while (balls.length < BALLS) {
    const ball = draw.between(1, HIGHEST_BALL);
    if (!balls.includes(ball)) insert(balls, ball);
  }
  return { balls, bonus: draw.between(1, HIGHEST_BONUS) };
}

/** Into ascending ones. A read draws 25,000 tickets, for which sorting each takes as long as drawing it. */
function insert(balls: number[], ball: number): void {
  let place = balls.length;
  for (; place > 0 && itemAt(balls, place - 1) > ball; place -= 1) balls[place] = itemAt(balls, place - 1);
  balls[place] = ball;
}
