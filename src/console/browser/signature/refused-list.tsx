import { useSignal } from '@preact/signals';
import { linkTo } from '../app/router.ts';
import type { ControlFault } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';
import { timeOfDay } from '../design/format.ts';
import { Empty, Fault, Panel } from '../design/panel.tsx';
import { type RefusedSigner, refusedSigners } from './report.ts';

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
