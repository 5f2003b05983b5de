import type { HeaderList } from './format.ts';

/** Headers that identify a person or let somebody in. Signatures of requests are in the body and stay. */
const SECRET = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|password|api-?key/i;

export interface KeptHeaders {
  readonly headers: HeaderList;
  /** Left out when nothing was withheld. */
  readonly withheld?: readonly string[];
}

/** Headers without those that hold secrets; of these only the names are kept. */
export function withoutSecrets(headers: HeaderList): KeptHeaders {
  const withheld = headers.filter(([name]) => SECRET.test(name)).map(([name]) => name);
  if (withheld.length === 0) return { headers };
  return { headers: headers.filter(([name]) => !SECRET.test(name)), withheld };
}

/** Names and values in pairs, from the flat list in which Node has them. */
export function pairsOf(rawHeaders: readonly string[]): HeaderList {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}
