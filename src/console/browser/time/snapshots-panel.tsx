import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import { readControl } from '../data/control.ts';
import { readClock } from '../data/exchange.ts';
import { dayAndTime } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { SnapshotComparison } from './snapshot-comparison.tsx';

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
  // Once, when the panel opens.
  useEffect(() => void read(), []);
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
          void then('/snapshots', name.value === '' ? {} : { name: name.value });
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
      {unread.value !== null && <Fault>The snapshots cannot be read: {unread.value}</Fault>}
      {snapshots.value.length === 0 ? (
        unread.value === null && <Empty>No snapshot is saved. Save one to come back to it.</Empty>
      ) : (
        <table class="grid">
          <thead>
            <tr>
              <th>Name</th>
              <th>Exchange time</th>
              <th class="number">Inputs</th>
              <th>Rolling digest</th>
              <th>
                <span class="spoken">Actions</span>
              </th>
            </tr>
          </thead>
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
