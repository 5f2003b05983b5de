import { plural } from '../../../kernel/words.ts';
import type { JobState } from '../../../contract/jobs.ts';
import { useStart } from '../jobs/use-start.tsx';
import { hasFailed } from './ended.ts';

/** As many paths as the control plane takes. */
const MOST_FAILED = 64;

/** Starts what a run was asked for once more, all of it or what failed. */
export function StartAgain({ job: { asked, ended } }: { readonly job: JobState }) {
  const { start, refusal } = useStart('conformance');
  const failed = ended.filter(hasFailed).slice(0, MOST_FAILED);
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
      {refusal}
    </>
  );
}
