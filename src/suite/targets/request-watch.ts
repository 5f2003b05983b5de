import { isRecord } from '../records.ts';
import type { FailedCheck } from '../results/failed-check.ts';
import type { TraceEntry } from '../results/run.ts';
import { Trace } from '../transports/trace.ts';
import { parsed } from '../transports/transport.ts';
import { Inspector } from '../validation/inspector.ts';
import type { Target } from './target.ts';

/** The clause of what is no action of the catalogue: heartbeats. */
const PING_CLAUSE = 'SURFACE-WS-INFO';

/** Checks the responses to the suite's own requests against the contract, as those to scenarios are. */
export class RequestWatch {
  /** In the order in which they were found; one for each stage and action. */
  readonly failures: FailedCheck[];
  readonly #inspector = new Inspector();
  readonly #trace = new Trace((entry, { fields }) => this.#check(entry, fields));
  readonly #last = new Map<string, TraceEntry>();
  #stage: FailedCheck['stage'] = 'probe';

  /** @param failures found by others of the same run */
  constructor(failures: FailedCheck[] = []) {
    this.failures = failures;
  }

  /** The same target; its responses are checked. */
  of(target: Target): Target {
    return this.#trace.of(target);
  }

  /** What is wrong from here on is found while cleaning up. */
  probed(): void {
    this.#stage = 'clean-up';
  }

  /** HTTP status of the last response to an action; undefined when there was none. */
  statusOf(action: string): number | undefined {
    return this.#last.get(action)?.status ?? undefined;
  }

  /** Fails the last response to an action for what no schema says. */
  contrary(action: string, error: string, ...others: readonly string[]): void {
    const entries = [action, ...others].flatMap((name) => this.#last.get(name) ?? []);
    this.#fail(action, error, [], entries);
  }

  /** The same, for what a clause of the contract states explicitly. */
  breaks(clause: string, action: string, error: string): void {
    this.#fail(
      action,
      error,
      [clause],
      [this.#last.get(action)].flatMap((entry) => entry ?? []),
    );
  }

  #check(entry: TraceEntry, fields: Target['fields']): void {
    // A run sends thousands of such requests; what is kept is in `failures`.
    this.#trace.entries.length = 0;
    const action = actionOf(entry);
    this.#last.set(action, entry);
    this.#inspector.findings.length = 0;
    this.#inspector.clauses.clear();
    this.#inspector.receive(entry, fields);
    const [error] = this.#inspector.findings;
    if (error !== undefined) this.#fail(action, error, [...this.#inspector.clauses], [entry]);
  }

  #fail(action: string, error: string, clauses: readonly string[], trace: readonly TraceEntry[]): void {
    const stage = this.#stage;
    const known = this.failures.findIndex((one) => one.stage === stage && one.action === action);
    const before = this.failures[known];
    if (before) {
      this.failures[known] = { ...before, clauses: [...new Set([...before.clauses, ...clauses])] };
      return;
    }
    const own = action === 'ping' ? PING_CLAUSE : action.toUpperCase();
    this.failures.push({ stage, action, clauses: [...new Set([own, ...clauses])], error, trace });
  }
}

/** The action that a request names; frames other than posts go by their method. */
function actionOf({ kind, request, url }: TraceEntry): string {
  const body = parsed(request ?? '');
  if (kind === 'received' || kind === 'closed') return 'ping';
  const params = isRecord(body) && isRecord(body.params) ? body.params : {};
  const named = [params.action, isRecord(body) ? body.method : undefined].find((name) => typeof name === 'string');
  return typeof named === 'string' ? named : new URL(url, 'http://target').pathname;
}
