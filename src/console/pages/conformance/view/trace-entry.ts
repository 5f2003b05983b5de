import { isRecord } from '../../../../kernel/entries.ts';
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
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** A piece of laid-out JSON, and its kind for the colour. */
export interface Piece {
  readonly text: string;
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain';
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/g;
const INDENT = '  ';

/**
 * Lays JSON out over several lines. Every token stays as it was sent, so that a long number, a repeated key or an escape
 * can be seen; a parser would have changed them.
 *
 * @returns undefined for a text that is no JSON
 */
export function prettyJson(text: string): Piece[] | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  const pieces: Piece[] = [];
  let depth = 0;
  const plain = (piece: string): void => void pieces.push({ text: piece, kind: 'plain' });
  tokens.forEach((token, at) => {
    const next = tokens[at + 1];
    if (token === '{' || token === '[') {
      depth += 1;
      plain(next === '}' || next === ']' ? token : `${token}\n${INDENT.repeat(depth)}`);
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const before = tokens[at - 1];
      plain(before === '{' || before === '[' ? token : `\n${INDENT.repeat(Math.max(depth, 0))}${token}`);
    } else if (token === ',') plain(`,\n${INDENT.repeat(Math.max(depth, 0))}`);
    else if (token === ':') plain(': ');
    else pieces.push({ text: token, kind: kindOf(token, next) });
  });
  return pieces;
}

/** In order and without the space between them; undefined when something else is there too. */
function tokensOf(text: string): string[] | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => token.trim() !== '');
}

function kindOf(token: string, next: string | undefined): Piece['kind'] {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  return /^[tfn]/.test(token) ? 'word' : 'number';
}
