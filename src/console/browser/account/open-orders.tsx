import { useSignal } from '@preact/signals';
import type { OpenOrder } from '../../../client.ts';
import { problemOf, session } from '../data/account.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { OrderLine } from './order-line.tsx';

interface OpenOrdersParts {
  readonly orders: readonly OpenOrder[];
  /** The market that they are of, or `*`. */
  readonly scope: string;
}

/** The live orders, conditional ones too, each with what can be done about it. */
export function OpenOrders({ orders, scope }: OpenOrdersParts) {
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
            onClick={() => void carryOut(session.value?.client.cancelAllOrders([scope]))}
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
              <th class="number">Placed</th>
              <th>
                <span class="spoken">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.map((order) => (
              <OrderLine
                key={order.orderId}
                order={order}
                cancel={() => void carryOut(session.value?.client.cancelOrders({ orderIds: [order.orderId] }))}
              />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
