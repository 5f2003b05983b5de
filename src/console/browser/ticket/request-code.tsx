import { useSignal } from '@preact/signals';
import { problemOf, type Session } from '../data/account.ts';
import { clock, REST_URL } from '../data/exchange.ts';
import { Choices } from '../design/choices.tsx';
import { codeOf, LANGUAGES, type Language } from './code.ts';
import { type Draft, paramsOf } from './draft.ts';

/** The exact request of the ticket, signed when it is asked for, as code to copy. */
export function RequestCode({ draft, session }: { readonly draft: Draft; readonly session: Session }) {
  const language = useSignal<Language>('curl');
  const code = useSignal('');
  const isCopied = useSignal(false);
  const write = async (wanted: Language): Promise<void> => {
    language.value = wanted;
    isCopied.value = false;
    const params = { ...paramsOf(draft, clock.value.now) };
    try {
      const body = await session.client.signed('placeOrders', params);
      code.value = codeOf(wanted, {
        restUrl: REST_URL,
        serviceName: session.serviceName,
        subAccountId: session.subAccountId,
        action: 'placeOrders',
        params,
        body,
      });
    } catch (error) {
      code.value = problemOf(error);
    }
  };
  return (
    <details class="code" onToggle={(event) => event.currentTarget.open && void write(language.value)}>
      <summary>The request as code</summary>
      <div class="row">
        <Choices label="Language" options={LANGUAGES} chosen={language.value} choose={(wanted) => void write(wanted)} />
        <button
          type="button"
          class="button small"
          onClick={() =>
            void navigator.clipboard.writeText(code.value).then(() => {
              isCopied.value = true;
            })
          }
        >
          {isCopied.value ? 'Copied' : 'Copy'}
        </button>
      </div>
      {/* A long request scrolls, by keyboard too. */}
      <pre tabIndex={0} role="region" aria-label="The request as code">
        {code.value}
      </pre>
    </details>
  );
}
