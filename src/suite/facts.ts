import { Amount, amountIn, amountText, NOTHING } from './amount.ts';
import type { ExchangeClient } from './transports/exchange-client.ts';
import type { TargetWallet } from './targets/target.ts';
import { type Guard, isListOf, isShape, isText, orNull } from '../kernel/guards.ts';
import { valueAt } from './paths.ts';
import { isRecord } from './records.ts';

/** What an outsider can see of the principals of a scenario, by name. Equal facts mean nothing changed. */
export type Facts = ReadonlyMap<string, string>;

interface Record_ {
  readonly [key: string]: unknown;
}

/**
 * Looks at every principal through the API alone: balances and what of them is on its way out, reserved margin,
 * positions, names, number of subaccounts, delegated signers, open orders.
 *
 * @param names what a scenario calls an order, by venue id, and a principal, by address
 */
export async function factsOf(
  client: ExchangeClient,
  principals: ReadonlyMap<string, TargetWallet>,
  names: ReadonlyMap<string, string>,
): Promise<Facts> {
  const facts = new Map<string, string>();
  for (const [name, wallet] of principals) {
    // A wallet without a subaccount owns nothing that could change.
    if (wallet.subAccountId === '') continue;
    const { account, family } = await recordOf(client, wallet);
    for (const row of account.collaterals ?? []) {
      facts.set(`${name} ${String(row.symbol)}`, String(row.quantity));
      if (row.pendingWithdraw !== '0') facts.set(`${name} pending ${String(row.symbol)}`, String(row.pendingWithdraw));
    }
    if (account.subAccountName !== '') facts.set(`${name} name`, account.subAccountName);
    facts.set(`${name} subaccounts`, String(family));
    facts.set(`${name} margin`, String(account.crossMarginSummary.initialMargin));
    for (const row of account.positions ?? []) {
      facts.set(
        `${name} position ${String(row.symbol)}`,
        `${String(row.side)} ${String(row.quantity)} at ${String(row.entryPrice)}`,
      );
    }
    for (const row of account.delegatedSigners) {
      const signer = names.get(String(row.walletAddress)) ?? String(row.walletAddress);
      const end = row.expiresAt === null ? 'without end' : `until ${JSON.stringify(row.expiresAt)}`;
      facts.set(`${name} signer ${signer.replace(/ address$/, '')}`, `${String(row.permissions)} ${end}`);
    }
    const orders = await read(client, wallet, 'getOpenOrders', isListOf(isRecord), { limit: 1000 });
    for (const order of orders) {
      const label = names.get(String(order.orderId)) ?? String(order.orderId);
      facts.set(
        `order ${label}`,
        `${String(order.side)} ${String(order.quantity)} at ${order.price === '' ? 'market' : String(order.price)}${order.triggerPrice === '' ? '' : ` from ${String(order.triggerPrice)}`}, filled ${String(order.filledQuantity)}`,
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

/** A change of a fact; `none` where there is no such fact. */
export interface Change {
  readonly from: string;
  readonly to: string;
}

/** Collateral of a principal, or how many subaccounts there are: wallets with a past begin with other figures. */
const isBalance = (fact: string): boolean => / ([A-Z]+|subaccounts)$/.test(fact);

/** An asset that an account has never held counts as zero, as one that it no longer holds. */
const quantity = (amount: string): Amount | undefined => amountIn(amount === 'none' ? '0' : amount);

/** How much a margin may change with its mark while a scenario runs in real time, as a share. */
const MARGIN_SHARE = '0.001';
/** What rounding to two decimals alone may do, at both ends. */
const MARGIN_ROUNDING = '0.02';

/** The same where a slow target keeps a scenario waiting. A request that changes a margin changes it by more. */
export const SLOW_MARGIN_SHARE = '0.01';

/** True for two margins that may differ only because the mark has moved, by at most a share. */
export function isNear(one: string, other: string, share = MARGIN_SHARE): boolean {
  const [a, b] = [amountIn(one), amountIn(other)];
  if (a === undefined || b === undefined) return false;
  return a
    .minus(b)
    .abs()
    .lte(Amount.max(a.abs().times(share), MARGIN_ROUNDING));
}

/** A withdrawal that was on its way before has ended, as they do by themselves. */
const isEnded = (fact: string, { from, to }: Change): boolean => {
  const [before, after] = [quantity(from) ?? NOTHING, quantity(to) ?? NOTHING];
  return / pending [A-Z]+$/.test(fact) && after.lt(before);
};

/** True for equal amounts, and for two texts that are no amounts. */
const isSame = (one: Amount | undefined, other: Amount | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.eq(other);

/** Decimals that balances are shown with at least; amounts behind them may have more. */
const SHOWN_DECIMALS = 6;

/**
 * True for a balance that has moved as expected. A movement with more decimals than balances are shown with may show in the last
 * decimal at either end.
 */
function isMoved(expected: Amount, began: Amount, ended: Amount | undefined): boolean {
  if (ended === undefined) return false;
  const error = began.plus(expected).minus(ended).abs();
  return expected.decimalPlaces() > SHOWN_DECIMALS ? error.lte(LAST_DECIMAL) : error.isZero();
}

const LAST_DECIMAL = '0.000001';

/** Changes without those that only the movement of a mark has made, or the end of an earlier withdrawal. */
export function withoutDrift(changes: ReadonlyMap<string, Change>): Map<string, Change> {
  const isNone = (fact: string, { from, to }: Change): boolean =>
    isBalance(fact) && isSame(quantity(from), quantity(to));
  return new Map(
    [...changes].filter(
      ([fact, change]) =>
        !isNone(fact, change) &&
        !isEnded(fact, change) &&
        !(fact.endsWith(' margin') && isNear(change.from, change.to)),
    ),
  );
}

/**
 * Expected changes as they show where wallets have a past and marks move: balances begin where they really began and
 * move by as much as expected, and margins are as they are when they are near enough.
 */
export function asMovements(
  expected: Readonly<Record<string, Change>>,
  actual: Readonly<Record<string, Change>>,
): Readonly<Record<string, Change>> {
  const moved = Object.entries(expected).map(([fact, change]) => {
    const found = actual[fact];
    if (found && fact.endsWith(' margin') && isNear(change.from, found.from) && isNear(change.to, found.to)) {
      return [fact, found] as const;
    }
    if (!found || !isBalance(fact)) return [fact, change] as const;
    const [before, after, began, ended] = [change.from, change.to, found.from, found.to].map(quantity);
    if (before === undefined || after === undefined || began === undefined) return [fact, change] as const;
    const expected = after.minus(before);
    if (isMoved(expected, began, ended)) return [fact, found] as const;
    return [fact, { from: amountText(began), to: amountText(began.plus(expected)) }] as const;
  });
  return Object.fromEntries(moved);
}

interface AccountFacts {
  readonly subAccountId: string;
  readonly subAccountName: string;
  readonly collaterals: Record_[] | null;
  readonly crossMarginSummary: Record_;
  readonly positions: Record_[] | null;
  readonly delegatedSigners: Record_[];
}

const isAccounts = isShape({
  subAccounts: isListOf(
    isShape<AccountFacts>({
      subAccountId: isText,
      subAccountName: isText,
      collaterals: orNull(isListOf(isRecord)),
      crossMarginSummary: isRecord,
      positions: orNull(isListOf(isRecord)),
      delegatedSigners: isListOf(isRecord),
    }),
  ),
});

/** One subaccount, and how many there are under its master. */
async function recordOf(
  client: ExchangeClient,
  wallet: TargetWallet,
): Promise<{ readonly account: AccountFacts; readonly family: number }> {
  const { subAccounts } = await read(client, wallet, 'getSubAccounts', isAccounts);
  const own = subAccounts.find(({ subAccountId }) => subAccountId === wallet.subAccountId);
  if (!own) throw new Error(`getSubAccounts does not list ${wallet.subAccountId}`);
  return { account: own, family: subAccounts.length };
}

async function read<T>(
  client: ExchangeClient,
  wallet: TargetWallet,
  action: string,
  is: Guard<T>,
  params: Record<string, unknown> = {},
): Promise<T> {
  const response = await client.trade(wallet, action, params);
  if (response.status !== 200) throw new Error(`${action} failed while the suite read the facts: ${response.text}`);
  const result = valueAt(response.body, 'response');
  if (is(result)) return result;
  throw new Error(`${action} gave other fields than the suite reads the facts from: ${response.text}`);
}
