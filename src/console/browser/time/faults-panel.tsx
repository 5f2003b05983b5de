import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isKeyOf } from '../../../kernel/entries.ts';
import { messageOf } from '../../../kernel/thrown.ts';
import { call } from '../data/calls.ts';
import { readControl } from '../data/control.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { Heads, number, spoken } from '../design/heads.tsx';

/** Rules that people try first; docs/faults.md has all. */
const EXAMPLES = {
  'Lose the response to one placeOrders': {
    match: { action: 'placeOrders' },
    effect: { kind: 'replyLost' },
    times: 1,
  },
  'Time out one request of ten': { effect: { kind: 'timeout' }, perMille: 100 },
  'Hold each response back for 250 ms': { effect: { kind: 'latency', ms: 250 } },
  'Drop one connection in twenty': { effect: { kind: 'drop' }, perMille: 50 },
} as const;

/** The faults that the exchange injects: add a rule, see how often each struck, take all away. */
export function FaultsPanel() {
  const rules = useSignal<readonly FaultRule[]>([]);
  const text = useSignal(JSON.stringify(Object.values(EXAMPLES)[0], null, 2));
  const problem = useSignal<string | null>(null);
  const unread = useSignal<string | null>(null);
  const read = async (): Promise<void> => {
    const found = await readControl<{ readonly rules: readonly FaultRule[] }>('/faults');
    if ('value' in found) rules.value = found.value.rules;
    unread.value = 'error' in found ? found.error.message : null;
  };
  // Once, when the panel opens, and then on a timer.
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), 2_000);
    return () => clearInterval(timer);
  }, []);
  const add = async (): Promise<void> => {
    problem.value = null;
    try {
      await call('/faults', { add: true, rules: [JSON.parse(text.value)] });
      await read();
    } catch (error) {
      problem.value = `The rule is no JSON: ${messageOf(error)}`;
    }
  };
  return (
    <Panel
      title={`Fault rules (${rules.value.length})`}
      class="faults"
      tools={
        rules.value.length > 0 && (
          <button type="button" class="button small" onClick={() => void call('/faults/clear').then(read)}>
            Clear all
          </button>
        )
      }
    >
      <div class="form">
        <div class="field">
          <label for="fault-example">Start from</label>
          <select
            id="fault-example"
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (isKeyOf(EXAMPLES, value)) text.value = JSON.stringify(EXAMPLES[value], null, 2);
            }}
          >
            {Object.keys(EXAMPLES).map((title) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="fault-rule">Rule</label>
          <textarea
            id="fault-rule"
            class="mono"
            rows={6}
            spellcheck={false}
            value={text}
            onInput={(event) => {
              text.value = event.currentTarget.value;
            }}
          />
          {problem.value !== null && (
            <span class="wrong" role="alert">
              {problem.value}
            </span>
          )}
        </div>
        <div class="row">
          <button type="button" class="button" onClick={() => void add()}>
            Add rule
          </button>
        </div>
      </div>
      {unread.value !== null && <Fault>The rules cannot be read: {unread.value}</Fault>}
      {rules.value.length === 0 && unread.value === null && <Empty>No fault is injected.</Empty>}
      <FaultList rules={rules.value} changed={read} />
    </Panel>
  );
}

/** A rule as the control plane lists it. */
interface FaultRule {
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
function FaultList({ rules, changed }: ListParts) {
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
      <Heads of={['Name', 'Effect', 'Matches', number('Met'), number('Struck'), spoken('Switch')]} />
      <tbody>
        {rules.map((rule) => line(rule, true))}
        {resting.map((rule) => line(rule, false))}
      </tbody>
    </table>
  );
}
