import { type ErrorCode, ERRORS, isRefusal, type Refusal } from '../../kernel/errors.ts';
import { venueIdOf } from '../../kernel/ids.ts';
import type { TimeMs } from '../../kernel/units.ts';
import type { Command } from '../../engine/command.ts';
import type { State } from '../../engine/state.ts';
import type { ValidationTrail } from '../requests/trail.ts';
import type { SignedClaim } from '../signatures/signature.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { Explanation } from './explanation.ts';
import { isKeyOf, isRecord } from '../../kernel/entries.ts';

/** What of one request was refused: the request itself, or items of it by their place. */
export interface RefusedRequest {
  readonly requestId: string;
  readonly explanations: ReadonlyMap<number, Explanation>;
}

/** Claims are as long as their requests, so fewer are kept. */
const CLAIMS_KEPT = 200;

/** The place under which the refusal of a whole request stands. */
const WHOLE = -1;

/**
 * The latest refusals by request id. Refusals of the engine are explained when they happen and wait here for the
 * response, because a request has no id before.
 */
export class RefusalBook {
  readonly #most: number;
  readonly #requests = new Map<string, RefusedRequest>();
  readonly #claims = new Ring<string, SignedClaim>(CLAIMS_KEPT);
  #count = 0;
  #pending: RefusedCommand[] = [];
  readonly #listeners = new Set<(refused: RefusedRequest) => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The engine refused a command of the request that is being validated. */
  refused(state: State, command: Command, refusal: Refusal): void {
    this.#pending.push({ command, refusal, explanation: explainRefusal(state, command, refusal) });
  }

  /** Records that a request was validated and its response is `result`. */
  responded(requestId: string, trail: ValidationTrail, result: unknown, at: TimeMs): void {
    const pending = this.#pending;
    if (pending.length > 0) this.#pending = [];
    if (trail.signed) this.#claims.set(requestId, trail.signed);
    if (isRefusal(result)) this.#keep(requestId, new Map([[WHOLE, whole(requestId, trail, result, pending, at)]]));
    else if (trail.step === 'submit') this.#keepItems(requestId, trail, result, pending, at);
  }

  /** Tells of each request of which something is refused from now on. Returns how to end that. */
  subscribe(listener: (refused: RefusedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  get(requestId: string): RefusedRequest | undefined {
    return this.#requests.get(requestId);
  }

  /** What a request was signed with that was refused for its signer, of the latest that were. */
  claim(requestId: string): SignedClaim | undefined {
    return this.#claims.get(requestId);
  }

  /** Newest first. */
  latest(): RefusedRequest[] {
    return [...this.#requests.values()].reverse();
  }

  #keepItems(requestId: string, trail: ValidationTrail, result: unknown, pending: RefusedCommand[], at: TimeMs): void {
    const items = refusedItems(result);
    if (items.length === 0) return;
    const commands = new CommandsInOrder(pending);
    const explained = items.map((item): [number, Explanation] => {
      const behind = commands.behind(item);
      const refusal: Refusal = {
        kind: 'refused',
        code: item.code,
        message: item.message,
        http: 200,
      };
      const explanation = behind
        ? byEngine(requestId, trail, refusal, behind.explanation)
        : trail.explain(requestId, refusal, at);
      return [item.item, { ...explanation, subject: { ...explanation.subject, item: String(item.item) } }];
    });
    this.#keep(requestId, new Map(explained));
  }

  #keep(requestId: string, explanations: ReadonlyMap<number, Explanation>): void {
    const refused = { requestId, explanations };
    this.#requests.set(requestId, refused);
    for (const listener of this.#listeners) listener(refused);
    this.#count += explanations.size;
    for (const [id, oldest] of this.#requests) {
      if (this.#count <= this.#most || id === requestId) return;
      this.#requests.delete(id);
      this.#count -= oldest.explanations.size;
    }
  }
}

/** The explanation of a refusal of the whole request. */
function whole(
  requestId: string,
  trail: ValidationTrail,
  refusal: Refusal,
  pending: readonly RefusedCommand[],
  at: TimeMs,
): Explanation {
  const behind = pending.find((one) => one.refusal.code === refusal.code && one.refusal.message === refusal.message);
  return behind && trail.step === 'submit'
    ? byEngine(requestId, trail, refusal, behind.explanation)
    : trail.explain(requestId, refusal, at);
}

/** What the engine worked out, with what the request adds to it. */
const byEngine = (
  requestId: string,
  trail: ValidationTrail,
  refusal: Refusal,
  explanation: Explanation,
): Explanation => ({
  ...explanation,
  subject: { ...trail.subject(requestId), ...explanation.subject },
  verdict: trail.verdict(refusal),
  rules: [...explanation.rules, trail.rule()],
});

/** One refused item of a response, as it was sent. */
export interface RefusedItem {
  readonly item: number;
  readonly code: ErrorCode;
  readonly message: string;
  /** Venue id of the order it names; null when it names none. */
  readonly venueId: string | null;
}

/** A command that the engine refused, explained. */
interface RefusedCommand {
  readonly command: Command;
  readonly refusal: Refusal;
  readonly explanation: Explanation;
}

/** Returns the refused items of a successful response: entries of `statuses`, of a list, or the response itself (wire 2.4, 2.7). */
function refusedItems(result: unknown): RefusedItem[] {
  const entries = entriesOf(result);
  return entries.flatMap((entry, item) => {
    if (!isRecord(entry)) return [];
    const { errorCode, error, order } = entry;
    if (typeof errorCode !== 'string' || !isKeyOf(ERRORS, errorCode) || typeof error !== 'string') return [];
    const venueId = isRecord(order) && typeof order['venueId'] === 'string' ? order['venueId'] : null;
    return [{ item, code: errorCode, message: error, venueId }];
  });
}

function entriesOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result;
  if (!isRecord(result)) return [];
  return Array.isArray(result['statuses']) ? result['statuses'] : [result];
}

/**
 * Finds the refused command behind each refused item. Commands come in the order of their items, but an item may have
 * none, because its id may belong to no order, and linked orders share one.
 */
class CommandsInOrder {
  readonly #commands: readonly RefusedCommand[];
  #next = 0;

  constructor(commands: readonly RefusedCommand[]) {
    this.#commands = commands;
  }

  behind(item: RefusedItem): RefusedCommand | undefined {
    const next = this.#commands[this.#next];
    if (next && isSame(next, item)) {
      this.#next += 1;
      return next;
    }
    const last = this.#commands[this.#next - 1];
    return last?.command.type === 'PlaceGroup' && isSame(last, item) ? last : undefined;
  }
}

function isSame({ command, refusal }: RefusedCommand, { code, message, venueId }: RefusedItem): boolean {
  if (refusal.code !== code || refusal.message !== message) return false;
  const named =
    'order' in command && typeof command.order === 'object' && 'no' in command.order ? command.order.no : null;
  return named === null || venueId === null || venueIdOf(named) === venueId;
}

/** The latest entries of a map, up to a maximum: a new entry removes the oldest. */
export class Ring<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  /** Adds an entry, or replaces one where it stands. */
  set(key: K, value: V): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const oldest = this.#entries.keys().next();
    if (oldest.done !== true) this.#entries.delete(oldest.value);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Oldest first. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }
}
