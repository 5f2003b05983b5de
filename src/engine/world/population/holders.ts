import { divCeil } from '../../../kernel/decimal.ts';
import { itemAt } from '../../../kernel/errors.ts';
import { mulDiv } from '../../../kernel/fixed-point.ts';
import type { AccountNo } from '../../../kernel/ids.ts';
import type { Lots, TimeMs } from '../../../kernel/units.ts';
import type { Command } from '../../command.ts';
import { healthOf } from '../../liquidation/health.ts';
import { accountOf } from '../../orders/evolve-order.ts';
import type { Side } from '../../orders/order-terms.ts';
import {
  adjustedAccountValue,
  leverageOf,
  marketInitialMargin,
  notionalOf,
  settlementAsset,
  unrealizedPnlOf,
} from '../../risk/margin.ts';
import type { Account, Position } from '../../state.ts';
import { livelinessPpm } from '../dynamics.ts';
import {
  type Act,
  durationMs,
  type GroupRules,
  joinTouch,
  type Look,
  nextLookMs,
  strengthPpm,
  takeWithin,
  type Trend,
  trendAfter,
  trendFrom,
} from './group.ts';
import { CARRIERS, depositFor, holdersAtStart, type Persona, personaOf } from './holders-start.ts';

const MILLION = 1_000_000;

/** What a holder wants: the signed size of its position, and until when it leaves it at that. */
interface Plan {
  readonly target: Lots;
  readonly until: TimeMs;
}

/** One holder at one look. */
interface Turn {
  readonly look: Look;
  readonly account: Account;
  readonly persona: Persona;
  readonly held: Lots;
  readonly plan: Plan;
  readonly trend: Trend;
}

const TREND_FIELDS = 4;

/**
 * Traders who hold leveraged positions for hours. Memory: the trend, then the plan of each holder. They are liquidated
 * like everybody; who went broke waits and deposits again.
 */
export const HOLDERS: GroupRules = {
  accounts: ({ holders }) => [...Array.from({ length: holders.count }, (_, rank) => `holder ${rank + 1}`), ...CARRIERS],
  memory: () => [],
  start: holdersAtStart,
  act,
};

function act(seen: Look): Act {
  const { state, market, spec, accounts, memory } = seen;
  const { holders } = spec;
  const afterMs = nextLookMs(market, holders.everyMs, seen.draw);
  // Holders draw as often as they need to from a branch, so that what users do changes no later time.
  const look = { ...seen, draw: seen.draw.branch() };
  const trend = memory.length === 0 ? trendFrom(market, state.now) : trendAfter(trendOf(memory), market, state.now);
  const commands: Command[] = [];
  const after: number[] = [trend.at, trend.fast, trend.slow, trend.deviation];
  for (let rank = 0; rank < holders.count; rank += 1) {
    const account = accountOf(state, itemAt(accounts, rank));
    const held = account.positions.get(market.spec.symbol)?.lots ?? 0;
    const plan = memory.length === 0 ? firstPlan(look, held) : planOf(memory, rank);
    const persona = personaOf(market.spec, holders, rank);
    const next = turn({ look, account, persona, held, plan, trend }, commands);
    after.push(next.target, next.until);
  }
  commands.push(...moveCarriers(look, trend));
  return { commands, memory: after, afterMs };
}

const trendOf = ([at = 0, fast = 0, slow = 0, deviation = 0]: readonly number[]): Trend => ({
  at,
  fast,
  slow,
  deviation,
});

const planOf = (memory: readonly number[], rank: number): Plan => ({
  target: memory[TREND_FIELDS + 2 * rank] ?? 0,
  until: memory[TREND_FIELDS + 2 * rank + 1] ?? 0,
});

/** The position of the start is kept for a while; without one a holder rests first. */
const firstPlan = ({ state, spec: { holders }, draw }: Look, held: Lots): Plan => ({
  target: held,
  until: state.now + durationMs(held === 0 ? holders.restMs : holders.holdMs, draw),
});

/** Changes the plan where it is time to, then works towards it. */
function turn(one: Turn, commands: Command[]): Plan {
  const plan = revised(one, commands);
  return work({ ...one, plan }, commands);
}

/** A holder whose time is up takes another position at once with this chance. */
const AGAIN_PPM = 300_000;

