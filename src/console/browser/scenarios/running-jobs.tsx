import type { Job } from '../../../contract/jobs.ts';
import { linkTo } from '../app/router.ts';
import { askedText } from '../jobs/job-text.ts';

/** What runs now, of any scenario: it can be watched and stopped there. */
export function RunningJobs({ jobs }: { readonly jobs: readonly Job[] }) {
  const running = jobs.filter(({ endedAt, asked }) => endedAt === null && asked.kind !== 'conformance');
  if (running.length === 0) return null;
  return (
    <section aria-label="Running now" class="running">
      <h3>Running now</h3>
      <ul>
        {running.map(({ id, asked }) => (
          <li key={id}>
            <a href={linkTo('scenarios', 'runs', id)}>
              {asked.scenario}
              <span class="quiet">{askedText(asked)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
