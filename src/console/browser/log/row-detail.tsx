import { useSignal } from '@preact/signals';
import { linkTo } from '../app/router.ts';
import { CopyButton, Empty, Panel } from '../design/panel.tsx';
import { dayAndTime } from '../design/format.ts';
import { useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import type { LogAddress } from './address.ts';
import { accountName, type InputDetail, withNames } from './records.ts';
import type { LogRecord } from '../../../contract/log-shapes.ts';

interface DetailParts {
  readonly row: LogRecord;
  readonly hrefOf: (changes: Partial<LogAddress>) => string;
}

/** Shows what a row is about, what to follow from it, and the input with all its events. */
export function RowDetail({ row, hrefOf }: DetailParts) {
  const { at, kind, name, text, market, accounts, orders, liquidation, why, input, event } = row;
  const follow = { account: '', order: '', liquidation: '', kinds: [], text: '', market: '' } as const;
  return (
    <Panel
      title={`${name}, ${dayAndTime(at)}`}
      class="log-detail"
      tools={
        <a class="button small" href={hrefOf({ row: '', why: '' })}>
          Close
        </a>
      }
    >
      <div class="explained">
        <p class="lead" id="row-text" tabIndex={-1}>
          <span class={`kind ${kind}`}>{kind}</span> {withNames(text)}
        </p>
        <dl class="facts">
          <div>
            <dt>{kind === 'refusal' ? 'After input' : 'Input'}</dt>
            <dd>{input}</dd>
          </div>
          {event === null ? null : (
            <div>
              <dt>Event</dt>
              <dd>{event}</dd>
            </div>
          )}
          <div>
            <dt>Exchange time</dt>
            <dd>{new Date(at).toISOString()}</dd>
          </div>
          {market === null ? null : (
            <div>
              <dt>Market</dt>
              <dd>
                <a href={linkTo('market', market)}>{market}</a>
              </dd>
            </div>
          )}
        </dl>
        <ul class="follow" aria-label="Follow">
          {why === null ? null : (
            <li>
              <a class="button main" href={hrefOf({ why })}>
                Why?
              </a>
            </li>
          )}
          {orders.map((order) => (
            <li key={order}>
              <a class="button" href={hrefOf({ ...follow, order, row: '', why: '' })} title={order}>
                Follow order …{order.slice(-5)}
              </a>
            </li>
          ))}
          {accounts.map((account) => (
            <li key={account}>
              <a class="button" href={hrefOf({ ...follow, account, row: '', why: '' })} title={account}>
                Follow {accountName(account)}
              </a>
            </li>
          ))}
          {liquidation === null || liquidation === 0 ? null : (
            <li>
              <a class="button" href={hrefOf({ ...follow, liquidation: `${liquidation}`, row: '', why: '' })}>
                Follow liquidation {liquidation}
              </a>
            </li>
          )}
          <li>
            <a
              class="button"
              href={`${linkTo('moment')}?input=${input}${accounts[0] ? `&account=${accounts[0]}` : ''}`}
            >
              Show this moment
            </a>
          </li>
          {accounts.map((account) => (
            <li key={`margin ${account}`}>
              <a class="button" href={hrefOf({ why: `/margin/${account}` })}>
                Margin of {accountName(account)} now
              </a>
            </li>
          ))}
        </ul>
        {kind === 'refusal' ? null : <WholeInput key={input} input={input} />}
      </div>
    </Panel>
  );
}

/** Read when it is unfolded, because an input that is long ago has to be worked out again. */
function WholeInput({ input }: { readonly input: number }) {
  const isOpen = useSignal(false);
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>Input {input} with all its events, as plain data</summary>
      {isOpen.value ? <PlainInput input={input} /> : null}
    </details>
  );
}

function PlainInput({ input }: { readonly input: number }) {
  const { read } = useRead<InputDetail>(`/log/${input}`);
  const { value, fault } = read.value;
  if (fault) return <ControlFaultShown fault={fault} />;
  if (!value) return <Empty>Reading input {input}…</Empty>;
  const json = JSON.stringify(value.input, null, 2);
  return (
    <div class="plain">
      <p class="row">
        <span class="quiet">Numbers are those of the engine: ticks, lots, and units of 1e-8.</span>
        <CopyButton text={json} what="the input" />
      </p>
      {/* A part that scrolls must be reachable by keys. */}
      <pre tabIndex={0} aria-label="The input">
        {json}
      </pre>
      <ol>
        {value.rows
          .filter(({ event }) => event !== null)
          .map(({ id, name, text, event, data }) => (
            <li key={id}>
              <details>
                <summary>
                  <code>{event}</code> <strong>{name}</strong> {withNames(text)}
                </summary>
                {/* A part that scrolls must be reachable by keys. */}
                <pre tabIndex={0} aria-label={`Event ${event}`}>
                  {JSON.stringify(data, null, 2)}
                </pre>
              </details>
            </li>
          ))}
      </ol>
    </div>
  );
}