function revised(one: Turn, commands: Command[]): Plan {
  const { look, held, plan, account, persona } = one;
  const { state, draw, spec } = look;
  if (held !== 0) {
    if (plan.target === 0) return plan;
    if (state.now >= plan.until) return draw.chance(AGAIN_PPM) ? entry(one) : rest(look);
    const position = account.positions.get(look.market.spec.symbol);
    return position && wantsOut(look, persona, position) ? rest(look) : plan;
  }
  const cash = account.balances.get(settlementAsset(state)) ?? 0n;
  if (isBroke(one, cash)) {
    // Broke while it had a plan: it was liquidated.
    if (plan.target !== 0)
      return { target: 0, until: state.now + spec.holders.restMs + durationMs(spec.holders.restMs, draw) };
    if (state.now < plan.until) return plan;
    const amount = depositFor(look.market.spec, persona, look.market.mark, draw);
    commands.push({ type: 'Deposit', account: account.no, asset: settlementAsset(state), amount });
    return { target: 0, until: state.now + 1 };
  }
  if (plan.target === 0) return state.now < plan.until ? plan : entry(one);
  return state.now < plan.until ? plan : rest(look);
}

const rest = ({ state, spec, draw }: Look): Plan => ({
  target: 0,
  until: state.now + durationMs(spec.holders.restMs, draw),
});

/** Less than this share of the margin of the usual position is not worth trading with. */
const BROKE_PPM = 300_000n;

function isBroke({ look, persona }: Turn, cash: bigint): boolean {
  const { market } = look;
  const margin = notionalOf(market, persona.lots, market.mark) / BigInt(persona.leverage);
  return cash * BigInt(MILLION) < margin * BROKE_PPM;
}

/** How much a usual distance of the trend, and a basis point of premium, tilt a decision. */
const TREND_TILT_PPM = 160_000;
const PREMIUM_TILT_PPM = 20_000;
const TILT_MOST_PPM = 400_000;
/** The share of what margin allows that a position uses. */
const USE_LOW_PPM = 550_000;
const USE_HIGH_PPM = 960_000;
/** The largest position, in usual ones. */
const LARGEST = 4;

/** A new position: which side, how large, for how long. */
function entry(one: Turn): Plan {
  const { look, account, persona } = one;
  const { state, market, spec, draw } = look;
  const isLong = draw.chance(500_000 + tiltPpm(one));
  const equity = adjustedAccountValue(state, account);
  const use = BigInt(draw.between(USE_LOW_PPM, USE_HIGH_PPM)) * BigInt(leverageOf(market, account));
  const perLot = notionalOf(market, 1, market.mark) * BigInt(MILLION);
  const lots = equity <= 0n ? 0 : Math.min(LARGEST * persona.lots, Number((equity * use) / perLot));
  const hold = state.now + durationMs(spec.holders.holdMs, draw);
  return { target: isLong ? lots : -lots, until: hold };
}

function tiltPpm({ look, persona, trend }: Turn): number {
  const { index, premium } = look.market;
  const along = Math.trunc((strengthPpm(trend) * TREND_TILT_PPM) / MILLION);
  const premiumBp = Math.trunc((premium * 10_000) / index);
  const byStyle = persona.style === 'trend' ? along : persona.style === 'reversion' ? -along : 0;
  const tilt = byStyle - premiumBp * PREMIUM_TILT_PPM;
  return Math.max(-TILT_MOST_PPM, Math.min(TILT_MOST_PPM, tilt));
}

/** Chance per look that a holder with a difference to work off sends a piece, and that it takes instead of quoting. */
const SEND_PPM = 400_000;
const TAKE_SHARE_PPM = 600_000;
/** A quote at the touch is withdrawn at a look with this chance. */
const WITHDRAW_PPM = 400_000;
/** Pieces, as a share of the usual position. */
const PIECE_LOW_PPM = 60_000;
const PIECE_HIGH_PPM = 260_000;
const SLIP_PPM = 1_000;

