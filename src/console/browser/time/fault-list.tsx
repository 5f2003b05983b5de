import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';

/** A rule as the control plane lists it. */
export interface FaultRule {
  readonly name: string;
  readonly match: object;
  readonly effect: { readonly kind: string };
  readonly perMille: number;
  readonly times: number | null;
  readonly seed: string;
  readonly met: number;
  readonly fired: number;
}

/** What sets the rule again: its counts start anew then. */
const specOf = ({ name, match, effect, perMille, times, seed }: FaultRule): object => ({
  name,
  match,
  effect,
  perMille,
  ...(times !== null && { times }),
  ...(seed !== '' && { seed }),
});

interface ListParts {
  readonly rules: readonly FaultRule[];
  /** The rules have changed. */
  readonly changed: () => Promise<void>;
}

/** The rules in force, each with a switch; what was switched off stays in the list until the page is left. */
export function FaultList({ rules, changed }: ListParts) {
  const off = useSignal<readonly FaultRule[]>([]);
  const resting = off.value.filter(({ name }) => !rules.some((rule) => rule.name === name));
  const switchOff = async (rule: FaultRule): Promise<void> => {
    const others = rules.filter(({ name }) => name !== rule.name);
    if (others.length === 0) await call('/faults/clear');
    else await call('/faults', { rules: others.map(specOf) });
    off.value = [...resting, rule];
    await changed();
  };
  const switchOn = async (rule: FaultRule): Promise<void> => {
    await call('/faults', { add: true, rules: [specOf(rule)] });
    await changed();
  };
  const line = (rule: FaultRule, isOn: boolean) => (
    <tr key={rule.name} class={isOn ? '' : 'quiet'}>
      <td>{rule.name}</td>
      <td>{rule.effect.kind}</td>
      <td>
        <code>{JSON.stringify(rule.match)}</code>
      </td>
      <td class="number">{isOn ? rule.met : '–'}</td>
      <td class="number">{isOn ? rule.fired : '–'}</td>
      <td>
        <button
          type="button"
          role="switch"
          class="button small"
          aria-checked={isOn}
          aria-label={`Rule ${rule.name}`}
          title={
            isOn ? 'Switch it off: the counts of the other rules start anew' : 'Switch it on: its counts start anew'
          }
          onClick={() => void (isOn ? switchOff(rule) : switchOn(rule))}
        >
          {isOn ? 'On' : 'Off'}
        </button>
      </td>
    </tr>
  );
  if (rules.length + resting.length === 0) return null;
  return (
    <table class="grid">
      <thead>
        <tr>
          <th>Name</th>
          <th>Effect</th>
          <th>Matches</th>
          <th class="number">Met</th>
          <th class="number">Struck</th>
          <th>
            <span class="spoken">Switch</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => line(rule, true))}
        {resting.map((rule) => line(rule, false))}
      </tbody>
    </table>
  );
}
