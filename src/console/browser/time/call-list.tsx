import { calls } from '../data/calls.ts';
import { Empty, Panel } from '../design/panel.tsx';

/** What the controls of this page sent, as the same calls for a shell, and what was refused. */
export function CallList() {
  return (
    <Panel title="Calls" class="calls">
      {calls.value.length === 0 ? (
        <Empty>Each control shows here the call of the control plane that it made.</Empty>
      ) : (
        <ol>
          {calls.value.map(({ number, curl, fault }) => (
            <li key={number}>
              <code>{curl}</code>
              <button
                type="button"
                class="button small"
                aria-label="Copy the call"
                onClick={() => void navigator.clipboard.writeText(curl)}
              >
                Copy
              </button>
              {fault && (
                <p class="wrong" role="alert">
                  {fault.code}, {fault.field}: {fault.message}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
