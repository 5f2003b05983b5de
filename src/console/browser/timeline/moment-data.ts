import type { LogRecord } from '../../../contract/log-shapes.ts';

interface Order {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly price: string;
  readonly quantity: string;
  readonly filledQuantity: string;
}

interface Position {
  readonly symbol: string;
  readonly side: string;
  readonly quantity: string;
  readonly entryPrice: string;
  readonly unrealizedPnl: string;
  readonly liquidationPrice: string;
}

/** An account as it was. */
export interface MomentAccount {
  readonly subAccountId: string;
  readonly accountValue: string;
  readonly availableMargin: string;
  readonly maintenanceMargin: string;
  readonly balances: readonly { readonly asset: string; readonly quantity: string }[];
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly ordersLeftOut: number;
}

type Levels = readonly (readonly [price: string, quantity: string])[];

/** `GET /sim/v1/moment`. */
export interface MomentRead {
  readonly input: number;
  readonly at: number;
  readonly inputs: number;
  readonly from: { readonly snapshot: string | null; readonly input: number };
  readonly opens: string;
  readonly markets: readonly {
    readonly symbol: string;
    readonly indexPrice: string;
    readonly markPrice: string;
    readonly bestBid: string;
    readonly bestAsk: string;
    readonly openInterest: string;
  }[];
  readonly book: { readonly symbol: string; readonly bids: Levels; readonly asks: Levels };
  readonly accounts: readonly { readonly subAccountId: string; readonly accountValue: string }[];
  readonly account: MomentAccount | null;
  readonly rows: readonly LogRecord[];
}

/** A figure of two moments. */
export interface Compared {
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** Right less left, where both are numbers. */
  readonly difference: number | null;
}

const NONE = '–';

/** Returns every figure that differs between two moments: prices, the account, its positions and orders, and the best of the book. */
export function differences(left: MomentRead, right: MomentRead): readonly Compared[] {
  const [one, other] = [figuresOf(left), figuresOf(right)];
  const names = [...new Set([...one.keys(), ...other.keys()])];
  return names
    .map((name) => compared(name, one.get(name) ?? NONE, other.get(name) ?? NONE))
    .filter(({ left: mine, right: its }) => mine !== its);
}

/** Values of the accounts in both, as far as both have them. */
export const worths = (left: MomentRead, right: MomentRead): readonly Compared[] =>
  left.accounts.flatMap(({ subAccountId, accountValue }) => {
    const other = right.accounts.find((account) => account.subAccountId === subAccountId);
    return other ? [compared(subAccountId, accountValue, other.accountValue)] : [];
  });

function compared(name: string, left: string, right: string): Compared {
  const difference = Number(right) - Number(left);
  const isNumber = left.trim() !== '' && right.trim() !== '' && Number.isFinite(difference);
  return { name, left, right, difference: isNumber ? difference : null };
}

/** Every figure of a moment by its name, in the order in which they are shown. */
function figuresOf({ markets, account, book }: MomentRead): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (account) {
    found.set('Account value', account.accountValue);
    found.set('Available margin', account.availableMargin);
    found.set('Maintenance margin', account.maintenanceMargin);
    for (const { asset, quantity } of account.balances) found.set(`Balance of ${asset}`, quantity);
    for (const { symbol, side, quantity, entryPrice, unrealizedPnl } of account.positions) {
      found.set(`Position in ${symbol}`, side === 'short' ? `-${quantity}` : quantity);
      found.set(`Entry price in ${symbol}`, entryPrice);
      found.set(`Unrealized PnL in ${symbol}`, unrealizedPnl);
    }
    for (const { orderId, symbol, side, price, quantity, filledQuantity } of account.orders) {
      const text = `${side} ${quantity} ${symbol}${price === '' ? '' : ` at ${price}`}`;
      found.set(`Order …${orderId.slice(-5)}`, filledQuantity === '0' ? text : `${text}, ${filledQuantity} filled`);
    }
  }
  for (const { symbol, markPrice, indexPrice, openInterest } of markets) {
    found.set(`Mark price of ${symbol}`, markPrice);
    found.set(`Index price of ${symbol}`, indexPrice);
    found.set(`Open interest of ${symbol}`, openInterest);
  }
  for (const [side, levels] of [
    ['Bid', book.bids],
    ['Ask', book.asks],
  ] as const) {
    for (const [at, [price, quantity]] of levels.slice(0, LEVELS).entries()) {
      found.set(`${side} ${at + 1} of ${book.symbol}`, `${quantity} at ${price}`);
    }
  }
  return found;
}

const LEVELS = 5;
