import { type Command, isRead, type Params, type Step } from './command.ts';

/** Every so many steps the histories of an account are read too. */
const HISTORY_EVERY = 8;
const BOOK = 'BTC-USDT';

const AFTER_A_WRITE = ['getOpenOrders', 'getPositions', 'getSubAccount'] as const;
const HISTORIES = [
  'getTrades',
  'getOrderHistory',
  'getPositionHistory',
  'getBalanceUpdates',
  'getTransfers',
  'getFundingPayments',
] as const;

/** The reads that show what a step has done. A sequence without the step before it has the same ones. */
export function followUpsOf({ id, command }: Step, accounts: readonly string[]): readonly Command[] {
  const account = accountOf(command) ?? turn(accounts, id);
  if (account === undefined || (command.kind === 'signed' && isRead(command.action)) || command.kind === 'public') {
    return [];
  }
  const owner = accounts.includes(account) ? account : (turn(accounts, id) ?? account);
  const signed = (action: string): Command => ({
    kind: 'signed',
    account: owner,
    on: null,
    action,
    params: {},
    changes: {},
  });
  const symbol = symbolOf(command);
  const histories = id % HISTORY_EVERY === 0 ? [turn(HISTORIES, id / HISTORY_EVERY) ?? 'getTrades'] : [];
  return [
    ...[...AFTER_A_WRITE, ...histories].map(signed),
    { kind: 'public', action: 'getOrderbook', params: { symbol, limit: 20 } },
    { kind: 'public', action: 'getLastTrades', params: { symbol, limit: 5 } },
    ...(id % 2 === 0 ? [{ kind: 'public' as const, action: 'getMarketPrices', params: {} }] : []),
  ];
}

/** True for a command after which nothing can have changed. */
export const changesNothing = (command: Command): boolean =>
  command.kind === 'public' || command.kind === 'raw' || (command.kind === 'signed' && isRead(command.action));

function accountOf(command: Command): string | undefined {
  if (command.kind !== 'signed') return undefined;
  return command.on ?? command.account;
}

function symbolOf(command: Command): string {
  const params: Params = 'params' in command ? command.params : {};
  const [first] = Array.isArray(params['orders']) ? (params['orders'] as readonly unknown[]) : [];
  const order = first ?? params['order'];
  const inner = typeof order === 'object' && order !== null && 'symbol' in order ? order.symbol : params['symbol'];
  return typeof inner === 'string' && /^[A-Z]+-USDT$/.test(inner) ? inner : BOOK;
}

const turn = <T>(list: readonly T[], count: number): T | undefined => list[Math.floor(count) % list.length];
