import type { ComponentChildren, VNode } from 'preact';
import type { TraceEntry } from '../../../../suite/results/run.ts';
import { curlOf, type Reached, typescriptOf } from '../../../../suite/reporters/snippets.ts';
import { prettyJson } from '../view/pretty-json.ts';
import { statusOf, subjectOf } from '../view/trace-entry.ts';
import { CopyBox } from '../../shared/browser/copy-box.tsx';
import { LazyDetails } from '../../shared/browser/lazy-details.tsx';

/** A longer text is shown without colours: an element for each token would make the page slow. */
const COLOURED = 20_000;

interface TraceProps {
  readonly entries: readonly TraceEntry[];
  readonly target: Reached;
  /** Whether the last request starts open, as that of a failure does. */
  readonly opensLast: boolean;
}

/** Every message of a scenario, entry by entry. */
export function MessageTrace({ entries, target, opensLast }: TraceProps): VNode {
  const last = entries.findLastIndex(({ kind }) => kind === 'http' || kind === 'sent');
  return (
    <ol class="trace">
      {entries.map((entry, at) => (
        <li key={at}>
          <Entry entry={entry} number={at + 1} target={target} isOpen={opensLast && at === last} />
        </li>
      ))}
    </ol>
  );
}

const KIND: Readonly<Record<TraceEntry['kind'], string>> = {
  http: 'request',
  sent: 'sent',
  received: 'received',
  closed: 'closed',
  control: 'control',
};

interface EntryProps {
  readonly entry: TraceEntry;
  readonly number: number;
  readonly target: Reached;
  readonly isOpen: boolean;
}

function Entry({ entry, number, target, isOpen }: EntryProps): VNode {
  const { kind, method, url } = entry;
  const status = statusOf(entry);
  const summary = (
    <summary>
      <span class="ordinal">{number}</span>
      <span class="kind">{KIND[kind]}</span>
      <code>{kind === 'http' || kind === 'control' ? `${method} ${pathOf(url)}` : method}</code>
      <span class="what">{subjectOf(entry)}</span>
      {status === null ? null : <span class={`status ${status < 400 ? 'fine' : 'refused'}`}>{status}</span>}
    </summary>
  );
  return (
    <LazyDetails open={isOpen} summary={summary}>
      {() => (
        <div class="body">
          <EntryBody entry={entry} target={target} />
        </div>
      )}
    </LazyDetails>
  );
}

function EntryBody({ entry, target }: Pick<EntryProps, 'entry' | 'target'>): VNode {
  const { kind, request, response, headers, signed } = entry;
  const curl = curlOf(entry, target);
  const typescript = typescriptOf(entry, target);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      {signed && <p class="signed">{`Signed by ${signed.who} for subaccount ${signed.subAccountId}.`}</p>}
      {request !== null && <Message heading="Request" label="request" text={request} />}
      {response !== null && <Message heading="Response" label="response" text={response} />}
      {response === null && kind !== 'sent' && <p>No response was received.</p>}
      {lines.length > 0 && (
        <Folded label="Headers of the response">{() => <CopyBox label="headers" text={lines.join('\n')} />}</Folded>
      )}
      {curl !== null && <Folded label="As curl">{() => <CopyBox label="curl command" text={curl} />}</Folded>}
      {typescript !== null && (
        <Folded label="As TypeScript">{() => <CopyBox label="TypeScript" text={typescript} />}</Folded>
      )}
    </>
  );
}

const Folded = ({ label, children }: { readonly label: string; readonly children: () => ComponentChildren }): VNode => (
  <LazyDetails class="folded" summary={<summary>{label}</summary>}>
    {children}
  </LazyDetails>
);

/** JSON laid out over several lines, other text unchanged. The button copies what was sent. */
const Message = (props: { readonly heading: string; readonly label: string; readonly text: string }): VNode => (
  <div class="part">
    <h5>{props.heading}</h5>
    <CopyBox label={props.label} text={props.text}>
      {laidOut(props.text)}
    </CopyBox>
  </div>
);

function laidOut(text: string): ComponentChildren {
  const pieces = prettyJson(text);
  if (!pieces) return text;
  if (text.length > COLOURED) return pieces.map((piece) => piece.text).join('');
  return pieces.map((piece) =>
    piece.kind === 'plain' ? piece.text : <span class={`json-${piece.kind}`}>{piece.text}</span>,
  );
}

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');
