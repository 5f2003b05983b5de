import { useSignal } from '@preact/signals';
import { controlToken } from '../data/control.ts';
import { controlFault, readClock } from '../data/exchange.ts';
import { Panel } from '../design/panel.tsx';

/** In place of a page that needs the control plane, while it refuses this page: why, and a field for the token where it wants one. */
export function ControlToken() {
  const typed = useSignal('');
  const isRefused = useSignal(false);
  const use = async (): Promise<void> => {
    controlToken.value = typed.value.trim();
    await readClock();
    isRefused.value = controlFault.value?.code === 'UNAUTHORIZED';
    if (isRefused.value) controlToken.value = null;
  };
  if (controlFault.value?.code !== 'UNAUTHORIZED') {
    return (
      <Panel title="The control plane refuses this page">
        <p class="note">{controlFault.value?.message}.</p>
        <p class="note">
          Where it is to be used from another machine or through a proxy, start the server with{' '}
          <code>--control-token</code>.
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="This page needs the control token">
      <form
        class="token-form"
        onSubmit={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        <p>{controlFault.value.message}</p>
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
