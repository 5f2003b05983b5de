/** One level as the stream writes it. */
export interface BookLevel {
  readonly price: string;
  readonly quantity: string;
}

/**
 * Eight lower-case hex digits over a book as a subscriber should hold it: CRC-32 (IEEE) of each bid in order as
 * `b`, price, `:`, quantity, `|`, then each ask the same with `a` (wire 4.6). Numbers count exactly as they are written.
 */
export function bookChecksum(bids: readonly BookLevel[], asks: readonly BookLevel[]): string {
  let text = '';
  for (const { price, quantity } of bids) text += `b${price}:${quantity}|`;
  for (const { price, quantity } of asks) text += `a${price}:${quantity}|`;
  return crc32(text).toString(16).padStart(8, '0');
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (IEEE) of a text of ASCII characters. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
