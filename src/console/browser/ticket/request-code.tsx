import { useSignal } from '@preact/signals';
import { problemOf, type Session } from '../data/account.ts';
import { REST_URL } from '../data/exchange.ts';
import { codeOf, type Language } from './code.ts';
import { CodeBox } from './code-box.tsx';

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
