import './signature.css';
import { type Signal, useSignal } from '@preact/signals';
import { linkTo, segments, show } from '../app/router.ts';
import { type ControlFault, type ControlResponse, readControl } from '../data/control.ts';
import { clock } from '../data/exchange.ts';
import { useFollowed } from '../data/use-followed.ts';
import { timeOfDay } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { type ExampleAccount, type ExampleName, exampleOf, EXAMPLES } from './examples.ts';
import { examine, type RefusedSigner, refusedSigners, type Report, reportOf } from './report.ts';
import { TypedData } from './typed-data.tsx';
import { Verdict } from './verdict.tsx';

/** Finds out who signed a request: one that is pasted, or one that was refused, by the id in the address of the page. */
export function SignaturePage() {
  const text = useSignal('');
  const address = useSignal('');
  const report = useSignal<Report | null>(null);
  const fault = useSignal<ControlFault | null>(null);
  const isBusy = useSignal(false);
  const requestId = segments.value[1];
  const take = async (asked: Promise<ControlResponse<Report>>, until?: AbortSignal): Promise<void> => {
    isBusy.value = true;
    const found = await asked;
    if (until?.aborted === true) return;
    isBusy.value = false;
    report.value = 'value' in found ? found.value : null;
    fault.value = 'error' in found ? found.error : null;
  };
  useFollowed(requestId ?? '', (until) => {
    if (requestId !== undefined) void take(reportOf(requestId), until);
  });
  const examineText = (): void => {
    if (requestId !== undefined) show(linkTo('signature'), { replace: true });
    void take(examine(text.value, address.value));
  };
  const isPasted = requestId === undefined;
  const target = location.origin;
  const command = `perpsim why signature ${isPasted ? 'request.json' : requestId} --target ${target}`;
  return (
    <div class="signature-page">
      <h1 class="spoken">Signature help</h1>
      <div class="asked">
        <RequestForm
          text={text}
          address={address}
          fault={isPasted ? fault.value : null}
          isBusy={isBusy.value}
          examine={examineText}
        />
        <RefusedList open={requestId} />
      </div>
      <div class="told">
        {report.value ? (
          <>
            <Verdict report={report.value} command={command} />
            <TypedData report={report.value} />
          </>
        ) : (
          <Nothing fault={isPasted ? null : fault.value} isBusy={isBusy.value} />
        )}
      </div>
    </div>
  );
}

function Nothing({ fault, isBusy }: { readonly fault: ControlFault | null; readonly isBusy: boolean }) {
  if (isBusy) return <Empty>Examining the request…</Empty>;
  if (fault) return <Fault>{fault.message}</Fault>;
  return (
    <div class="panel">
      <Empty>
        <h2>Why is my signature refused?</h2>
        <p>
          A wallet that signs anything else than the request gives the address of a stranger. Paste the request, or
          choose one that was refused: you see which wallets were expected, what has to be signed, and the first member
          that differs.
        </p>
      </Empty>
    </div>
  );
}

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
              const { value } = event.currentTarget;
              const name = EXAMPLES.find((each) => each === value);
              if (name) void begin(name);
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

const READ_EVERY_MS = 2_000;

/** The latest requests that the exchange refused for their signer: each opens its report. */
export function RefusedList({ open }: { readonly open: string | undefined }) {
  const refused = useSignal<readonly RefusedSigner[] | null>(null);
  const fault = useSignal<ControlFault | null>(null);
  useFollowed('refused', (until) => {
    const read = async (): Promise<void> => {
      const found = await refusedSigners();
      if (until.aborted) return;
      if ('value' in found) refused.value = found.value;
      fault.value = 'error' in found ? found.error : null;
      setTimeout(() => void (until.aborted || read()), READ_EVERY_MS);
    };
    void read();
  });
  return (
    <Panel title="Refused for their signer" class="refused">
      <Rows refused={refused.value} fault={fault.value} open={open} />
    </Panel>
  );
}

interface RowsParts {
  readonly refused: readonly RefusedSigner[] | null;
  readonly fault: ControlFault | null;
  readonly open: string | undefined;
}

function Rows({ refused, fault, open }: RowsParts) {
  if (refused === null) {
    return fault ? <Fault>The refusals cannot be read: {fault.message}</Fault> : <Empty>Reading the refusals…</Empty>;
  }
  if (refused.length === 0) {
    return <Empty>No request was refused for its signer. One that is appears here within two seconds.</Empty>;
  }
  return (
    <ul class="refused-list">
      {refused.map(({ requestId, at, action, message }) => (
        <li key={requestId}>
          <a href={linkTo('signature', requestId)} aria-current={requestId === open ? 'true' : undefined}>
            <span>{timeOfDay(at)}</span>
            <strong>{action ?? 'request'}</strong>
            <code>{requestId}</code>
            <span class="quiet">{message}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
