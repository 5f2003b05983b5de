import type { Signal } from '@preact/signals';
import { type ControlFault, readControl } from '../data/control.ts';
import { clock } from '../data/exchange.ts';
import { Panel } from '../design/panel.tsx';
import { EXAMPLES, type ExampleAccount, type ExampleName, exampleOf } from './examples.ts';

interface FormParts {
  readonly text: Signal<string>;
  readonly address: Signal<string>;
  /** What is wrong, and with which field. */
  readonly fault: ControlFault | null;
  readonly isBusy: boolean;
  readonly examine: () => void;
}

/** Takes a request as people have it at hand; examples show what a mistake looks like. */
export function RequestForm({ text, address, fault, isBusy, examine }: FormParts) {
  const ofAddress = fault?.field === 'address' ? fault.message : null;
  const ofRequest = fault && ofAddress === null ? fault.message : null;
  const begin = async (name: ExampleName): Promise<void> => {
    const account = await exampleAccount();
    if (!account) return;
    text.value = await exampleOf(name, account, Math.max(clock.value.now, 1));
    examine();
  };
  return (
    <Panel title="Request" class="request">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          examine();
        }}
      >
        <div class="field">
          <label for="signed-request">Body of POST /v1/trade, or a post or auth frame of a stream</label>
          <textarea
            id="signed-request"
            class="mono"
            rows={12}
            spellcheck={false}
            autocomplete="off"
            required
            placeholder='{"params": {"action": "placeOrders", …}, "nonce": …, "signature": {"v": …, "r": …, "s": …}}'
            aria-invalid={ofRequest !== null}
            aria-describedby={ofRequest === null ? undefined : 'request-problem'}
            value={text}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
          {ofRequest !== null && (
            <span class="wrong" id="request-problem" role="alert">
              {ofRequest}
            </span>
          )}
        </div>
        <div class="field">
          <label for="signer-address">
            Address that you sign with, if it is not one with a right on the subaccount
          </label>
          <input
            id="signer-address"
            class="mono"
            spellcheck={false}
            autocomplete="off"
            placeholder="0x…"
            aria-invalid={ofAddress !== null}
            aria-describedby={ofAddress === null ? undefined : 'address-problem'}
            value={address}
            onInput={(event) => {
              address.value = event.currentTarget.value.trim();
            }}
          />
          {ofAddress !== null && (
            <span class="wrong" id="address-problem" role="alert">
              {ofAddress}
            </span>
          )}
        </div>
        <div class="row">
          <button type="submit" class="button main" disabled={isBusy}>
            {isBusy ? 'Examining…' : 'Examine'}
          </button>
          <select
            aria-label="Examine an example"
            value=""
            onChange={(event) => {
              void begin(event.currentTarget.value as ExampleName);
              event.currentTarget.value = '';
            }}
          >
            <option value="">An example…</option>
            {EXAMPLES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <p class="quiet">The request is examined and not carried out. It stays in the memory of this page.</p>
      </form>
    </Panel>
  );
}

/** The first dev account, whose key is public; undefined in a world without any. */
async function exampleAccount(): Promise<ExampleAccount | undefined> {
  const [accounts, state] = await Promise.all([
    readControl<{ readonly accounts: readonly Omit<ExampleAccount, 'serviceName'>[] }>('/accounts'),
    readControl<{ readonly serviceName: string }>('/state'),
  ]);
  const [first] = 'value' in accounts ? accounts.value.accounts : [];
  return first && 'value' in state ? { ...first, serviceName: state.value.serviceName } : undefined;
}
