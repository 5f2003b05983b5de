import { useSignal } from '@preact/signals';
import type { OpenOrder } from '../../../client.ts';
import { modifyOrder, type OrderChanges, problemOf, session } from '../data/account.ts';
import { clock } from '../data/exchange.ts';
import { dayAndTime, grouped, span } from '../design/format.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { Heads, number, spoken } from '../design/heads.tsx';

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
          <Heads
            of={[
              'Market',
              'Side',
              'Type',
              number('Price'),
              number('Trigger'),
              number('Filled'),
              number('Placed'),
              spoken('Actions'),
            ]}
          />
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

interface LineParts {
  readonly order: OpenOrder;
  readonly cancel: () => void;
}

/** One open order, with the fields that may change while it is being modified. */
function OrderLine({ order, cancel }: LineParts) {
  const changes = useSignal<OrderChanges | null>(null);
  const problem = useSignal<string | undefined>(undefined);
  const isChanging = changes.value !== null;
  const send = async (): Promise<void> => {
    const changed = changes.value ?? {};
    problem.value = Object.keys(changed).length === 0 ? undefined : await modifyOrder(order, changed);
    if (problem.value === undefined) changes.value = null;
  };
  const cell = (name: keyof OrderChanges, label: string, absent: string) => {
    const text = order[name];
    if (text === '' || !isChanging) return text === '' ? absent : grouped(text);
    return (
      <input
        class="short"
        inputMode="decimal"
        aria-label={`${label} of order ${order.orderId}`}
        value={changes.value?.[name] ?? text}
        onInput={(event) => {
          changes.value = { ...changes.value, [name]: event.currentTarget.value.trim() };
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void send();
          if (event.key === 'Escape') changes.value = null;
        }}
      />
    );
  };
  return (
    <tr>
      <td>{order.symbol}</td>
      <td class={order.side === 'buy' ? 'up' : 'down'}>{order.side}</td>
      <td>{typeOf(order)}</td>
      <td class="number">{cell('price', 'Price', 'market')}</td>
      <td class="number">{cell('triggerPrice', 'Trigger', '–')}</td>
      <td class="number">
        {order.filledQuantity} of {cell('quantity', 'Quantity', 'all')}
        {order.twapDetails ? <TwapProgress details={order.twapDetails} /> : null}
      </td>
      <td class="number">{dayAndTime(order.createdTime)}</td>
      <td>
        <span class="row end">
          {isChanging ? (
            <>
              <button type="button" class="button small" onClick={() => void send()}>
                Send
              </button>
              <button
                type="button"
                class="button small"
                onClick={() => {
                  changes.value = null;
                  problem.value = undefined;
                }}
              >
                Keep
              </button>
            </>
          ) : (
            <>
              <button
                type="button"
                class="button small"
                aria-label={`Modify order ${order.orderId}`}
                onClick={() => {
                  changes.value = {};
                }}
              >
                Modify
              </button>
              <button type="button" class="button small" aria-label={`Cancel order ${order.orderId}`} onClick={cancel}>
                Cancel
              </button>
            </>
          )}
        </span>
        {problem.value !== undefined && (
          <span class="wrong" role="alert">
            {problem.value}
          </span>
        )}
      </td>
    </tr>
  );
}

/** How many orders of a TWAP have traded, and how long it still goes on. */
function TwapProgress({ details }: { readonly details: NonNullable<OpenOrder['twapDetails']> }) {
  const { tradesFilled, totalTrades, averagePrice, startedAtMs, totalDurationMs } = details;
  const left = Math.max(0, startedAtMs + totalDurationMs - clock.value.now);
  return (
    <span class="twap">
      <progress aria-label="Progress of the TWAP" max={totalTrades} value={tradesFilled} />
      <span class="quiet">
        {tradesFilled} of {totalTrades} orders
        {Number(averagePrice) > 0 ? `, average ${grouped(averagePrice)}` : ''}, {span(left)} left
      </span>
    </span>
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
