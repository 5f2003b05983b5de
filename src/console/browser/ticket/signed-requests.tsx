import { useSignal } from '@preact/signals';
import type { Session } from '../data/account.ts';
import { REST_URL } from '../data/exchange.ts';
import { type SignedRequest, signedRequests } from '../data/signed-requests.ts';
import { Empty, Panel } from '../design/panel.tsx';
import { codeOf, type Language } from './code.ts';
import { CodeBox } from './request-code.tsx';

/** Shows what the account sent: the signed request of every action, as code to copy. */
export function SignedRequests({ session }: { readonly session: Session }) {
  const requests = signedRequests.value;
  return (
    <Panel title={`Signed requests (${requests.length})`} class="signed-requests">
      {requests.length === 0 ? (
        <Empty>Each action in this console shows here the signed request that it sent.</Empty>
      ) : (
        requests.map((request) => <Line key={request.number} request={request} session={session} />)
      )}
    </Panel>
  );
}

function Line({ request, session }: { readonly request: SignedRequest; readonly session: Session }) {
  const language = useSignal<Language>('curl');
  const { number, action, params } = request;
  return (
    <details class="code">
      <summary>
        <strong>{action}</strong> <code>{JSON.stringify(params)}</code>
      </summary>
      <p class="note">The request of curl was sent and its nonce is used; the programs sign anew.</p>
      <CodeBox
        name={`Request ${number} as code`}
        code={codeOf(language.value, { ...session, restUrl: REST_URL, ...request })}
        language={language.value}
        choose={(wanted) => {
          language.value = wanted;
        }}
      />
    </details>
  );
}
