import { useSignal } from '@preact/signals';
import { problemOf, type Session } from '../data/account.ts';
import { REST_URL } from '../data/exchange.ts';
import { Choices, CopyButton } from '../design/panel.tsx';
import { codeOf, type Language, LANGUAGES } from './code.ts';

interface CodeParts {
  readonly session: Session;
  /** What a form would send as it is filled in now. */
  readonly request: () => { readonly action: string; readonly params: object };
}

/** The exact request of a form, signed when it is asked for, as code to copy. */
export function RequestCode({ session, request }: CodeParts) {
  const language = useSignal<Language>('curl');
  const code = useSignal('');
  const write = async (wanted: Language): Promise<void> => {
    language.value = wanted;
    const { action, params } = request();
    try {
      const body = await session.client.drafted(action, { ...params });
      code.value = codeOf(wanted, { ...session, restUrl: REST_URL, action, params, body });
    } catch (error) {
      code.value = problemOf(error);
    }
  };
  return (
    <details class="code" onToggle={(event) => event.currentTarget.open && void write(language.value)}>
      <summary>The request as code</summary>
      <CodeBox
        name="The request as code"
        code={code.value}
        language={language.value}
        choose={(wanted) => void write(wanted)}
      />
    </details>
  );
}

interface CodeBoxParts {
  /** What the code is, for screen readers. */
  readonly name: string;
  readonly code: string;
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

/** A request as code in one of the languages, to copy. */
export function CodeBox({ name, code, language, choose }: CodeBoxParts) {
  return (
    <>
      <div class="row">
        <Choices label="Language" options={LANGUAGES} chosen={language} choose={choose} />
        <CopyButton text={code} what={name} />
      </div>
      {/* A long request scrolls, by keyboard too. */}
      <pre tabIndex={0} role="region" aria-label={name}>
        {code}
      </pre>
    </>
  );
}
