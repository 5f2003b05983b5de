import type { ExchangeClient } from './exchange-client.ts';
import type { TargetWallet } from './targets/target.ts';

/** What an outsider can see of the principals of a scenario, by name. Equal facts mean nothing changed. */
export type Facts = ReadonlyMap<string, string>;

interface Record_ {
  readonly [key: string]: unknown;
}

/**
 * Looks at every principal through the API alone: balances, reserved margin, positions, open orders.
 *
 * @param names venue id to the name a scenario gave the order
 */
export async function factsOf(
  client: ExchangeClient,
  principals: ReadonlyMap<string, TargetWallet>,
  names: ReadonlyMap<string, string>,
): Promise<Facts> {
  const facts = new Map<string, string>();
  for (const [name, wallet] of principals) {
    const account = (await read(client, wallet, 'getSubAccount')) as {
      collaterals: Record_[] | null;
      crossMarginSummary: Record_;
      positions: Record_[] | null;
    };
    for (const row of account.collaterals ?? []) facts.set(`${name} ${String(row.symbol)}`, String(row.quantity));
    facts.set(`${name} margin`, String(account.crossMarginSummary.initialMargin));
    for (const row of account.positions ?? []) {
      facts.set(
        `${name} position ${String(row.symbol)}`,
        `${String(row.side)} ${String(row.quantity)} at ${String(row.entryPrice)}`,
      );
    }
    for (const order of (await read(client, wallet, 'getOpenOrders', { limit: 1000 })) as Record_[]) {
      const label = names.get(String(order.orderId)) ?? String(order.orderId);
      facts.set(
        `order ${label}`,
        `${String(order.side)} ${String(order.quantity)} at ${String(order.price)}, filled ${String(order.filledQuantity)}`,
      );
    }
  }
  return facts;
}

/** Facts that differ, as `name: from -> to`; `none` where one side has no such fact. */
export function changesBetween(before: Facts, after: Facts): Map<string, { from: string; to: string }> {
  const changes = new Map<string, { from: string; to: string }>();
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const from = before.get(key) ?? 'none';
    const to = after.get(key) ?? 'none';
    if (from !== to) changes.set(key, { from, to });
  }
  return changes;
}

async function read(
  client: ExchangeClient,
  wallet: TargetWallet,
  action: string,
  params: Record<string, unknown> = {},
): Promise<unknown> {
  const answer = await client.trade(wallet, action, params);
  if (answer.status !== 200) throw new Error(`${action} failed while looking at facts: ${answer.text}`);
  return (answer.body as { response: unknown }).response;
}
