import { AssertionError } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../src/kernel/entries.ts';
import { causeCodeOf, systemCodeOf } from '../../src/kernel/thrown.ts';
import { isNear, SLOW_MARGIN_SHARE } from '../../src/suite/facts.ts';
import { couldOthersChange } from '../../src/suite/market/excuse.ts';
import { NotAsSpecified } from '../../src/suite/results/attempt.ts';
import { problemIn } from '../../src/suite/results/problem.ts';
import { valueAt } from '../../src/suite/paths.ts';
import type { TargetWallet } from '../../src/suite/targets/target.ts';
import type { ExchangeWorld } from './world.ts';

/** Why a scenario says nothing of the target, and what it lacked. */
export interface Unsettled {
  readonly lack: 'setup' | 'moved';
  readonly reason: string;
}

/** How often a market is looked at after a statement that has failed by no more than it moves, and the milliseconds in between. */
const LOOKS = 4;
const BETWEEN_MS = 500;

/**
 * Tells whether an error says nothing of a target that others use, too: its preparations did not succeed; or a comparison failed in
 * which a moving figure of the market takes part, and it has moved; or others have changed what became of a request; or the target
 * had too much to do. Undefined where the error stands; where the suite steers the exchange or it has not begun, all do but that of a
 * preparation that reached nobody.
 */
export async function unsettledBy(world: ExchangeWorld, error: unknown): Promise<Unsettled | undefined> {
  const { step } = world;
  if (step === 'Context' && isNoConnection(error)) {
    return { lack: 'setup', reason: `could not be set up: ${problemIn(error)}` };
  }
  if (world.isSteered || !world.hasBegun) return undefined;
  // A response that breaks the contract is judged wherever it came, in preparations too.
  if (error instanceof NotAsSpecified) return undefined;
  if (step === 'Context') return { lack: 'setup', reason: `could not be set up: ${problemIn(error)}` };
  if (error instanceof Error && OVERLOADED.test(error.message) && !speaksOf(world, '503')) {
    return { lack: 'setup', reason: `the target had too much to do: ${problemIn(error)}` };
  }
  if (error instanceof Error && NONCE_PASSED.test(error.message) && isLate(world)) {
    return { lack: 'setup', reason: `the target was so slow that a stated nonce had passed: ${problemIn(error)}` };
  }
  // What is no assertion is a response that ends too early, comes too long or answers no request: no market does that.
  if (!(error instanceof AssertionError)) return undefined;
  const moved = await movedBy(world, error);
  return moved === undefined
    ? undefined
    : { lack: 'moved', reason: `the market has moved: ${moved}; ${problemIn(error)}` };
}

/** Codes of a connection that was never made, so that nothing was said that could be judged. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns true for a request that reached nobody. A connection that breaks on its way is the deed of who was reached. */
const isNoConnection = (error: unknown): boolean =>
  [causeCodeOf(error), systemCodeOf(error)].some((code) => code !== undefined && NO_CONNECTION.has(code));

/** A refusal that asks to send the request again, as the contract allows at any time. */
const OVERLOADED = /"code":"SERVICE_UNAVAILABLE".*"retryable":true/s;

/** A nonce that others of the same wallet have passed. */
const NONCE_PASSED = /"message":"nonce already used"/;

/** True when a nonce that a cell states as seconds after the beginning lies in the past. */
function isLate({ target, traits: { cells } }: ExchangeWorld): boolean {
  const { began } = target;
  const stated = cells.flatMap((cell) => [...cell.matchAll(/"nonce":\{now \+ (\d+) s\}/g)]);
  return began !== undefined && stated.some(([, seconds]) => target.now() - began > Number(seconds) * 1_000);
}

const speaksOf = ({ traits: { steps, cells } }: ExchangeWorld, word: string): boolean =>
  [...cells, ...steps.map(({ text }) => text)].some((text) => text.includes(word));

async function movedBy(world: ExchangeWorld, error: AssertionError): Promise<string | undefined> {
  const { terms } = world;
  const missed = terms.missedBy(error);
  if (missed) {
    // It may have moved there and back between two looks, and moves on.
    for (let look = 0; look < LOOKS; look += 1) {
      const moved = await terms.moved(missed);
      if (moved !== undefined) return moved;
      await world.pass(BETWEEN_MS);
    }
    return undefined;
  }
  if (!couldOthersChange(error)) return undefined;
  const margins = marginsMovedBy(error);
  if (margins !== undefined) return margins;
  return (await terms.moved()) ?? terms.outrun ?? (await strangerIn(world)) ?? (await strangerLast(world));
}

