import type { Command } from '../../engine/command.ts';
import type { Explanation } from './explanation.ts';
import type { Refusal } from '../../kernel/errors.ts';
import { venueIdOf } from '../../kernel/ids.ts';

/** One refused item of a response, as it was sent. */
export interface RefusedItem {
  readonly item: number;
  readonly code: string;
  readonly message: string;
  /** Venue id of the order it names; null when it names none. */
  readonly venueId: string | null;
}

/** A command that the engine refused, explained. */
export interface RefusedCommand {
  readonly command: Command;
  readonly refusal: Refusal;
  readonly explanation: Explanation;
}

/** Returns the refused items of a successful response: entries of `statuses`, of a list, or the response itself (wire 2.4, 2.7). */
export function refusedItems(result: unknown): RefusedItem[] {
  const entries = entriesOf(result);
  return entries.flatMap((entry, item) => {
    if (typeof entry !== 'object' || entry === null || !('errorCode' in entry)) return [];
    const { errorCode, error, order } = entry as { errorCode: unknown; error: unknown; order?: { venueId?: unknown } };
    if (typeof errorCode !== 'string' || typeof error !== 'string') return [];
    const venueId = typeof order?.venueId === 'string' ? order.venueId : null;
    return [{ item, code: errorCode, message: error, venueId }];
  });
}

function entriesOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result as readonly unknown[];
  if (typeof result !== 'object' || result === null) return [];
  const { statuses } = result as { statuses?: unknown };
  return Array.isArray(statuses) ? (statuses as readonly unknown[]) : [result];
}

/**
 * Finds the refused command behind each refused item. Commands come in the order of their items, but an item may have
 * none, because its id may belong to no order, and linked orders share one.
 */
export class CommandsInOrder {
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
