import { useSignal } from '@preact/signals';
import type { OpenOrder } from '../../../client.ts';
import { modifyOrder, type OrderChanges } from '../data/account.ts';
import { clock } from '../data/exchange.ts';
import { dayAndTime, grouped, span } from '../design/format.ts';

interface LineParts {
  readonly order: OpenOrder;
  readonly cancel: () => void;
}

/** One open order, with the fields that may change while it is being modified. */
export function OrderLine({ order, cancel }: LineParts) {
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
