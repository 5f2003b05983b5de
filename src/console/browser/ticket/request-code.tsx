import { useSignal } from '@preact/signals';
import { problemOf, type Session } from '../data/account.ts';
import { clock, REST_URL } from '../data/exchange.ts';
import { codeOf, type Language } from './code.ts';
import { CodeBox } from './code-box.tsx';
import { type Draft, paramsOf } from './draft.ts';

/** The exact request of the ticket, signed when it is asked for, as code to copy. */
export function RequestCode({ draft, session }: { readonly draft: Draft; readonly session: Session }) {
  const language = useSignal<Language>('curl');
  const code = useSignal('');
  const write = async (wanted: Language): Promise<void> => {
    language.value = wanted;
    const params = { ...paramsOf(draft, clock.value.now) };
    try {
      const body = await session.client.drafted('placeOrders', params);
      code.value = codeOf(wanted, { ...session, restUrl: REST_URL, action: 'placeOrders', params, body });
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
