import type { ErrorCase } from './case.ts';
import { Stage } from './stage.ts';

/** The parts of a response that the page shows. */
export interface Reply {
  readonly http: number;
  readonly code: string;
  readonly message: string;
}

/** Plays one example on an exchange of its own and reads the refusal. */
export async function play({ given = [], request, reply }: ErrorCase): Promise<Reply> {
  const stage = await Stage.open();
  try {
    for (const step of given) await step(stage);
    const { http, body } = await stage.send(request);
    return { http, ...refusalIn(body, reply.place) };
  } finally {
    await stage.exchange.close();
  }
}

/** The code and text of an envelope, or of one entry of its response. */
function refusalIn(body: unknown, place: string | undefined): { readonly code: string; readonly message: string } {
  const envelope = body as { readonly error?: Said; readonly response?: unknown };
  const said = place === undefined ? envelope.error : (entryAt(envelope.response, place) as Said | undefined);
  if (!said) return { code: '', message: JSON.stringify(body) };
  return { code: String(said.code ?? said.errorCode), message: String(said.message ?? said.error) };
}

type Said = Readonly<Partial<Record<'code' | 'message' | 'errorCode' | 'error', string>>>;

const entryAt = (value: unknown, place: string): unknown =>
  (place.match(/\w+/g) ?? []).reduce<unknown>(
    (below, key) => (below as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  );
