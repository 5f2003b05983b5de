import { useSignal } from '@preact/signals';
import type { OpenOrder } from '../../../client/index.ts';
import { problemOf, session } from '../data/account.ts';
import { dayAndTime, grouped } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';

/** The live orders, conditional ones too, each with its way out. */
export function OpenOrders({ orders }: { readonly orders: readonly OpenOrder[] }) {
  const problem = useSignal<string | null>(null);
  const carryOut = async (work: Promise<unknown> | undefined): Promise<void> => {
    problem.value = null;
    try {
      await work;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <Panel
      title={`Open orders (${orders.length})`}
      class="orders"
      tools={
        orders.length > 0 && (
          <button
            type="button"
            class="button small"
            onClick={() => void carryOut(session.value?.client.cancelAllOrders(['*']))}
          >
            Cancel all
          </button>
        )
      }
    >
      {problem.value !== null && (
        <p class="fault" role="alert">
          {problem.value}
        </p>
      )}
      {orders.length === 0 ? (
        <Empty>No order is open.</Empty>
      ) : (
        <table class="grid">
          <thead>
            <tr>
              <th>Market</th>
              <th>Side</th>
              <th>Type</th>
              <th class="number">Price</th>
              <th class="number">Trigger</th>
              <th class="number">Filled</th>
              <th>Placed</th>
              <th>
                <span class="spoken">Cancel</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <tr key={order.orderId}>
                <td>{order.symbol}</td>
                <td class={order.side === 'buy' ? 'up' : 'down'}>{order.side}</td>
                <td>{typeOf(order)}</td>
                <td class="number">{order.price === '' ? 'market' : grouped(order.price)}</td>
                <td class="number">{order.triggerPrice === '' ? '–' : grouped(order.triggerPrice)}</td>
                <td class="number">
                  {order.filledQuantity} of {order.quantity}
                </td>
                <td>{dayAndTime(order.createdTime)}</td>
                <td class="number">
                  <button
                    type="button"
                    class="button small"
                    aria-label={`Cancel order ${order.orderId}`}
                    onClick={() => void carryOut(session.value?.client.cancelOrders({ orderIds: [order.orderId] }))}
                  >
                    Cancel
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** `LIMIT GTC, post-only`. */
const typeOf = ({ type, timeInForce, reduceOnly, postOnly, closePosition }: OpenOrder): string =>
  [
    `${type} ${timeInForce}`.trim(),
    ...(postOnly ? ['post-only'] : []),
    ...(reduceOnly ? ['reduce-only'] : []),
    ...(closePosition ? ['closes the position'] : []),
  ].join(', ');
