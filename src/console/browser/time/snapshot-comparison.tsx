import { useSignal } from '@preact/signals';
import { type ControlFault, readControl } from '../data/control.ts';
import { dayAndTime } from '../design/format.ts';
import { Fault } from '../design/panel.tsx';

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
export function SnapshotComparison({ names }: { readonly names: readonly string[] }) {
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
