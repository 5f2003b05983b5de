import type { Gained } from '../card/card-data.ts';
import { ConsoleClient } from '../data/signed-requests.ts';
import { type DevAccount, session } from '../data/account.ts';
import { readControl } from '../data/control.ts';
import { WS_URL } from '../data/exchange.ts';

/** What is read of an account with its key. */
export interface Seen {
  readonly trades: readonly Gained[];
  /** There are more fills than were read. */
  readonly isCut: boolean;
  readonly funding: readonly { readonly payment: string }[];
  readonly unrealized: string;
  readonly accountValue: string;
  /** Values over a day, the oldest first, and the present one. */
  readonly equity: readonly number[];
  readonly limits: { readonly requestsUsed: number; readonly requestsCap: number };
}

const LIMIT = 500;

/** Reads an account with the key of the session, or with that of a dev account, which is public. Throws where there is neither. */
export async function readBot(id: string, dev: DevAccount | undefined, until: AbortSignal): Promise<Seen> {
  const own = session.value?.subAccountId === id ? session.value.client : undefined;
  if (!own && !dev) throw new Error('sign in with its key to see what it earned');
  const client = own ?? (await clientOf(dev, id));
  const end = (): void => {
    // The client of the session goes on.
    if (!own) client?.close().catch(() => undefined);
  };
  until.addEventListener('abort', end, { once: true });
  if (!client) throw new Error('sign in with its key to see what it earned');
  const [trades, funding, summary, history, limits] = await Promise.all([
    client.getTrades({ limit: LIMIT }),
    client.getFundingPayments({ limit: LIMIT }),
    client.getSubAccount(),
    client.getPerformanceHistory('day'),
    client.getRateLimits(),
  ]);
  end();
  const { accountValue, totalUnrealizedPnl } = summary.crossMarginSummary;
  return {
    ...{ trades: trades.trades, isCut: trades.hasMore, funding: funding.fundingHistory },
    ...{ unrealized: totalUnrealizedPnl, accountValue, limits },
    equity: [...history.performanceHistory.history.map((point) => Number(point.accountValue)), Number(accountValue)],
  };
}

async function clientOf(dev: DevAccount | undefined, subAccountId: string): Promise<ConsoleClient | undefined> {
  if (!dev) return undefined;
  const state = await readControl<{ readonly serviceName: string }>('/state');
  return new ConsoleClient({
    wsUrl: WS_URL,
    privateKey: dev.privateKey,
    subAccountId,
    ...('value' in state && { serviceName: state.value.serviceName }),
  });
}
