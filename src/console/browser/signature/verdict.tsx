import { CopyButton, Panel } from '../design/panel.tsx';
import type { Report, Signer } from './report.ts';
import { Heads } from '../design/heads.tsx';

const TITLES = {
  right: { sign: '✓', text: 'An expected wallet signed this request' },
  explained: { sign: '✗', text: 'An expected wallet signed something else' },
  unexplained: { sign: '?', text: 'No expected wallet is behind this signature' },
} as const;

/** Shows what came out, what differs, and the wallets. */
export function Verdict({ report, command }: { readonly report: Report; readonly command: string }) {
  const { verdict, advice, mistake, action, subAccountId, tried } = report;
  const { sign, text } = TITLES[verdict];
  return (
    <Panel title="Verdict" class="verdict">
      <div class={`found ${verdict}`} role="status">
        <span class="sign" aria-hidden="true">
          {sign}
        </span>
        <div>
          <h3>{text}</h3>
          <p>{advice}</p>
        </div>
      </div>
      {mistake && (
        <table class="grid difference">
          <caption class="spoken">The first member that differs</caption>
          <Heads of={['Member', 'Was signed', 'Has to be signed']} />
          <tbody>
            <tr>
              <th scope="row">
                <code>{mistake.field}</code>
              </th>
              <td>
                <code class="down">{mistake.signed}</code>
              </td>
              <td>
                <code class="up">{mistake.expected}</code>
              </td>
            </tr>
          </tbody>
        </table>
      )}
      <Wallets report={report} />
      <p class="quiet about">
        <code>{action}</code> for subaccount {subAccountId}.{' '}
        {tried === 1 ? 'The request itself was enough.' : `${tried} documents were tried.`}
      </p>
      <div class="shell">
        <code>{command}</code>
        <CopyButton text={command} what="the command" />
      </div>
    </Panel>
  );
}

function Wallets({ report }: { readonly report: Report }) {
  const { recovered, expected, mistake, roles } = report;
  return (
    <dl class="wallets">
      <dt>Recovered from the signature over this request</dt>
      <dd>{recovered ? <Wallet {...recovered} /> : 'none: no key gives this signature'}</dd>
      {recovered && recovered.owns.length > 0 && recovered.role !== 'owner' && (
        <>
          <dt>It owns</dt>
          <dd class="mono">{recovered.owns.join(', ')}</dd>
        </>
      )}
      {mistake && (
        <>
          <dt>Recovered from what was signed instead</dt>
          <dd class="mono">{mistake.signer}</dd>
        </>
      )}
      <dt>Expected ({roles.join(', ')})</dt>
      <dd>
        {expected.length === 0 ? 'none: there is no such subaccount' : expected.map((one) => <Wallet {...one} />)}
      </dd>
    </dl>
  );
}

const Wallet = ({ address, role }: Signer) => (
  <span class="wallet">
    <code>{address}</code> <span class="quiet">{role ?? 'no right on the subaccount'}</span>
  </span>
);
