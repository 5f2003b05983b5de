import type { AccountView } from '../data/account.ts';
import type { OpenOrder } from '../../../client.ts';

/** A price that is drawn across the chart, with a name at the axis. */
export interface ChartLine {
  readonly price: number;
  readonly title: string;
  readonly tone: 'up' | 'down' | 'accent';
  readonly isDashed: boolean;
}

/** The lines of an account in one market: entry and liquidation of its position, and its open orders. */
export function linesOf(symbol: string, view: Pick<AccountView, 'positions' | 'orders'> | null): ChartLine[] {
  if (!view) return [];
  const positions = view.positions.filter((position) => position.symbol === symbol);
  const orders = view.orders.filter((order) => order.symbol === symbol && priceOf(order) !== '');
  return [
    ...positions.flatMap(({ side, quantity, entryPrice, liquidationPrice }): ChartLine[] => [
      { price: Number(entryPrice), title: `${side} ${quantity}`, tone: 'accent', isDashed: false },
      ...(Number(liquidationPrice) > 0
        ? [{ price: Number(liquidationPrice), title: 'liquidation', tone: 'down', isDashed: true } as const]
        : []),
    ]),
    ...orders.map((order): ChartLine => ({
      price: Number(priceOf(order)),
      title: `${order.side} ${order.quantity}`,
      tone: order.side === 'buy' ? 'up' : 'down',
      isDashed: order.triggerPrice !== '',
    })),
  ];
}

/** The lines in words, as the end of a description of the chart. */
export const spokenLines = (lines: readonly ChartLine[]): string =>
  lines.length === 0 ? '' : `, with ${lines.map(({ title, price }) => `${title} at ${price}`).join(', ')}`;

/** Returns where an order waits: at its trigger price, or at its price. Empty for an order without either, such as a TWAP. */
export const priceOf = ({ price, triggerPrice }: Pick<OpenOrder, 'price' | 'triggerPrice'>): string =>
  triggerPrice === '' ? price : triggerPrice;

/** The nearest price that the market takes, with the decimals of its increment. */
export function onTick(price: number, increment: string): string {
  const decimals = increment.split('.')[1]?.length ?? 0;
  const tick = Number(increment);
  return (Math.max(1, Math.round(price / tick)) * tick).toFixed(decimals);
}
