import { isRecord } from '../records.ts';
import type { TraceEntry } from '../results/run.ts';
import { parsed } from '../transports/transport.ts';
import { type ResponseUnderExamination, validateResponse } from './response.ts';
import { type FieldMode, type ContractFault, findingText, type Surface } from './finding.ts';
import { isPush, validateFrame } from './frame.ts';
import { oracle } from './oracle.ts';
import type { SeenBranches } from './seen-branches.ts';
import type { Fields } from './twins.ts';

/** Checks every message of a target against the contract, also those that a scenario does not examine. */
export class Inspector {
  /** What was not as the contract says: one text for each response or frame. */
  readonly findings: string[] = [];
  /** Clauses that these findings name. */
  readonly clauses = new Set<string>();
  readonly #seen: SeenBranches | undefined;
  /** Requests of each connection without a response so far, by the id their replies carry. */
  readonly #open = new Map<string, Map<string, Fields[]>>();

  /** Request ids that responses over HTTP have carried. */
  readonly #ids = new Set<string>();

  constructor(seen?: SeenBranches) {
    this.#seen = seen;
  }

  /** An exchange starts over: a run of the same seed gives the same ids again. */
  begin(): void {
    this.#ids.clear();
  }

  /** In the order it happens. */
  receive(entry: TraceEntry, mode: FieldMode): void {
    switch (entry.kind) {
      case 'http':
        return this.#response(entry, mode);
      case 'sent':
        return this.#asked(entry);
      case 'received':
        return this.#frame(entry, mode);
      default:
        return undefined;
    }
  }

  #response(entry: TraceEntry, mode: FieldMode): void {
    const { status, response, method } = entry;
    // Nothing came, or nothing may come.
    if (status === null || method === 'HEAD') return;
    const about = requestOf(entry);
    if (about === null) return;
    const body = parsed(response ?? '');
    this.#checkId(entry, body);
    this.#note(entry, about.action, validateResponse({ ...about, status, body, mode, seen: this.#seen }));
  }

  /** Every response has an id of its own, under both of its names. A body without one is a matter of its schema. */
  #checkId(entry: TraceEntry, body: unknown): void {
    if (!isRecord(body) || typeof body.request_id !== 'string') return;
    const { request_id: id, requestId } = body;
    if (requestId !== undefined && requestId !== id) this.#complain(entry, `requestId is not the request_id ${id}`);
    if (this.#ids.has(id)) this.#complain(entry, `the request_id ${id} is that of an earlier response`);
    this.#ids.add(id);
  }

  #complain({ method, url, request, status, response }: TraceEntry, fault: string): void {
    this.findings.push([fault, `${method} ${url}`, request ?? '', `responded ${status}`, response ?? ''].join('\n'));
  }

  #asked({ method, request }: TraceEntry): void {
    const frame = parsed(request ?? '');
    if (!isRecord(frame)) return;
    const requests = this.#open.get(method) ?? new Map<string, Fields[]>();
    this.#open.set(method, requests);
    const id = nameOf(frame);
    requests.set(id, [...(requests.get(id) ?? []), frame]);
  }

  #frame(entry: TraceEntry, mode: FieldMode): void {
    const frame = parsed(entry.response ?? '');
    const endpoint: Surface = entry.url.endsWith('/trade') ? 'trade' : 'info';
    const asked = isRecord(frame) && !isPush(frame) ? this.#requestOf(entry.method, frame) : undefined;
    const params = isRecord(asked?.params) ? asked.params : {};
    const name = [params.action, params.type, asked?.method].find((part) => typeof part === 'string') ?? null;
    const findings = validateFrame({ endpoint, frame, asked, mode, seen: this.#seen });
    this.#note({ ...entry, request: asked ? JSON.stringify(asked) : null }, name, findings);
  }

  /** The oldest request with the id of a reply. */
  #requestOf(connection: string, reply: Fields): Fields | undefined {
    return this.#open.get(connection)?.get(nameOf(reply))?.shift();
  }

  #note(
    { method, url, request, status, response }: TraceEntry,
    name: string | null,
    findings: readonly ContractFault[],
  ): void {
    if (findings.length === 0) return;
    for (const { source } of findings) if (source !== null) this.clauses.add(source);
    const what = name ?? 'the exchange';
    this.findings.push(
      [
        `${what} says what the contract does not:`,
        ...findings.slice(0, FINDINGS_SHOWN).map((finding) => `  ${findingText(finding)}`),
        ...(findings.length > FINDINGS_SHOWN ? [`  and ${findings.length - FINDINGS_SHOWN} more`] : []),
        `${method} ${url}`,
        request ?? '',
        status === null ? 'received' : `responded ${status}`,
        response ?? '',
      ].join('\n'),
    );
  }
}

const FINDINGS_SHOWN = 10;

/** What a request is called back by: a text or a number, anything else is no name (wire 4.2). */
const nameOf = ({ id }: Fields): string => (typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : '');

/** The status is there under a second path, too (wire 7.3). */
const OTHER_PATHS: ReadonlyMap<string, string> = new Map([['/v1/ws/exchange/status', '/v1/exchange/status']]);

/** What an HTTP request asked; null for one that is not of the API, such as the documents. */
function requestOf({
  method,
  url,
  request,
  status,
}: TraceEntry): Pick<ResponseUnderExamination, 'surface' | 'action'> | null {
  const path = new URL(url, 'http://target').pathname;
  const at = path.slice(path.lastIndexOf('/v1/'));
  const listing = OTHER_PATHS.get(at) ?? at;
  if (method === 'GET' && oracle().routes.includes(listing)) return { surface: 'listing', action: listing };
  if (method !== 'POST' || !(at === '/v1/trade' || at === '/v1/info')) {
    return status === 200 ? null : { surface: 'other', action: null };
  }
  const body = parsed(request ?? '');
  // An action may stand beside `params` where those are left out, and older clients call it `type` (wire 3.1, 7.1).
  const params = isRecord(body) ? (isRecord(body.params) ? body.params : body) : {};
  const action = [params.action, params.type].find((name) => typeof name === 'string') ?? null;
  return { surface: at === '/v1/trade' ? 'trade' : 'info', action };
}
