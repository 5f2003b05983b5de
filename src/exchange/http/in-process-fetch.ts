import type { HttpResponse, HttpRequest } from './http.ts';

/** `fetch` for an exchange of this process: no socket, the same bytes. Host and port of the URL do not matter. */
export async function fetchInProcess(
  handle: (request: HttpRequest) => Promise<HttpResponse>,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const { pathname, search } = new URL(url);
  const { status, headers, body, lost } = await handle({
    method: (init.method ?? 'GET').toUpperCase(),
    path: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: await bytesOf(init.body),
    ip: '127.0.0.1',
  });
  // As fetch says it when the other side hangs up.
  if (lost) throw new TypeError('fetch failed', { cause: new Error('other side closed') });
  return new Response(body, { status, headers });
}

async function bytesOf(body: RequestInit['body']): Promise<Uint8Array> {
  if (body === undefined || body === null) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
