import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import { grouped } from '../design/format.ts';
import { Fault, Panel } from '../design/panel.tsx';
import { consoleOf } from '../jobs/open-run.tsx';
import type { MomentRead } from './moment-data.ts';

interface Again {
  readonly port: number;
  readonly url: string;
  readonly inputs: number;
  readonly otherwise: number;
}

/** What can be other in the second run: a command of the control plane with its fields. */
const CHANGES = {
  'The index of the market moves to': (symbol: string, value: string) => ({
    command: 'movePrice',
    fields: { symbol, price: value },
  }),
  'The index of the market stays at': (symbol: string, value: string) => ({
    command: 'pinPrice',
    fields: { symbol, price: value },
  }),
  'The account gets more USDT': (_symbol: string, value: string, subAccountId: string) => ({
    command: 'deposit',
    fields: { subAccountId, asset: 'USDT', amount: value },
  }),
  'The open interest of the market is capped at': (symbol: string, value: string) => ({
    command: 'setOpenInterestCap',
    fields: { symbol, cap: value },
  }),
  'Nothing is other': () => ({}),
} as const;

type ChangeName = keyof typeof CHANGES;
const NAMES = Object.keys(CHANGES) as readonly ChangeName[];

interface RunAgainParts {
  readonly moment: MomentRead;
  /** The page that shows the run beside the second one, on this port. */
  readonly compare: (port: number) => string;
}

/** Runs the exchange again from a moment, with one thing changed, and what was asked for since repeated. */
export function RunAgain({ moment: { input, opens, book, account }, compare }: RunAgainParts) {
  const change = useSignal<ChangeName>('The index of the market moves to');
  const value = useSignal('');
  const isRunning = useSignal(false);
  const again = useSignal<Again | null>(null);
  const fault = useSignal<string | null>(null);
  const needsValue = change.value !== 'Nothing is other';
  const run = async (): Promise<void> => {
    isRunning.value = true;
    again.value = null;
    const made = CHANGES[change.value](book.symbol, value.value.trim(), account?.subAccountId ?? '');
    const response = await call<Again>('/moment/again', { input, port: 0, ...made });
    isRunning.value = false;
    fault.value = 'error' in response ? response.error.message : null;
    if ('value' in response) again.value = response.value;
  };
  return (
    <Panel title="Run again from here" class="again">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div class="field">
          <label for="again-change">What is other</label>
          <select
            id="again-change"
            value={change.value}
            onChange={(event) => {
              change.value = NAMES.find((name) => name === event.currentTarget.value) ?? NAMES[0] ?? change.value;
            }}
          >
            {NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="again-value">Value, in {book.symbol}</label>
          <input
            id="again-value"
            inputMode="decimal"
            disabled={!needsValue}
            value={value}
            onInput={(event) => {
              value.value = event.currentTarget.value;
            }}
          />
        </div>
        <button
          type="submit"
          class="button"
          disabled={opens !== '' || isRunning.value || (needsValue && value.value.trim() === '')}
        >
          {isRunning.value ? 'Running…' : 'Run again'}
        </button>
      </form>
      <p class="note">
        A second exchange starts here with this change. What clients and you asked for since then is asked for again at
        the same times, and the world acts anew.
        {opens === '' ? null : ` It cannot start here: ${opens}`}
      </p>
      {fault.value === null ? null : <Fault>It did not run again: {fault.value}</Fault>}
      {again.value === null ? null : (
        <p class="row" role="status">
          {grouped(String(again.value.inputs))} inputs were repeated,{' '}
          {again.value.otherwise === 0
            ? 'all with the same outcome'
            : `${grouped(String(again.value.otherwise))} commands with another outcome`}
          .
          <a class="button small" href={compare(again.value.port)}>
            Compare both runs
          </a>
          <a href={consoleOf(again.value)} target="_blank" rel="noreferrer">
            Open its console
          </a>
        </p>
      )}
    </Panel>
  );
}
