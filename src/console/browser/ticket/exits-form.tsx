import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { Position } from '../../../client.ts';
import { keysOf } from '../../../kernel/entries.ts';
import { problemOf, session } from '../data/account.ts';
import { figuresOf } from '../data/markets.ts';
import { EMPTY_EXITS, exitFault, type ExitsDraft, exitParams, fieldAt } from './exits.ts';
import { ChoiceField, type Fault, TextField, WholeFault } from './fields.tsx';
import { RequestCode } from './request-code.tsx';

const TITLES: Readonly<Partial<Record<keyof ExitsDraft, string>>> = {
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
};
const SHOWN: ReadonlySet<keyof ExitsDraft> = new Set(keysOf(EMPTY_EXITS));

interface ExitsParts {
  readonly position: Position;
  readonly close: () => void;
}

/** A take profit and a stop loss for a position that is open. */
export function ExitsForm({ position, close }: ExitsParts) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const draft = useSignal<ExitsDraft>(EMPTY_EXITS);
  const faults = useSignal<readonly Fault<ExitsDraft>[]>([]);
  const done = useSignal('');
  const isBusy = useSignal(false);
  const change = (changes: Partial<ExitsDraft>): void => {
    draft.value = { ...draft.value, ...changes };
    faults.value = [];
    done.value = '';
  };
  const send = async (): Promise<void> => {
    const client = session.value?.client;
    // The button is never disabled: it would lose the focus.
    if (!client || isBusy.value) return;
    const asked = draft.value;
    isBusy.value = true;
    faults.value = [];
    done.value = '';
    try {
      const { orders, grouping } = exitParams(position, asked);
      const { statuses } = await client.placeOrders(orders, { grouping });
      const fields = statuses.map((status, at) => ({ ...status, field: fieldAt(asked, at) }));
      faults.value = fields.flatMap(({ error, field }) => (error === undefined ? [] : [{ field, text: error }]));
      const placed = fields.flatMap(({ error, field }) => (error === undefined && field ? [field] : []));
      done.value = placed.map((field) => `${TITLES[field]} placed`).join(', ');
      // What was placed is not placed twice when the rest is sent again.
      draft.value = { ...asked, ...Object.fromEntries(placed.map((field) => [field, ''])) };
    } catch (error) {
      const field = error instanceof Error ? exitFault(error.message, asked) : undefined;
      faults.value = [{ field, text: problemOf(error) }];
    }
    isBusy.value = false;
  };
  const { symbol, side, quantity } = position;
  const props = { form: 'exits', draft: draft.value, shown: SHOWN, faults: faults.value, change };
  return (
    <div class="exits">
      <form
        ref={form}
        class="form"
        aria-label={`TP/SL of ${symbol}`}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <h3>
          TP/SL of {symbol}, {side}
        </h3>
        <TextField {...props} name="takeProfit" label="Take profit at" hint={figuresOf(symbol).value?.markPrice} />
        <TextField {...props} name="stopLoss" label="Stop loss at" hint={figuresOf(symbol).value?.markPrice} />
        <TextField {...props} name="quantity" label="Quantity (empty for the whole position)" hint={quantity} />
        <ChoiceField {...props} name="triggerPriceType" label="Triggered by" options={['mark', 'last']} />
        <div class="whole">
          <WholeFault faults={faults.value} />
          <p role="status">{done.value}</p>
          <span class="row">
            <button type="submit" class="button main">
              Place TP/SL
            </button>
            <button type="button" class="button" onClick={close}>
              Close
            </button>
          </span>
        </div>
      </form>
      {session.value && (
        <RequestCode
          session={session.value}
          request={() => ({ action: 'placeOrders', params: exitParams(position, draft.value) })}
        />
      )}
    </div>
  );
}
