import { createHash } from 'node:crypto';

const SUM = /,"sum":"[0-9a-f]{16}"/;

/** The same lines with the sums that belong to their present text: what a careful forger would write. */
export function resummed(lines: readonly string[]): string[] {
  let before = '';
  return lines.map((line) => {
    const bare = line.replace(SUM, '');
    before = createHash('sha256').update(`${before}${bare}`).digest('hex').slice(0, 16);
    return line.replace(SUM, `,"sum":"${before}"`);
  });
}

/** A journal of version 2 as version 1 wrote it: without start, digests before inputs, and sums. */
export const asVersion1 = (lines: readonly string[]): string[] =>
  lines.map((line, index) =>
    index === 0
      ? line
          .replace(SUM, '')
          .replace(/,"start":{[^}]*}/, '')
          .replace('"version":2', '"version":1')
      : line.replace(SUM, '').replace(/^{"chain":"[0-9a-f]{64}","input":{/, '{"input":{'),
  );
