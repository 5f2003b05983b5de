import { DraftField } from '../jobs/draft-field.tsx';
import type { DraftProblems, SuiteDraft } from './suite-draft.ts';

interface Props {
  readonly draft: SuiteDraft;
  readonly problems: DraftProblems;
  readonly put: (part: Partial<SuiteDraft>) => void;
}

const TARGETS = [
  ['fresh', 'Fresh exchanges, one for each scenario'],
  ['this', 'This exchange'],
  ['other', 'Another deployment'],
] as const;

/** Against what the suite runs. A key is never asked for: keys are variables of the server. */
export function TargetFields({ draft: { target, url, serviceName, reset }, problems, put }: Props) {
  return (
    <>
      <div class="field">
        <label for="suite-target">Target</label>
        <select
          id="suite-target"
          value={target}
          onChange={({ currentTarget }) => {
            const chosen = TARGETS.find(([name]) => name === currentTarget.value);
            if (chosen) put({ target: chosen[0] });
          }}
        >
          {TARGETS.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {target === 'other' ? (
        <>
          <DraftField
            id="suite-url"
            label="URL"
            placeholder="https://api.example.org"
            value={url}
            problem={url === '' ? undefined : problems.url}
            onInput={(text) => put({ url: text })}
          />
          <DraftField
            id="suite-service-name"
            label="Name in its EIP-712 domain, where it does not say it"
            value={serviceName}
            onInput={(text) => put({ serviceName: text })}
          />
          <p class="note">
            Keys of its wallets come from the variables <code>PERPSIM_KEY_1</code> to <code>PERPSIM_KEY_6</code> and{' '}
            <code>PERPSIM_KEY_KEEPER</code> of this server, and from nowhere else.
          </p>
        </>
      ) : null}
      {target === 'fresh' ? null : (
        <label class="tick">
          <input
            type="checkbox"
            checked={reset}
            onChange={({ currentTarget }) => put({ reset: currentTarget.checked })}
          />{' '}
          Restart it even if clients have used it: a simulator is restarted for every scenario, and its state is lost
        </label>
      )}
    </>
  );
}