/** In words which margins have followed their marks, where nothing else is other than stated. */
function marginsMovedBy({ actual, expected }: AssertionError): string | undefined {
  if (!isRecord(actual) || !isRecord(expected)) return undefined;
  const differing = [...new Set([...Object.keys(actual), ...Object.keys(expected)])].filter(
    (fact) => !isDeepStrictEqual(actual[fact], expected[fact]),
  );
  const moved = differing.map((fact) => {
    const change = actual[fact];
    const [from, to] = [String(valueAt(change, 'from')), String(valueAt(change, 'to'))];
    const isMargin = / margin$/.test(fact) && expected[fact] === undefined;
    return isMargin && isNear(from, to, SLOW_MARGIN_SHARE) ? fact : undefined;
  });
  return moved.length > 0 && moved.every((fact) => fact !== undefined)
    ? `${moved.join(', ')} followed the mark`
    : undefined;
}

/** A trade of somebody else that has set the last price meanwhile, where the scenario speaks of it. */
async function strangerLast(world: ExchangeWorld): Promise<string | undefined> {
  const { began } = world.target;
  const symbol = world.terms.symbolOf('market');
  const { cells } = world.traits;
  const watchesLast = cells.some((cell) => cell === 'last' || cell === 'lastPrice');
  if (!world.terms.isUsed || !watchesLast || began === undefined || symbol === undefined) return undefined;
  const ours = new Set<unknown>();
  for (const wallet of walletsOf(world)) {
    for (const trade of await tradesOf(world, wallet, began)) ours.add(valueAt(trade, 'tradeId'));
  }
  const { body } = await world.client.info('getLastTrades', { symbol, limit: 100 });
  const stranger = rowsAt(body, 'response.trades').find(
    (trade) => Number(valueAt(trade, 'timestamp')) >= began && !ours.has(valueAt(trade, 'tradeId')),
  );
  if (stranger === undefined) return undefined;
  return `trade ${String(valueAt(stranger, 'tradeId'))} of somebody else set the last price`;
}

/** The wallets of a scenario that have a subaccount, each once. */
const walletsOf = ({ principals }: ExchangeWorld): readonly TargetWallet[] =>
  [...new Set(principals.values())].filter(({ subAccountId }) => subAccountId !== '');

async function tradesOf(world: ExchangeWorld, wallet: TargetWallet, startTime: number): Promise<readonly unknown[]> {
  const { body } = await world.client.trade(wallet, 'getTrades', { startTime, limit: 100 });
  return rowsAt(body, 'response.trades');
}

function rowsAt(body: unknown, path: string): readonly unknown[] {
  const rows = valueAt(body, path);
  return Array.isArray(rows) ? (rows as unknown[]) : [];
}

/** A fill of the scenario with somebody else's order, where it trades between its own wallets alone. */
async function strangerIn(world: ExchangeWorld): Promise<string | undefined> {
  const { began } = world.target;
  if (!world.terms.isUsed || (mayMeetOthers(world) && !hasOffers(world)) || began === undefined) return undefined;
  const sides = new Map<string, number>();
  for (const wallet of walletsOf(world)) {
    const trades = await tradesOf(world, wallet, began);
    const fired = await firedOrders(world, wallet, began);
    for (const trade of trades) {
      if (fired.has(valueAt(trade, 'orderId'))) continue;
      const id = String(valueAt(trade, 'tradeId'));
      sides.set(id, (sides.get(id) ?? 0) + 1);
    }
  }
  const stranger = [...sides].find(([, count]) => count === 1)?.[0];
  return stranger === undefined ? undefined : `trade ${stranger} was with somebody else's order`;
}

/** Orders of a wallet that a trigger has fired, which meet whoever is best, as they should; none where the scenario has no triggers. */
async function firedOrders(
  world: ExchangeWorld,
  wallet: TargetWallet,
  startTime: number,
): Promise<ReadonlySet<unknown>> {
  if (hasOffers(world) || !world.traits.cells.some((cell) => /^trigger(Tp|Sl)$/.test(cell))) return new Set();
  const { body } = await world.client.trade(wallet, 'getOrderHistory', { startTime, status: ['filled'], limit: 100 });
  const fired = rowsAt(body, 'response').filter((row) => /^(TAKE_PROFIT|STOP_LOSS)/.test(String(valueAt(row, 'type'))));
  return new Set(fired.map((row) => valueAt(row, 'orderId')));
}

/**
 * True when a scenario sends orders without a price of its own, which meet whoever is best. What trades at once at a stated price
 * meets an order of the scenario, inside the spread.
 */
const mayMeetOthers = ({ traits: { steps, cells } }: ExchangeWorld): boolean =>
  steps.some(({ text }) => /twap/i.test(text)) ||
  cells.some((cell) => cell === 'market' || /"orderType":"(market|twap)"/.test(cell));

/** True when a scenario puts an order next to the best for one without a price to meet. */
const hasOffers = ({ traits: { steps } }: ExchangeWorld): boolean =>
  steps.some(({ text }) => /" (offers|bids for) ".* inside the spread|^the price \w+ in the spread of "/.test(text));
