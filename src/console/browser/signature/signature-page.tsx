import { useSignal } from '@preact/signals';
import { segments, show, linkTo } from '../app/router.ts';
import type { ControlFault, ControlResponse } from '../data/control.ts';
import { useFollowed } from '../data/use-followed.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { RefusedList } from './refused-list.tsx';
import { examine, type Report, reportOf } from './report.ts';
import { RequestForm } from './request-form.tsx';
import { TypedData } from './typed-data.tsx';
import { Verdict } from './verdict.tsx';
import './signature.css';

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
