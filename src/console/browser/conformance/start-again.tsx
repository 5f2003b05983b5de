import { useSignal } from '@preact/signals';
import { plural } from '../../../pages/words.ts';
import type { JobAsked, JobState } from '../../../transports/control/jobs.ts';
import { linkTo, show } from '../app/router.ts';
import type { ControlFault } from '../data/control.ts';
import { startJob } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { hasFailed } from './ended.ts';

/** As many paths as the control plane takes. */
const MOST_FAILED = 64;

/** Starts what a run was asked for once more, all of it or what failed. */
export function StartAgain({ job: { asked, ended } }: { readonly job: JobState }) {
  const fault = useSignal<ControlFault | undefined>(undefined);
  const failed = ended.filter(hasFailed).slice(0, MOST_FAILED);
  const start = async (again: JobAsked): Promise<void> => {
    const started = await startJob(again);
    if ('job' in started) show(linkTo('conformance', 'runs', started.job.id));
    else fault.value = started.fault;
  };
  return (
    <>
      <div class="row again">
        <button type="button" class="button" onClick={() => void start(asked)}>
          Run again
        </button>
        {failed.length > 0 ? (
          <button
            type="button"
            class="button"
            onClick={() => void start({ ...asked, features: failed.map(({ id }) => id) })}
          >
            {`Run the ${plural(failed.length, 'failed scenario')} again`}
          </button>
        ) : null}
      </div>
      {fault.value ? <ControlFaultShown fault={fault.value} /> : null}
    </>
  );
}