/** One piece of what is missing, unless a quote still stands. Closing comes before opening. */
function work(one: Turn, commands: Command[]): Plan {
  const { look, account, held, plan, persona } = one;
  const { market, draw } = look;
  const standing = account.open.get(market.spec.symbol)?.orders;
  if (standing && standing.size > 0) {
    if (plan.target === held || draw.chance(WITHDRAW_PPM)) {
      for (const no of standing) commands.push({ type: 'CancelOrder', account: account.no, order: { no } });
    }
    return plan;
  }
  if (plan.target === held || !draw.chance(SEND_PPM)) return plan;
  const closes =
    held !== 0 && (plan.target === 0 || held > 0 !== plan.target > 0 || Math.abs(plan.target) < Math.abs(held));
  const side: Side = plan.target > held ? 'buy' : 'sell';
  const missing = closes && held > 0 !== plan.target > 0 ? Math.abs(held) : Math.abs(plan.target - held);
  const least = Math.max(market.spec.minLots, closes ? 1 : leastLots(look));
  if (missing < least && !(closes && missing === Math.abs(held))) return { ...plan, target: held };
  const drawn = Math.floor((persona.lots * draw.between(PIECE_LOW_PPM, PIECE_HIGH_PPM)) / MILLION);
  const piece = Math.min(missing, Math.max(least, drawn));
  const lots = missing - piece < least ? missing : piece;
  if (!closes && !fits(one, side, lots)) return { ...plan, target: held };
  const wish = { account: account.no, side, lots: Math.min(lots, market.spec.maxLimitLots), reduceOnly: closes };
  const order = draw.chance(TAKE_SHARE_PPM) ? takeWithin(market, wish, SLIP_PPM) : joinTouch(market, wish);
  if (order) commands.push(order);
  return plan;
}

/** The fewest lots that are worth the least notional of the market, with room for a move of the price. */
function leastLots({ market }: Look): Lots {
  const perLot = notionalOf(market, 1, market.mark);
  return Number(divCeil(market.spec.minNotional * 11n, perLot * 10n));
}

/** What fees and a worse price may take, as a share of the notional. */
const ROOM_PPM = 2_000n;

/** True where the margin of the account carries these lots too: else the exchange would refuse them. */
function fits({ look, account }: Turn, side: Side, lots: Lots): boolean {
  const { state, market } = look;
  const extra = side === 'buy' ? { buyLots: lots, sellLots: 0 } : { buyLots: 0, sellLots: lots };
  const room = (notionalOf(market, lots, market.mark) * ROOM_PPM) / BigInt(MILLION);
  return marketInitialMargin(market, account, extra) + room <= adjustedAccountValue(state, account);
}

/** Chance per look that a carrier renews its order. */
const RENEW_PPM = 120_000;
/** How much larger positions get with one usual distance of the trend, and by how much they may be off, in ppm. */
const GROWTH_PPM = 40_000;
const OFF_PPM = 4_000;
/** What holders carry of the open interest of the start, about. */
const OWN_PPM = 985_000;
/** Orders, as a share of the usual position of a holder. */
const SMALLEST_PPM = 50_000;
const LARGEST_PPM = 250_000;

/**
 * The carriers enlarge their positions while the trend is up and reduce them while it is down, so that open interest
 * moves. They only quote at the touch: what they want is never urgent.
 */
function moveCarriers(look: Look, trend: Trend): Command[] {
  const { state, accounts, spec, draw } = look;
  const prompt = promptly(look, trend);
  if (prompt) return prompt;
  if (!draw.chance(RENEW_PPM)) return [];
  const isHedger = draw.chance(MILLION / 2);
  const [hedger, investor] = accounts.slice(spec.holders.count);
  const account = accountOf(state, (isHedger ? hedger : investor) as AccountNo);
  return renewed(look, account, isHedger ? -1 : 1, wantedLots(look, trend));
}

/** Orders of carriers in a hurry, as a share of the usual position of a holder, and how far they take. */
const PROMPT_LOW_PPM = 200_000;
const PROMPT_HIGH_PPM = 2_000_000;
const PROMPT_SLIP_PPM = 300;

/**
 * Both carriers at once bring a piece of their positions to where the trend wants them: one buys what the other sells, so that the price
 * hardly moves and the open interest does. Null where this look is none of these.
 */
