import { isRefusal } from '../kernel/errors.ts';
import { isRecord } from '../kernel/entries.ts';

/** What came of one request, for logs and metrics. No part of the log of the exchange, and not kept. */
export interface RequestFacts {
  readonly transport: 'rest' | 'ws';
  /** The name of the action, or the path of a GET; null where the request names none. */
  readonly action: string | null;
  /** The subaccount that it is about, where that is known. */
  readonly subAccountId: string | null;
  /** The id in its response; empty for a GET, whose response has none. */
  readonly requestId: string;
  /** `OK`, or the code of the refusal. */
  readonly code: string;
  /** What a refusal says besides its text, such as the name of an action that was probably meant; null without one. */
  readonly hint: string | null;
  /** The refusal, or that of the first refused item, in one sentence with what to do instead; null for a request that was taken. */
  readonly said: string | null;
  /** Whether it was refused for who signed it, which `perpsim why signature` explains. */
  readonly isAboutSigner: boolean;
  /** Items of a batch that were refused although the request was taken. */
  readonly refusedItems: number;
  /** From its arrival to its response, wall milliseconds; 0 for one that was refused before it was read. */
  readonly latencyMs: number;
}

export type RequestListener = (facts: RequestFacts) => void;

/** The code of a result, as `RequestFacts` states it. */
export const codeOf = (result: unknown): string => (isRefusal(result) ? result.code : 'OK');

/** The hint of a result, as `RequestFacts` states it. */
export const hintOf = (result: unknown): string | null =>
  isRefusal(result) ? (result.details?.['hint'] ?? null) : null;

/** Entries of a result's `statuses` that say an error. */
export function refusedItemsOf(result: unknown): number {
  const statuses = isRecord(result) ? result['statuses'] : undefined;
  if (!Array.isArray(statuses)) return 0;
  return statuses.filter((status: unknown) => typeof status === 'object' && status !== null && 'error' in status)
    .length;
}
