import { errorBodyOf, type RateLimit } from '../../../contract/envelope.ts';
import type { Json } from '../../../contract/json.ts';
import { JsonText } from '../../../contract/json-text.ts';
import type { Refusal } from '../../../kernel/errors.ts';
import type { TimeMs } from '../../../kernel/units.ts';
import type { Reply } from '../../requests/dispatcher.ts';

/** What a client named its request: text, or a number that is given back as it was sent. */
export type FrameId = string | number | bigint | undefined;

/** The id of a request frame; anything but text and numbers is no id. */
export function frameIdOf(value: Json | undefined): FrameId {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

export interface ReplyMeta {
  readonly id: FrameId;
  /** Exchange time. */
  readonly timestamp: TimeMs;
  readonly rateLimit?: RateLimit;
}

/** A reply that serves the request (wire 4.2). `extra` stands beside `result`. */
export function okFrame(result: object, meta: ReplyMeta, extra: object = {}): string {
  return frame(meta, 200, { result, ...extra });
}

/** A reply that refuses it: the error stands where each generation of clients reads it. */
export function errorFrame(refusal: Refusal, meta: ReplyMeta): string {
  const error = errorBodyOf(refusal);
  return frame(meta, refusal.http, { error, result: { error } });
}

/** Both names of the id on every reply: one client matches by the first, another by the second. */
function frame({ id, timestamp, rateLimit }: ReplyMeta, status: number, content: object): string {
  const named = id === undefined ? '' : `"id":${idText(id)},"requestId":${idText(id)},`;
  const rest = JSON.stringify({ status, timestamp, ...(rateLimit && { rateLimit }), ...content });
  return `{${named}${rest.slice(1)}`;
}

const idText = (id: string | number | bigint): string => (typeof id === 'bigint' ? String(id) : JSON.stringify(id));

/** The envelope of a REST response as a frame: the same content under the names of the stream. */
export function replyFrame(id: FrameId, { http, envelope }: Reply): string {
  const { timestamp, rateLimit } = envelope;
  const meta: { id: FrameId; timestamp: number; rateLimit?: RateLimit } = {
    id,
    timestamp,
    ...(rateLimit && { rateLimit }),
  };
  if (envelope.status === 'ok') {
    const { status, response } = envelope;
    if (!(response instanceof JsonText)) return okFrame({ status, response }, meta);
    return `${frame(meta, 200, {}).slice(0, -1)},"result":{"status":"${status}","response":${response.text}}}`;
  }
  return errorFrame(
    {
      kind: 'refused',
      // A 502 is the word of a gateway, and none stands between frames.
      http: http === 502 ? 500 : http,
      code: envelope.error.code,
      message: envelope.error.message,
      ...(envelope.error.details && { details: envelope.error.details }),
    },
    meta,
  );
}
