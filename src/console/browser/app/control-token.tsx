import { useSignal } from '@preact/signals';
import { controlToken } from '../data/control.ts';
import { clock, controlFault, readClock } from '../data/exchange.ts';
import { Panel } from '../design/panel.tsx';

/** Instead of a page that needs the control plane, while it does not respond: why, and the token that the server may want. */
export function ControlToken() {
  const typed = useSignal('');
  const isRefused = useSignal(false);
  const use = async (): Promise<void> => {
    controlToken.value = typed.value.trim();
    await readClock();
    isRefused.value = clock.value.mode === 'unknown';
    if (isRefused.value) controlToken.value = null;
  };
  return (
    <Panel title="The control plane does not respond to this page">
      <form
        class="token-form"
        onSubmit={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        <p>{controlFault.value?.message ?? 'It has not responded yet.'}</p>
        <div class="field">
          <label for="control-token">Control token</label>
          <input
            id="control-token"
            type="password"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={isRefused.value}
            aria-describedby="control-token-problem"
            value={typed}
            onInput={(event) => {
              typed.value = event.currentTarget.value;
            }}
          />
          <span id="control-token-problem" class="wrong" role="alert">
            {isRefused.value ? 'The server does not take this token.' : ''}
          </span>
        </div>
        <button class="button main" type="submit" disabled={typed.value.trim() === ''}>
          Use token
        </button>
        <p class="note">
          It is what the server was started with as <code>--control-token</code>. It stays in the memory of this page.
        </p>
      </form>
    </Panel>
  );
}
