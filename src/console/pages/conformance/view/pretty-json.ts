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
