import { createExchange, type ExchangeOptions } from '../../exchange/exchange.ts';

/** Trades and depth of a market of an exchange, as CSV. */
export interface RecordedCsv {
  readonly trades: string;
  readonly depth: string;
}

interface Trade {
  readonly tradeId: string;
  readonly side: string;
  readonly price: string;
  readonly quantity: string;
  readonly timestamp: number;
}

/** Runs an exchange and records a market of it through its public API, as a user would: a look every `everyMs`. */
export async function recordedMarket(
  world: NonNullable<ExchangeOptions['world']>,
  symbol: string,
  spanMs: number,
  everyMs: number,
): Promise<RecordedCsv> {
  const exchange = await createExchange({ world, seed: '7', clock: 'manual', limits: { enabled: false } });
  const read = async <T>(params: object): Promise<T> => {
    const response = await exchange.fetch(`${exchange.url}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ params }),
    });
    return ((await response.json()) as { readonly response: T }).response;
  };
  const trades = ['time,price,quantity,side,id'];
  const depth = ['time,side,price,quantity,snapshot'];
  const seen = new Set<string>();
  try {
    for (let at = 0; at < spanMs; at += everyMs) {
      exchange.clock.advance(everyMs);
      const found = await read<{ readonly trades: readonly Trade[] }>({ action: 'getLastTrades', symbol, limit: 100 });
      for (const { tradeId, side, price, quantity, timestamp } of [...found.trades].reverse()) {
        if (seen.has(tradeId)) continue;
        seen.add(tradeId);
        trades.push(`${timestamp},${price},${quantity},${side},${tradeId}`);
      }
      const book = await read<{ bids: [string, string][]; asks: [string, string][] }>({
        action: 'getOrderbook',
        symbol,
      });
      const now = exchange.clock.now();
      for (const [price, quantity] of book.bids) depth.push(`${now},buy,${price},${quantity},true`);
      for (const [price, quantity] of book.asks) depth.push(`${now},sell,${price},${quantity},true`);
    }
  } finally {
    await exchange.close();
  }
  return { trades: `${trades.join('\n')}\n`, depth: `${depth.join('\n')}\n` };
}
