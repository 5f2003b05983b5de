import type { TraceEntry } from '../../../results/run.ts';
import { curlOf, typescriptOf, type Reached } from '../../snippets.ts';
import { prettyJson } from '../view/pretty-json.ts';
import { copyBox } from './copy.ts';
import { type Child, el, lazily } from './dom.ts';

/** Longer than this, colours cost more than they tell. */
const COLOURED = 20_000;

/** Everything that was on the wire, entry by entry; the last request of a failure stands open. */
export function traceView(entries: readonly TraceEntry[], target: Reached, opensLast: boolean): HTMLElement {
  const last = entries.findLastIndex(({ kind }) => kind === 'http' || kind === 'sent');
  return el(
    'ol',
    { class: 'trace' },
    ...entries.map((entry, at) => el('li', {}, entryView(entry, at + 1, target, opensLast && at === last))),
  );
}

function entryView(entry: TraceEntry, number: number, target: Reached, isOpen: boolean): HTMLElement {
  const { kind, method } = entry;
  const status = statusOf(entry);
  const summary = el(
    'summary',
    {},
    el('span', { class: 'ordinal' }, number),
    el('span', { class: 'kind' }, KIND[kind]),
    el('code', {}, kind === 'http' || kind === 'control' ? `${method} ${pathOf(entry.url)}` : method),
    el('span', { class: 'what' }, whatOf(entry)),
    status === null ? null : el('span', { class: `status ${status < 400 ? 'fine' : 'refused'}` }, status),
  );
  const details = el('details', { open: isOpen }, summary);
  lazily(details, () => details.append(el('div', { class: 'body' }, ...partsOf(entry, target))));
  return details;
}

const KIND: Readonly<Record<TraceEntry['kind'], string>> = {
  http: 'request',
  sent: 'sent',
  received: 'received',
  closed: 'closed',
  control: 'control',
};

function partsOf(entry: TraceEntry, target: Reached): Child[] {
  const { request, response, headers, signed } = entry;
  const curl = curlOf(entry, target);
  const typescript = typescriptOf(entry, target);
  const names = Object.entries(headers);
  return [
    signed ? el('p', { class: 'signed' }, `Signed by ${signed.who} for subaccount ${signed.subAccountId}.`) : null,
    request === null ? null : body('request', request),
    response === null ? el('p', {}, entry.kind === 'sent' ? '' : 'No response came.') : body('answer', response),
    names.length === 0
      ? null
      : folded('Headers of the response', () =>
          text('headers', names.map(([name, value]) => `${name}: ${value}`).join('\n')),
        ),
    curl === null ? null : folded('As curl', () => text('curl command', curl)),
    typescript === null ? null : folded('As TypeScript', () => text('TypeScript', typescript)),
  ];
}

function folded(label: string, fill: () => HTMLElement): HTMLElement {
  const details = el('details', { class: 'folded' }, el('summary', {}, label));
  lazily(details, () => details.append(fill()));
  return details;
}

/** JSON over several lines; anything else as it came. Copied is what was on the wire. */
function body(label: string, sent: string): HTMLElement {
  const pieces = prettyJson(sent);
  const shown = el('pre', {});
  if (!pieces) shown.append(sent);
  else if (sent.length > COLOURED) shown.append(pieces.map((piece) => piece.text).join(''));
  else
    shown.append(
      ...pieces.map((piece) =>
        piece.kind === 'plain' ? piece.text : el('span', { class: `json-${piece.kind}` }, piece.text),
      ),
    );
  return el(
    'div',
    { class: 'part' },
    el('h5', {}, label === 'request' ? 'Request' : 'Answer'),
    copyBox(label, sent, shown),
  );
}

export const text = (label: string, content: string): HTMLElement => copyBox(label, content, el('pre', {}, content));

const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

/** The action, channel or method that a message is about; a reply names the frame that it answers. */
function whatOf({ request, response, kind }: TraceEntry): string {
  if (kind === 'closed') return response ?? '';
  const message = record(request ?? response);
  const params = message && record(message.params);
  const named = params?.action ?? params?.type ?? message?.channel ?? message?.method;
  if (typeof named === 'string') return named;
  return kind === 'received' && typeof message?.id === 'string' ? `reply to ${message.id}` : '';
}

/** Of HTTP, or the one that a reply of a stream carries. */
function statusOf({ kind, status, response }: TraceEntry): number | null {
  const told = kind === 'received' ? record(response)?.status : null;
  return typeof told === 'number' ? told : status;
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
