import { expect, test } from 'vitest';
import { ticketsOf } from '../../../../engine/lottery.ts';
import { START, TestVenue } from '../venue.test-helper.ts';
import { getLotteryMyWinningTickets } from './getLotteryMyWinningTickets.ts';

const WEEK_MS = 604_800_000;
const EPOCHS = 7;
/** 5,001 tickets of 1,000 USDT. */
const VOLUME = 500_100_000_000_000n;

/** Seven drawn epochs in each of which the first account has one ticket more than a read goes through. */
function lived(): { readonly venue: TestVenue; readonly epochs: readonly number[] } {
  const venue = new TestVenue();
  for (let week = 1; week <= EPOCHS; week += 1) venue.clock(START + week * WEEK_MS);
  const epochs = [...venue.state.lottery.draws.keys()];
  const account = venue.state.accounts.get(0);
  for (const epoch of epochs) account?.feePaying.set(epoch, VOLUME);
  return { venue, epochs };
}

interface Winner {
  readonly epochId: string;
  readonly ticketSerial: string;
}

function winners(venue: TestVenue, params: { epochId?: string } = {}): readonly Winner[] {
  return (venue.read(getLotteryMyWinningTickets, params) as { readonly tickets: readonly Winner[] }).tickets;
}

test('without an epoch, those of the latest five that were drawn are listed; others by their id (R-123)', () => {
  const { venue, epochs } = lived();
  expect(epochs).toHaveLength(EPOCHS);
  const listed = new Set(winners(venue).map(({ epochId }) => Number(epochId)));
  expect([...listed]).toEqual(epochs.slice(-5));
  const oldest = String(epochs[0]);
  expect(new Set(winners(venue, { epochId: oldest }).map(({ epochId }) => epochId))).toEqual(new Set([oldest]));
});

test('only the first 5,000 tickets of an epoch are looked at (R-123)', () => {
  const { venue, epochs } = lived();
  const account = venue.state.accounts.get(0);
  if (!account) throw new Error('the venue has an account');
  for (const epoch of epochs) {
    const last = [...ticketsOf(venue.state, account, epoch)].at(-1);
    expect(last?.serial).toBe(5_001);
    // Whatever is drawn: with the numbers of the last ticket it wins the most, and is not seen.
    const draw = venue.state.lottery.draws.get(epoch);
    if (!draw || !last) throw new Error('each epoch is drawn');
    venue.state.lottery.draws.set(epoch, { ...draw, balls: last.balls, bonus: last.bonus });
    const serials = winners(venue, { epochId: String(epoch) }).map(({ ticketSerial }) => Number(ticketSerial));
    expect(serials.length).toBeGreaterThan(0);
    expect(Math.max(...serials)).toBeLessThanOrEqual(5_000);
  }
});
