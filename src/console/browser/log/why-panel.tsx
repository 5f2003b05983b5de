import type { ComponentChildren } from 'preact';
import type { Explanation } from '../../../exchange/why/explanation.ts';
import { linkTo } from '../app/router.ts';
import { cardOf, fileOf, marketOf } from '../card/card-data.ts';
import { CardMaker, type Drawn } from '../card/card-panel.tsx';
import { CopyButton, Empty, Panel } from '../design/panel.tsx';
import { dayAndTime } from '../design/format.ts';
import { useRead } from '../jobs/data.ts';
import { ControlFaultShown } from '../jobs/job-status.tsx';
import { accountName } from './records.ts';
import { Heads, number } from '../design/heads.tsx';

const TITLES: Readonly<Record<string, string>> = {
  refusal: 'Why it was refused',
  margin: 'Why this margin',
  funding: 'Why this funding payment',
  liquidation: 'Why this liquidation',
  adl: 'Why this deleveraging',
};

/** Steps at which the wallet is what was wrong: the page Signature says more. */
const OF_THE_SIGNER = ['recoverWallet', 'checkAuthority'];

/** The arithmetic behind a result: verdict, steps with their numbers, what went in, and the rules. */
export function WhyPanel({ path, close }: { readonly path: string; readonly close: string }) {
  const { read } = useRead<Explanation>(`/why${path}`);
  const { value, fault } = read.value;
  const [, kind = ''] = path.split('/');
  return (
    <Panel
      title={TITLES[kind] ?? 'Why'}
      class="why"
      tools={
        <a class="button small" href={close}>
          Close
        </a>
      }
    >
      {fault ? <ControlFaultShown fault={fault} /> : null}
      {value || fault ? null : <Empty>Reading the explanation…</Empty>}
      {value ? <Explained explanation={value} command={commandOf(path)} /> : null}
    </Panel>
  );
}

/** The same on the command line. */
function commandOf(path: string): string {
  const [route = '', query = ''] = path.split('?');
  const [, kind = '', id = ''] = route.split('/');
  const flag = [...new URLSearchParams(query)].map(([name, value]) => ` --${name} ${value}`).join('');
  return `perpsim why ${kind} ${id}${flag} --target ${location.origin}`;
}

function Explained({ explanation, command }: { readonly explanation: Explanation; readonly command: string }) {
  const { subject, verdict, said, at, steps, inputs, rules } = explanation;
  const texts = new Map(rules.map(({ id, text }) => [id, text]));
  const requestId = subject['requestId'];
  const file = explanation.kind === 'liquidation' || explanation.kind === 'refusal' ? fileOf(explanation) : undefined;
  const isOfTheSigner = OF_THE_SIGNER.includes(verdict['step'] ?? '');
  return (
    <div class="explained">
      {said === '' ? null : <p class="said">{said}</p>}
      <Pairs of={verdict} class="verdict" />
      <Pairs of={{ ...subject, at: dayAndTime(at) }} class="subject" />
      {isOfTheSigner && requestId !== undefined ? (
        <p>
          <a href={linkTo('signature', requestId)}>See what the wallet signed instead</a>
        </p>
      ) : null}
      <Part title={`Steps (${steps.length})`}>
        {steps.length === 0 ? (
          <p class="quiet">No arithmetic is behind it: the rule alone decides.</p>
        ) : (
          <table class="grid">
            <Heads of={['Step, its formula, and the same with its numbers', number('Result')]} />
            <tbody>
              {steps.map(({ name, formula, with: filled, result, rule }) => (
                <tr key={name}>
                  <th scope="row">
                    <span class="of">
                      <code class="name">{name}</code>
                      <span class="rule" title={texts.get(rule)}>
                        {rule}
                      </span>
                    </span>
                    <code>= {formula}</code>
                    {filled === result ? null : <code class="quiet">= {filled}</code>}
                  </th>
                  <td class="number result">{result}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
      {inputs.length > 0 ? (
        <Part title={`Inputs (${inputs.length})`}>
          <table class="grid">
            <Heads of={['Name, and where it is from', number('Value'), { text: 'Unit', class: 'unit' }]} />
            <tbody>
              {inputs.map(({ name, value, unit, from }) => (
                <tr key={name}>
                  <th scope="row">
                    <code class="name">{name}</code>
                    <span class="quiet">{from}</span>
                  </th>
                  <td class="number">{value}</td>
                  <td class="quiet">{unit}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      ) : null}
      <Part title={`Rules (${rules.length})`}>
        <dl class="rules">
          {rules.map(({ id, text, source }) => (
            <div key={id}>
              <dt>{id}</dt>
              <dd>
                {text} <span class="quiet">{source}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Part>
      <div class="shell">
        <code>{command}</code>
        <CopyButton text={command} what="the command" />
      </div>
      {file === undefined ? null : <CardMaker drawn={drawnOf(explanation)} file={file} />}
    </div>
  );
}

/** The picture of a liquidation or a refusal. */
function drawnOf(explanation: Explanation): Drawn {
  const id = explanation.subject['subAccountId'];
  return {
    market: marketOf(explanation),
    at: explanation.at,
    make: (origin) => cardOf(explanation, id === undefined ? '' : accountName(id), origin),
  };
}

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const Pairs = ({ of, class: own }: { readonly of: Readonly<Record<string, string>>; readonly class: string }) => (
  <dl class={`facts ${own}`}>
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