function promptly(look: Look, trend: Trend): Command[] | null {
  const { state, accounts, spec, market, draw } = look;
  const usual = spec.signals?.positionsPpm ?? 0;
  if (usual === 0 || !draw.chance(inHurry(usual, livelinessPpm(market)))) return null;
  const [hedger, investor] = accounts.slice(spec.holders.count).map((no) => accountOf(state, no));
  if (!hedger || !investor) return null;
  const { symbol, minLots, maxLimitLots } = market.spec;
  const long = investor.positions.get(symbol)?.lots ?? 0;
  const short = -(hedger.positions.get(symbol)?.lots ?? 0);
  const wanted = wantedLots(look, trend);
  const missing = wanted - Math.floor((long + short) / 2);
  const drawn = Math.floor((spec.holders.lots * draw.between(PROMPT_LOW_PPM, PROMPT_HIGH_PPM)) / MILLION);
  const lots = Math.min(Math.abs(missing), drawn, maxLimitLots);
  if (lots < Math.max(minLots, leastLots(look))) return null;
  const opens = missing > 0;
  const orders = [
    takeWithin(
      market,
      { account: investor.no, side: opens ? 'buy' : 'sell', lots, reduceOnly: !opens },
      PROMPT_SLIP_PPM,
    ),
    takeWithin(market, { account: hedger.no, side: opens ? 'sell' : 'buy', lots, reduceOnly: !opens }, PROMPT_SLIP_PPM),
  ];
  return orders.filter((order) => order !== null);
}

/** The chance in a market as lively as this, ppm: with the variance of returns, so that positions change where prices do. */
const inHurry = (usual: number, lively: number): number =>
  Math.min(MILLION, mulDiv(mulDiv(usual, lively, MILLION), lively, MILLION));

function wantedLots({ spec: { holders } }: Look, trend: Trend): Lots {
  const growth = Math.trunc((strengthPpm(trend) * GROWTH_PPM) / MILLION);
  return Math.floor((holders.openLots * (OWN_PPM + growth)) / MILLION);
}

/** `sign` is that of the carrier's position. */
function renewed({ market, spec, draw }: Look, account: Account, sign: 1 | -1, wanted: Lots): Command[] {
  const { symbol, minLots, maxLimitLots } = market.spec;
  const standing = [...(account.open.get(symbol)?.orders ?? [])];
  const commands: Command[] = standing.map((no) => ({ type: 'CancelOrder', account: account.no, order: { no } }));
  const missing = wanted - sign * (account.positions.get(symbol)?.lots ?? 0);
  const off = Math.floor((spec.holders.openLots * OFF_PPM) / MILLION);
  const drawn = Math.floor((spec.holders.lots * draw.between(SMALLEST_PPM, LARGEST_PPM)) / MILLION);
  const lots = Math.min(drawn, maxLimitLots);
  if (Math.abs(missing) <= Math.max(off, lots) || lots < minLots) return commands;
  const side = missing * sign > 0 ? 'buy' : 'sell';
  const order = joinTouch(market, { account: account.no, side, lots, reduceOnly: false });
  return order ? [...commands, order] : commands;
}

/** Exits are in shares of the margin: at ten times leverage a stop at half of it is 5 % away. */
const STOP_PPM = 550_000;
const TAKE_PPM = 800_000;
/** Without a stop a small profit is taken. */
const SMALL_TAKE_PPM = 400_000;
/** After this loss a holder without a stop looks at its margin, and gives up this close to maintenance with this chance per look. */
const WORRIED_PPM = 600_000;
const CLOSE_PPM = 1_150_000n;
const GIVE_UP_PPM = 60_000;

/** True where a holder wants out of its position now: it has won or lost enough, or has given up. */
function wantsOut(look: Look, { leverage, stops }: Persona, position: Position): boolean {
  const cost = position.cost < 0n ? -position.cost : position.cost;
  // The gain in shares of the margin, ppm.
  const gain = Number((unrealizedPnlOf(look.market, position) * BigInt(MILLION * leverage)) / cost);
  if (stops) return gain < -STOP_PPM || gain > TAKE_PPM;
  return gain > SMALL_TAKE_PPM || (gain < -WORRIED_PPM && givesUp(look, position));
}

function givesUp({ state, draw }: Look, { account }: Position): boolean {
  const { equity, maintenance } = healthOf(state, { account, symbol: null });
  return equity * BigInt(MILLION) < maintenance * CLOSE_PPM && draw.chance(GIVE_UP_PPM);
}
