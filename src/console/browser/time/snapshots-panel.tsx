import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../data/calls.ts';
import { type ControlFault, readControl } from '../data/control.ts';
import { readClock } from '../data/exchange.ts';
import { savedSnapshots, saveFault, saveSnapshot, waitingSnapshots } from '../data/saving.ts';
import { dayAndTime } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { Heads, number, spoken } from '../design/heads.tsx';

interface Snapshot {
  readonly name: string;
  readonly inputs: number;
  readonly time: number;
  readonly chain: string;
}

interface Branch {
  readonly snapshot: string;
  readonly port: number;
  readonly url: string;
}

/** Saved states of the exchange: save, go back, compare, start a branch on a port of its own; and the digest of now. */
export function SnapshotsPanel() {
  const snapshots = useSignal<readonly Snapshot[]>([]);
  const branches = useSignal<readonly Branch[]>([]);
  const digest = useSignal('');
  const name = useSignal('');
  const unread = useSignal<string | null>(null);
  const read = async (): Promise<void> => {
    const [saved, running, now] = await Promise.all([
      readControl<{ readonly snapshots: readonly Snapshot[] }>('/snapshots'),
      readControl<{ readonly branches: readonly Branch[] }>('/branches'),
      readControl<{ readonly digest: string }>('/digest'),
    ]);
    if ('value' in saved) snapshots.value = saved.value.snapshots;
    if ('value' in running) branches.value = running.value.branches;
    if ('value' in now) digest.value = now.value.digest;
    unread.value = 'error' in saved ? saved.error.message : null;
  };
  const taken = savedSnapshots.value;
  // When the panel opens, and with each snapshot that is taken.
  useEffect(() => void read(), [taken]);
  const then = async (path: string, body: object = {}): Promise<void> => {
    await call(path, body);
    await Promise.all([read(), readClock()]);
  };
  const at = (snapshot: string): string => `/snapshots/${encodeURIComponent(snapshot)}`;
  return (
    <Panel title="Snapshots" class="snapshots">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void saveSnapshot(name.value).then(readClock);
          name.value = '';
        }}
      >
        <input
          aria-label="Name of the snapshot"
          placeholder="Name (optional)"
          value={name}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
        <button type="submit" class="button">
          Save
        </button>
        <button type="button" class="button" onClick={() => void read()}>
          Read digest
        </button>
        <code class="digest" title="Digest of everything that happened">
          {digest.value}
        </code>
      </form>
      {waitingSnapshots.value.length > 0 && (
        <p class="note" role="status">
          {waitingSnapshots.value.map((waiting) => (waiting === '' ? 'A snapshot' : waiting)).join(', ')} will be saved
          when the advance is over, as long as this document is open.
        </p>
      )}
      {saveFault.value !== null && <Fault>The snapshot was not saved: {saveFault.value.message}</Fault>}
      {unread.value !== null && <Fault>The snapshots cannot be read: {unread.value}</Fault>}
      {snapshots.value.length === 0 ? (
        unread.value === null && <Empty>No snapshot is saved. Save one to come back to it.</Empty>
      ) : (
        <table class="grid">
          <Heads of={['Name', 'Exchange time', number('Inputs'), 'Rolling digest', spoken('Actions')]} />
          <tbody>
            {snapshots.value.map((saved) => (
              <tr key={saved.name}>
                <td>{saved.name}</td>
                <td>{dayAndTime(saved.time)}</td>
                <td class="number">{saved.inputs}</td>
                <td>
                  <code title={saved.chain}>{saved.chain.slice(0, 12)}</code>
                </td>
                <td class="row end">
                  <button type="button" class="button small" onClick={() => void then(`${at(saved.name)}/revert`)}>
                    Revert
                  </button>
                  <button
                    type="button"
                    class="button small"
                    onClick={() => void then(`${at(saved.name)}/branch`, { port: 0 })}
                  >
                    Branch
                  </button>
                  <button type="button" class="button small" onClick={() => void then(`${at(saved.name)}/delete`)}>
                    Delete
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {snapshots.value.length > 0 && <SnapshotComparison names={snapshots.value.map((saved) => saved.name)} />}
      {branches.value.map(({ port, snapshot, url }) => (
        <p class="row" key={port}>
          Branch of {snapshot} at <code>{url}</code>
          <a href={`${url.replace(/\/v1$/, '')}/console`} target="_blank" rel="noreferrer">
            Open its console
          </a>
          <button type="button" class="button small" onClick={() => void then(`/branches/${port}/end`)}>
            End
          </button>
        </p>
      ))}
    </Panel>
  );
}

interface Saved {
  readonly inputs: number;
  readonly time: number;
  readonly chain: string;
}

interface Comparison {
  readonly a: Saved;
  readonly b: Saved;
  readonly total: number;
  readonly differences: readonly { readonly path: string; readonly a: string; readonly b: string }[];
}

/** The exchange as it is; no snapshot can have an empty name. */
const NOW = '';

/** Two snapshots side by side, or one and the exchange as it is: where their states differ. */
function SnapshotComparison({ names }: { readonly names: readonly string[] }) {
  const left = useSignal('');
  const right = useSignal(NOW);
  const found = useSignal<Comparison | null>(null);
  const fault = useSignal<ControlFault | null>(null);
  const first = names.includes(left.value) ? left.value : (names[0] ?? '');
  const second = names.includes(right.value) ? right.value : NOW;
  const choose = (side: typeof left, name: string): void => {
    side.value = name;
    found.value = null;
  };
  const compare = async (): Promise<void> => {
    const other = second === NOW ? '' : `?with=${encodeURIComponent(second)}`;
    const read = await readControl<Comparison>(`/snapshots/${encodeURIComponent(first)}/compare${other}`);
    found.value = 'value' in read ? read.value : null;
    fault.value = 'error' in read ? read.error : null;
  };
  return (
    <form
      class="row compare"
      onSubmit={(event) => {
        event.preventDefault();
        void compare();
      }}
    >
      <select
        aria-label="Compare the snapshot"
        value={first}
        onChange={(event) => choose(left, event.currentTarget.value)}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      with
      <select aria-label="With" value={second} onChange={(event) => choose(right, event.currentTarget.value)}>
        <option value={NOW}>the exchange as it is</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <button type="submit" class="button">
        Compare
      </button>
      {fault.value && <Fault>The snapshots cannot be compared: {fault.value.message}</Fault>}
      {found.value && <Found comparison={found.value} names={[first, second === NOW ? 'now' : second]} />}
    </form>
  );
}

interface FoundParts {
  readonly comparison: Comparison;
  readonly names: readonly [string, string];
}

function Found({ comparison: { a, b, total, differences }, names }: FoundParts) {
  const row = (name: string, one: string, other: string) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td class={one === other ? '' : 'differs'}>{one}</td>
      <td class={one === other ? '' : 'differs'}>{other}</td>
    </tr>
  );
  return (
    <section class="found" aria-label="Differences">
      <p role="status">
        {total === 0
          ? 'Both have the same state.'
          : `${total} ${total === 1 ? 'place' : 'places'} of the state differ.`}
      </p>
      <div class="scrolls" tabIndex={0} role="region" aria-label="Both states">
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
            </tr>
          </thead>
          <tbody>
            {row('Exchange time', dayAndTime(a.time), dayAndTime(b.time))}
            {row('Inputs', String(a.inputs), String(b.inputs))}
            {row('Rolling digest', a.chain.slice(0, 12), b.chain.slice(0, 12))}
            {differences.map((difference) => row(difference.path, difference.a, difference.b))}
          </tbody>
        </table>
      </div>
      {total > differences.length && <p class="note">These are the first {differences.length}.</p>}
    </section>
  );
}
