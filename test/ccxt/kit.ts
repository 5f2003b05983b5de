import type { Market } from 'ccxt';
import { type Perpsim, PerpsimPro } from '../../src/ccxt.ts';
import { createExchange, type Exchange } from '../../src/exchange/exchange.ts';
import { refusalWriter } from '../../src/exchange/rest/refusals.ts';
import { RestServer } from '../../src/exchange/rest/server.ts';
import { WsUpgradeHandler } from '../../src/exchange/ws/upgrade-handler.ts';

/** The ccxt classes against a living exchange on a live clock, over sockets. */

export type Bot = InstanceType<typeof PerpsimPro>;
export type Rest = InstanceType<typeof Perpsim>;

export const BTC = 'BTC/USDT:USDT';
export const ETH = 'ETH/USDT:USDT';
export const SOL = 'SOL/USDT:USDT';
/** No test of this kit trades there. */
export const XRP = 'XRP/USDT:USDT';

/** Wallets that may have many orders open. */
const MAKERS = [8, 9] as const;
const HOLDER = 7;
const HOUR_MS = 3_600_000;

export interface Kit {
  readonly exchange: Exchange;
  readonly origin: string;
  /** Of the first maker: requests over REST and WebSocket, and streams. */
  readonly bot: Bot;
  /** Of the second one, for trades that are not the bot's own. */
  readonly other: Rest;
  /** Holds a position from the first moment on, so that it pays or receives funding however slow the machine is. */
  readonly holder: Bot;
  /** A class for whatever wallet, or for none. */
  botOf(account: number | undefined, options?: object): Bot;
  close(): Promise<void>;
}

/** A busy machine takes longer than the ten seconds of ccxt to reckon the candles of a past. */
const PATIENCE_MS = 120_000;

/** @param toHour how long before a full hour, when funding is settled, its clock begins */
export async function livingKit({ toHourMs = 1_800_000 }: { readonly toHourMs?: number } = {}): Promise<Kit> {
  const startTime = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS - toHourMs;
  const exchange = await createExchange({ seed: 7, clock: 'live', startTime, limits: { enabled: false } });
  const writeRefusal = refusalWriter(exchange);
  const server = new RestServer({ exchange, writeRefusal, streams: new WsUpgradeHandler({ exchange, writeRefusal }) });
  const { origin } = await server.listen({ host: '127.0.0.1', port: 0 });
  const urls = { api: { rest: `${origin}/v1`, ws: `${origin.replace('http', 'ws')}/v1/ws` } };
  const bots: Bot[] = [];
  const botOf = (account: number | undefined, options: object = {}): Bot => {
    const privateKey = account === undefined ? undefined : exchange.accounts[account]?.privateKey;
    const made = new PerpsimPro({ privateKey, urls, enableRateLimit: false, timeout: PATIENCE_MS, ...options });
    bots.push(made);
    return made;
  };
  const holder = botOf(HOLDER);
  await holder.createOrder(BTC, 'market', 'buy', 0.01);
  const [first, second] = MAKERS;
  const bot = botOf(first);
  const other = botOf(second);
  await Promise.all([bot.loadMarkets(), other.loadMarkets()]);
  return {
    ...{ exchange, origin, bot, other, holder, botOf },
    close: async () => {
      await Promise.all(bots.map((each) => each.close()));
      await server.close();
      await exchange.close();
    },
  };
}

/** A price so many percent from the mark price, on the price step. */
export async function near(bot: Rest, symbol: string, percent: number): Promise<number> {
  const { markPrice } = await bot.fetchTicker(symbol);
  return Number(bot.priceToPrecision(symbol, Number(markPrice) * (1 + percent / 100)));
}

/** The smallest amount that a market takes, times so many. */
export function amountOf(bot: Rest, symbol: string, times = 1): number {
  const { limits } = bot.market(symbol) as Market & { readonly limits: { readonly amount: { readonly min: number } } };
  return Number(bot.amountToPrecision(symbol, limits.amount.min * times));
}

/** Cancels every order and closes every position. */
export async function flat(bot: Rest): Promise<void> {
  await bot.cancelAllOrders();
  await bot.closeAllPositions();
}

/** Asks again until a condition holds. */
export async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Does something over and over until a call has resolved. */
export async function during<T>(call: Promise<T>, act: () => Promise<unknown>): Promise<T> {
  let isOver = false;
  const over = call.finally(() => (isOver = true));
  over.catch(() => undefined);
  while (!isOver) {
    await act();
    await Promise.race([over.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  return over;
}
