import { isList } from '../kernel/entries.ts';
import { isRecord } from './records.ts';
import type { Observed, TraceEntry } from './results/run.ts';
import { parsed } from './transports/transport.ts';

/** Returns what a trace shows of the contract: which actions were served, and which codes the responses had. */
export function observedIn(trace: readonly TraceEntry[], unexamined: number, tokens: number): Observed {
  const served = new Set<string>();
  const refused = new Set<string>();
  /** Actions and channels by the id of the frame that asked for them. */
  const asked = new Map<string, string>();
  let responses = 0;
  for (const entry of trace) {
    if (entry.kind === 'sent') {
      const frame = parsed(entry.request ?? '');
      if (isRecord(frame))
        asked.set(`${entry.method} ${String(frame.id)}`, nameIn(frame.params) ?? String(frame.method));
      continue;
    }
    if (entry.kind !== 'http' && entry.kind !== 'received') continue;
    responses += 1;
    const body = parsed(entry.response ?? '');
    if (entry.kind === 'http') {
      const name = nameOfRequest(entry);
      if (entry.status === 200 && name !== undefined) served.add(name);
      note(body, entry.status ?? 0, refused);
      continue;
    }
    if (!isRecord(body)) continue;
    const status = typeof body.status === 'number' ? body.status : 200;
    const name = typeof body.id === 'string' ? asked.get(`${entry.method} ${body.id}`) : channelOf(body);
    if (status === 200 && name !== undefined) served.add(name);
    note(isRecord(body.result) ? body.result : body, status, refused);
    note(body, status, refused);
  }
  return { served: sorted(served), refused: sorted(refused), responses, unexamined, tokens };
}

/** Codes of a response and of its items. */
function note(body: unknown, status: number, refused: Set<string>): void {
  if (!isRecord(body)) return;
  if (isRecord(body.error) && typeof body.error.code === 'string') refused.add(`${status}/${body.error.code}`);
  noteItems(body.response, status, refused);
}

/** Refused items stand in `statuses` of a placement, in the list of a batch, or are the response itself. */
function noteItems(value: unknown, status: number, refused: Set<string>): void {
  if (isList(value)) {
    for (const item of value) noteItems(item, status, refused);
  } else if (isRecord(value)) {
    if (typeof value.errorCode === 'string') refused.add(`${status}/${value.errorCode}`);
    if (Array.isArray(value.statuses)) noteItems(value.statuses, status, refused);
  }
}

/** The action of a POST, or the path of a plain route from its version on: a channel may be called like its last part. */
function nameOfRequest({ method, url, request }: TraceEntry): string | undefined {
  if (method === 'GET') return /\/v1\/[^?#]+/.exec(url)?.[0];
  const body = parsed(request ?? '');
  return isRecord(body) ? nameIn(body.params) : undefined;
}

/** The action of a request or the channel of a subscription. */
function nameIn(params: unknown): string | undefined {
  if (!isRecord(params)) return undefined;
  const { action, type } = params;
  return typeof action === 'string' ? action : typeof type === 'string' ? type : undefined;
}

const channelOf = ({ type, channel }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof channel === 'string' ? channel : typeof type === 'string' ? type : undefined;

const sorted = (names: ReadonlySet<string>): string[] => [...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
