import type { Draft } from './draft.ts';
import { type FieldParts, TextField } from './fields.tsx';
import { EMPTY_EXIT, type Exit } from './linked-exits.ts';

/** Exits beside the first one, each for a part of the order. There is nothing to see before the first one is filled in. */
export function ExitParts(props: Omit<FieldParts<Draft>, 'name' | 'label'>) {
  const { draft, shown, faults, change } = props;
  const { exits } = draft;
  if (!shown.has('takeProfit') || (draft.takeProfit + draft.stopLoss === '' && exits.length === 0)) return null;
  const changeExit = (at: number, changes: Partial<Exit>): void =>
    change({ exits: exits.map((exit, place) => (place === at ? { ...exit, ...changes } : exit)) });
  const fault = faults.find(({ field }) => field === 'exits');
  return (
    <>
      <TextField {...props} name="exitQuantity" label="Quantity of exit 1" hint={draft.quantity} />
      {exits.map((exit, at) => {
        const number = at + 2;
        const field = (name: keyof Exit, label: string) => (
          <div class="field">
            <label for={`ticket-exit-${number}-${name}`}>{label}</label>
            <input
              id={`ticket-exit-${number}-${name}`}
              inputMode="decimal"
              autocomplete="off"
              value={exit[name]}
              aria-invalid={fault !== undefined}
              aria-describedby={fault && 'ticket-exits-wrong'}
              onInput={(event) => changeExit(at, { [name]: event.currentTarget.value.trim() })}
            />
          </div>
        );
        return (
          <fieldset key={number} class="exit">
            <legend>Exit {number}</legend>
            {field('takeProfit', `Take profit ${number} at`)}
            {field('stopLoss', `Stop loss ${number} at`)}
            {field('quantity', `Quantity of exit ${number}`)}
            <button
              type="button"
              class="button small"
              onClick={() => change({ exits: exits.filter((_, place) => place !== at) })}
            >
              Remove exit {number}
            </button>
          </fieldset>
        );
      })}
      {fault && (
        <span id="ticket-exits-wrong" class="wrong" role="alert">
          {fault.text}
        </span>
      )}
      <button type="button" class="button small" onClick={() => change({ exits: [...exits, EMPTY_EXIT] })}>
        Add an exit for a part
      </button>
    </>
  );
}
