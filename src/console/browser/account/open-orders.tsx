import { useSignal } from '@preact/signals';
import type { OpenOrder } from '../../../client.ts';
import { linkTo } from '../app/router.ts';
import { modifyOrder, type OrderChanges, session } from '../data/account.ts';
import { clock } from '../data/exchange.ts';
import { marketOf } from '../data/markets.ts';
import { type Refused, refusedBy } from '../data/refusals.ts';
import { dayAndTime, grouped, priceText, sizeText, span } from '../design/format.ts';
import { Empty, Panel, RefusedNotice } from '../design/panel.tsx';
import { Heads, number, spoken } from '../design/heads.tsx';

interface OpenOrdersParts {
  readonly orders: readonly OpenOrder[];
  /** The market that they are of, or `*`. */
  readonly scope: string;
  /** Of all live orders those of one type. */
  readonly type?: OrderType;
}

/** How live orders are parted: those on the book, those that wait for a trigger, and those that are sent in parts. */
export type OrderType = 'open' | 'conditional' | 'twap';

const TYPES: Readonly<Record<OrderType, { readonly title: string; readonly none: string }>> = {
  open: { title: 'Open orders', none: 'No order is open.' },
  conditional: { title: 'Conditional orders', none: 'No order waits for its trigger.' },
  twap: { title: 'TWAP orders', none: 'No TWAP is under way.' },
};

/** Returns the type that a live order is of. */
export const typeOfOrder = ({ twapDetails, triggerPrice }: OpenOrder): OrderType =>
  twapDetails ? 'twap' : triggerPrice === '' ? 'open' : 'conditional';

/** The live orders, conditional ones too, each with what can be done about it. */
export function OpenOrders({ orders: all, scope, type }: OpenOrdersParts) {
  const refused = useSignal<Refused | null>(null);
  const carryOut = async (work: Promise<unknown> | undefined): Promise<void> => {
    refused.value = null;
    try {
      await work;
    } catch (error) {
      refused.value = await refusedBy(error);
    }
  };
  const orders = type === undefined ? all : all.filter((order) => typeOfOrder(order) === type);
  const { title, none } = TYPES[type ?? 'open'];
  const cancelAll = (): Promise<unknown> | undefined => {
    const client = session.value?.client;
    // Orders of one type alone are named one by one.
    return orders.length === all.length
      ? client?.cancelAllOrders([scope])
      : client?.cancelOrders({ orderIds: orders.map(({ orderId }) => orderId) });
  };
  return (
    <Panel
      title={`${title} (${orders.length})`}
      class="orders"
      tools={
        orders.length > 0 && (
          <button type="button" class="button small" onClick={() => void carryOut(cancelAll())}>
            Cancel all
          </button>
        )
      }
    >
      <RefusedNotice refused={refused.value} />
      {orders.length === 0 ? (
        <Empty>{none}</Empty>
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
  const market = marketOf(order.symbol);
  const written = (name: keyof OrderChanges, text: string): string =>
    name === 'quantity' ? sizeText(text, market) : priceText(text, market);
  const send = async (): Promise<void> => {
    const changed = changes.value ?? {};
    problem.value = Object.keys(changed).length === 0 ? undefined : await modifyOrder(order, changed);
    if (problem.value === undefined) changes.value = null;
  };
  const cell = (name: keyof OrderChanges, label: string, absent: string) => {
    const text = order[name];
    if (text === '' || !isChanging) return text === '' ? absent : written(name, text);
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
      <td>
        <a href={linkTo('market', order.symbol)}>{order.symbol}</a>
      </td>
      <td class={order.side === 'buy' ? 'up' : 'down'}>{order.side}</td>
      <td>{typeOf(order)}</td>
      <td class="number">{cell('price', 'Price', 'market')}</td>
      <td class="number">{cell('triggerPrice', 'Trigger', '–')}</td>
      <td class="number">
        {sizeText(order.filledQuantity, market)} of {cell('quantity', 'Quantity', 'all')}
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
