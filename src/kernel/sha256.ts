import { hash } from 'node:crypto';

/** SHA-256 of bytes or of a text in UTF-8, as 64 lower-case hex digits. */
export const sha256 = (of: string | Uint8Array): string => hash('sha256', of);

/** The first eight bytes of the SHA-256 of a text, as two figures. */
export function hashFigures(text: string): { readonly low: number; readonly high: number } {
  const bytes = hash('sha256', text, 'buffer');
  return { low: bytes.readUInt32BE(0), high: bytes.readUInt32BE(4) };
}
