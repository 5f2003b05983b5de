import type { Reply, Body, Call } from './wrong.ts';

/** Text as a JSON object; an empty one when it is none. */
export function bodyOf(text: string): Body {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

export const objectOf = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};

/** The objects of a list; none when it is no list. */
export const listOf = (value: unknown): Body[] => (Array.isArray(value) ? (value as Body[]) : []);

/** A text or a number as text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export const isReply = (given: Call | Reply): given is Reply => 'status' in given;

/** A request with what its body says laid open. */
export function callOf(method: string, path: string, headers: Call['headers'], text: string): Call {
  const body = bodyOf(text);
  const params = objectOf(body.params);
  return { method, path, headers, text, body, params, action: typeof params.action === 'string' ? params.action : '' };
}

/** The same request with another body. */
export const withBody = ({ method, path, headers }: Call, body: Body): Call =>
  callOf(method, path, headers, JSON.stringify(body));

/** Responses made here so far: each has its own request id, as on a correct deployment. */
let made = 0;

/** A response of the deployment's own making, in the envelope of the API. */
export function replyOf(status: number, result: Body, timestamp: number): Reply {
  made += 1;
  const id = `5e1f7e57${made.toString(16).padStart(8, '0')}`;
  const envelope = { status: status === 200 ? 'ok' : 'error', ...result, request_id: id, requestId: id, timestamp };
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(envelope) };
}

/** A response whose JSON object may have been changed in place; one that was not stays to the letter. */
export function changed(reply: Reply, change: (body: Body) => void): Reply {
  const body = bodyOf(reply.text);
  const before = JSON.stringify(body);
  change(body);
  const text = JSON.stringify(body);
  return text === before || before === '{}' ? reply : { ...reply, text };
}

/** Every object inside a value, itself included. */
export function everyObject(value: unknown, visit: (object: Body) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(value as Body);
  for (const inner of Object.values(value)) everyObject(inner, visit);
}

/** Gives a field another name, where it is there. */
export function rename(object: Body, from: string, to: string): void {
  if (!(from in object)) return;
  object[to] = object[from];
  delete object[from];
}

/** Changes every text inside an object that looks like this. */
export function everyText(value: unknown, looks: RegExp, change: (text: string) => unknown): void {
  everyObject(value, (object) => {
    for (const [name, inner] of Object.entries(object)) {
      if (typeof inner === 'string' && looks.test(inner)) object[name] = change(inner);
    }
  });
}
