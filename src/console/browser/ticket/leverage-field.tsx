import { useSignal } from '@preact/signals';
import { account, problemOf, session } from '../data/account.ts';

/** The leverage of the account in a market. A change is sent when the field is left. */
export function LeverageField({ symbol }: { readonly symbol: string }) {
  const problem = useSignal<string | null>(null);
  /** What is being typed, which no news of the account replaces; null for what the account has. */
  const typed = useSignal<string | null>(null);
  const present = account.value?.summary.marketPreferences.leverages[symbol];
  if (present === undefined) return null;
  const send = async (leverage: string): Promise<void> => {
    problem.value = null;
    try {
      await session.value?.client.updateLeverage(symbol, Number(leverage));
      if (typed.value === leverage) typed.value = null;
    } catch (error) {
      problem.value = problemOf(error);
    }
  };
  return (
    <div class="field">
      <label for="ticket-leverage">Leverage</label>
      <input
        id="ticket-leverage"
        type="number"
        min={1}
        step={1}
        aria-invalid={problem.value !== null}
        aria-describedby={problem.value === null ? undefined : 'ticket-leverage-wrong'}
        value={typed.value ?? String(present)}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
        onChange={(event) => void send(event.currentTarget.value)}
      />
      {problem.value !== null && (
        <span id="ticket-leverage-wrong" class="wrong" role="alert">
          {problem.value}
        </span>
      )}
    </div>
  );
}
