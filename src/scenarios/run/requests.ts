import { INFO_ACTIONS } from '../../contract/catalogue.ts';
import { ApiError } from '../../client/errors.ts';
import type { Client } from '../../client/client.ts';
import type { RunAccount } from './run.ts';

/** What became of a request: its response, or why it or the first of its items was refused. */
export interface Outcome {
  readonly response: unknown;
  /** `NO_RESPONSE` where the connection broke before the response. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
}

/** Sends a request of the timeline: signed, or as a read of public data. */
export async function send(
  { client }: RunAccount,
  action: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    const response = await (INFO_ACTIONS.has(action) ? client.info(action, params) : signed(client, action, params));
    return { response, refusal: refusedItem(response) };
  } catch (error) {
    if (error instanceof ApiError) return { response: null, refusal: { code: error.code, message: error.message } };
    // As fetch says it of a connection that broke.
    if (error instanceof TypeError) {
      return { response: null, refusal: { code: 'NO_RESPONSE', message: 'the connection broke before the response' } };
    }
    throw error;
  }
}

/** A delegate names the subaccount that it acts for; both this and the deadline are signed, and are no parameters. */
function signed(client: Client, action: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { subAccountId, expiresAfter, ...params } = given;
  return client.raw(action, params, {
    ...(typeof subAccountId === 'string' && { subAccountId }),
    ...(typeof expiresAfter === 'number' && { expiresAfter }),
  });
}

interface Item {
  readonly errorCode?: string;
  readonly error?: string;
  readonly message?: string;
}

/** The first item of a batch that was refused. */
export function refusedItem(response: unknown): Outcome['refusal'] {
  const { statuses } = (response ?? {}) as { readonly statuses?: unknown };
  const items = Array.isArray(statuses) ? statuses : Array.isArray(response) ? response : [response];
  for (const item of items as readonly (Item | null)[]) {
    if (typeof item?.errorCode === 'string') {
      return { code: item.errorCode, message: item.error ?? item.message ?? '' };
    }
  }
  return null;
}
