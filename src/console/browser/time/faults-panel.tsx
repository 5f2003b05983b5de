import { useEffect } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { call } from '../data/calls.ts';
import { readControl } from '../data/control.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { FaultList, type FaultRule } from './fault-list.tsx';

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
      problem.value = `The rule is no JSON: ${(error as Error).message}`;
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
              const example = EXAMPLES[event.currentTarget.value as keyof typeof EXAMPLES];
              text.value = JSON.stringify(example, null, 2);
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
