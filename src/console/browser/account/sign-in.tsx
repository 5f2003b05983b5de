import { useSignal } from '@preact/signals';
import { signIn } from '../data/account.ts';
import { type ControlFault, controlToken, readControl } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';
import { Panel } from '../design/panel.tsx';
import { ControlFaultShown } from '../jobs/job-status.tsx';

/** A funded account whose key is public. */
interface DevAccount {
  readonly address: string;
  readonly privateKey: string;
  readonly subAccountId: string;
}

/** The choice of the account to act for: one of the dev accounts, or a key that is pasted. */
export function SignIn() {
  const known = useSignal<readonly DevAccount[]>([]);
  const typed = useSignal('');
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const fault = useSignal<ControlFault | null>(null);
  useFollowed(controlToken.value ?? '', (until) => {
    void readControl<{ readonly accounts: readonly DevAccount[] }>('/accounts').then((read) => {
      if (until.aborted) return;
      fault.value = 'error' in read ? read.error : null;
      if ('value' in read) known.value = read.value.accounts;
    });
  });
  const enter = async (key: string): Promise<void> => {
    isBusy.value = true;
    problem.value = await signIn(key.trim());
    isBusy.value = false;
  };
  return (
    <div class="sign-in">
      <Panel title="Dev accounts">
        {fault.value?.code === 'UNAUTHORIZED' ? (
          <ControlFaultShown fault={fault.value} />
        ) : known.value.length === 0 ? (
          <p class="empty">
            This server has no dev accounts, or its control plane does not respond (see the page Time). Paste a key.
          </p>
        ) : (
          <ul>
            {known.value.map(({ address, privateKey, subAccountId }, rank) => (
              <li key={subAccountId}>
                <button type="button" class="account" disabled={isBusy.value} onClick={() => void enter(privateKey)}>
                  <span>Account {rank}</span>
                  <code>{address}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p class="note">The keys of these accounts are public: everybody has them.</p>
      </Panel>
      <Panel title="Another key">
        <form
          class="key"
          onSubmit={(event) => {
            event.preventDefault();
            void enter(typed.value);
          }}
        >
          <div class="field">
            <label for="private-key">Private key</label>
            <input
              id="private-key"
              type="password"
              autocomplete="off"
              spellcheck={false}
              aria-invalid={problem.value !== undefined}
              aria-describedby="private-key-problem"
              value={typed}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
            <span id="private-key-problem" class="wrong" role="alert">
              {problem.value}
            </span>
          </div>
          <button class="button main" type="submit" disabled={isBusy.value || typed.value === ''}>
            Sign in
          </button>
          <p class="note">
            The key stays in the memory of this page. It is never stored or sent, and gone when the page is closed.
          </p>
        </form>
      </Panel>
    </div>
  );
}
