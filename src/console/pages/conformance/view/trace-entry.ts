import type { TraceEntry } from '../../../../suite/results/run.ts';

/** What the line of a trace entry shows beside its method. */

/** The action, channel or method of a message. A reply on a stream shows the id of the request that it belongs to. */
export function subjectOf({ request, response, kind }: TraceEntry): string {
  if (kind === 'closed') return response ?? '';
  const message = record(request ?? response);
  const params = message && record(message.params);
  const named = params?.action ?? params?.type ?? message?.channel ?? message?.method;
  if (typeof named === 'string') return named;
  return kind === 'received' && typeof message?.id === 'string' ? `reply to ${message.id}` : '';
}

/** The status of an HTTP response, or the one inside a reply on a stream; null when there is none. */
export function statusOf({ kind, status, response }: TraceEntry): number | null {
  const inside = kind === 'received' ? record(response)?.status : null;
  return typeof inside === 'number' ? inside : status;
}

function record(value: unknown): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
