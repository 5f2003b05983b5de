import { useSignal } from '@preact/signals';
import type { DescribedScenario } from '../../../scenarios/described-library.ts';
import { linkTo } from '../app/router.ts';

interface Props {
  readonly scenarios: readonly DescribedScenario[];
  readonly chosen: string | undefined;
}

/** The scenarios by topic, and a field that leaves those with a word. */
export function LibraryList({ scenarios, chosen }: Props) {
  const word = useSignal('');
  const wanted = word.value.trim().toLowerCase();
  const left = scenarios.filter(({ name, title, story }) => `${name} ${title} ${story}`.toLowerCase().includes(wanted));
  const topics = [...new Set(left.map(({ name }) => name.split('/')[0] ?? ''))];
  return (
    <>
      <div class="field search">
        <input
          type="search"
          aria-label="Search the library"
          placeholder="Search the library"
          value={word}
          onInput={(event) => {
            word.value = event.currentTarget.value;
          }}
        />
      </div>
      {left.length === 0 ? <p class="none">No scenario has this word.</p> : null}
      {topics.map((topic) => (
        <section key={topic} aria-label={topic}>
          <h3>{topic.replaceAll('-', ' ')}</h3>
          <ul>
            {left
              .filter(({ name }) => name.startsWith(`${topic}/`))
              .map(({ name, title }) => (
                <li key={name}>
                  <a href={linkTo('scenarios', ...name.split('/'))} aria-current={name === chosen ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
