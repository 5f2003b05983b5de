import type { ComponentChildren, VNode } from 'preact';
import { duration } from '../../../../kernel/words.ts';
import { reproduce } from '../../../../suite/reporters/words.ts';
import { curlOf, type Reached, typescriptOf } from '../../../../suite/reporters/snippets.ts';
import { STATE_SHOWN, VERDICT_SHOWN } from '../../../../suite/reporters/words.ts';
import type { TraceEntry } from '../../../../suite/results/run.ts';
import { CopyBox, LazyDetails, Mark, Unseen } from '../../shared/browser/controls.tsx';
import { hrefTo } from '../view/location.ts';
import { type Model, type Scenario, type ShownStep, stepsOf } from '../view/model.ts';
import { prettyJson, statusOf, subjectOf } from '../view/trace-entry.ts';

interface Props {
  readonly model: Model;
  readonly scenario: Scenario;
}

/** One line for a scenario, and its details once it is opened. */
export function ScenarioRow({ model, scenario, isOpen }: Props & { readonly isOpen: boolean }): VNode {
  const { verdict, name, line, durationMs, transport, reason } = scenario;
  const { label, mark } = VERDICT_SHOWN[verdict];
  const hint = hasFailed(scenario) ? failedStepOf(model, scenario) : undefined;
  const summary = (
    <summary>
      <Mark look={verdict} sign={mark} />
      <Unseen>{`${label}: `}</Unseen>
      <span class="name">{name}</span>
      {reason !== null && <span class="reason">{reason}</span>}
      <span class="where">{`:${line} · ${transport} · ${duration(durationMs)}`}</span>
      {hint && <span class="hint">{hint.text}</span>}
    </summary>
  );
  return (
    <LazyDetails class="scenario" open={isOpen} summary={summary}>
      {() => (
        <div class="body">
          <ScenarioBody model={model} scenario={scenario} />
        </div>
      )}
    </LazyDetails>
  );
}

const hasFailed = ({ verdict }: Scenario): boolean => verdict !== 'passed' && verdict !== 'skipped';

const failedStepOf = ({ data }: Model, { index }: Scenario): ShownStep | undefined =>
  stepsOf(data, index).find(({ mark }) => mark === 'f');

export function ScenarioBody({ model, scenario }: Props): VNode {
  const { data, beside } = model;
  const { id, error, reason, verdict, index } = scenario;
  return (
    <>
      {reason !== null && <p class="notice">{`${verdict === 'skipped' ? 'Skipped' : 'Known to fail'}: ${reason}`}</p>}
      {verdict === 'unexpected-pass' && <p class="notice">It passed, although the list of known failures names it.</p>}
      {error !== null && <CopyBox label="error" class="error" text={error} />}
      <p class="links">
        <a href={hrefTo({ id })}>{id}</a>
      </p>
      <h4>Steps</h4>
      <StepList steps={stepsOf(data, index)} />
      <h4>Run it again</h4>
      <CopyBox label="command" text={reproduce(data.command, scenario)} />
      {beside?.(scenario) ?? null}
      <Clauses model={model} scenario={scenario} />
      <h4>Tags</h4>
      <Tags scenario={scenario} />
      <Observed scenario={scenario} />
      <h4>Messages</h4>
      <Messages model={model} scenario={scenario} />
    </>
  );
}

const MARKS = { p: ['passed', '✓'], f: ['failed', '✕'], s: ['skipped', '–'] } as const;

const StepList = ({ steps }: { readonly steps: readonly ShownStep[] }): VNode => (
  <ol class="steps">
    {steps.map(({ text, line, mark }) => {
      const [look, sign] = MARKS[mark];
      return (
        <li key={line} class={look}>
          <Mark look={look} sign={sign} />
          <Unseen>{`${look}: `}</Unseen>
          <span class="name">{text}</span>
          <span class="where">{`:${line}`}</span>
        </li>
      );
    })}
  </ol>
);

function Clauses({ model: { clauses }, scenario }: Props): VNode | null {
  if (scenario.clauses.length === 0) return null;
  const items = scenario.clauses.map((id) => {
    const clause = clauses.get(id);
    return (
      <li key={id}>
        {clause && <Mark look={clause.state} sign={STATE_SHOWN[clause.state].mark} />}
        <a href={hrefTo({ q: id }, 'clauses')}>{id}</a>
        <span class="statement">{clause?.text ?? 'The contract has no clause with this id.'}</span>
      </li>
    );
  });
  return (
    <>
      <h4>Clauses</h4>
      <ul class="cited">{items}</ul>
    </>
  );
}

const Tags = ({ scenario: { tags } }: Pick<Props, 'scenario'>): VNode =>
  tags.length === 0 ? (
    <p>None.</p>
  ) : (
    <ul class="tags">
      {tags.map((tag) => (
        <li key={tag}>
          <a href={hrefTo({ tag })}>{`@${tag}`}</a>
        </li>
      ))}
    </ul>
  );

function Observed({ scenario: { served, refused, tokens } }: Pick<Props, 'scenario'>): VNode | null {
  const lines = [
    served.length > 0 ? `Served: ${served.join(', ')}.` : '',
    refused.length > 0 ? `Refused with ${refused.join(', ')}.` : '',
    tokens > 0 ? `${tokens} tokens of the address were spent.` : '',
  ].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <>
      <h4>Observed</h4>
      <p>{lines.join(' ')}</p>
    </>
  );
}

const NO_TRACE = {
  none: 'The run kept no messages of this scenario.',
  'left-out': 'Left out to keep this page small. The messages are in messages.ndjson of the run.',
} as const;

function Messages({ model: { data, traceText }, scenario }: Props): VNode {
  const { index, trace } = scenario;
  if (trace !== 'kept') return <p>{NO_TRACE[trace]}</p>;
  return (
    <MessageTrace
      entries={JSON.parse(traceText(index) ?? '[]') as TraceEntry[]}
      target={data.target}
      opensLast={hasFailed(scenario)}
    />
  );
}

/** A longer text is shown without colours: an element for each token would make the page slow. */
const COLOURED = 20_000;

interface TraceProps {
  readonly entries: readonly TraceEntry[];
  readonly target: Reached;
  /** Whether the last request starts open, as that of a failure does. */
  readonly opensLast: boolean;
}

/** Every message of a scenario, entry by entry. */
function MessageTrace({ entries, target, opensLast }: TraceProps): VNode {
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
