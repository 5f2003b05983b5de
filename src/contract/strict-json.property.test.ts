import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from './json.ts';
import { parseStrictJson } from './strict-json.ts';
import { shareOf } from '../kernel/test-budget.test-helper.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NO_BOUNDS = { depth: 1000, keys: 100_000, items: 100_000, numberLength: 100_000 };

/** What `JSON.parse` would have made of the same value: plain objects, and numbers where bigint kept the digits. */
function loosen(value: Json | undefined): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map((item: Json) => loosen(item));
  if (typeof value !== 'object' || value === null) return value;
  // Entries, because an assignment to `__proto__` would not make a member.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, loosen(member as Json)]));
}

/** Like `loosen`, for what `JSON.parse` itself gave. */
const plain = (value: unknown): unknown => loosen(value as Json);

function read(text: string | Uint8Array): { ok: boolean; value: unknown } {
  const parsed = parseStrictJson(typeof text === 'string' ? bytesOf(text) : text, NO_BOUNDS);
  return 'value' in parsed ? { ok: true, value: loosen(parsed.value) } : { ok: false, value: parsed.error };
}

const escapeEverything = (text: string): string =>
  text.replace(/"((?:[^"\\]|\\.)*)"/g, (_, body: string) => {
    const value = JSON.parse(`"${body}"`) as string;
    const escapes = Array.from({ length: value.length }, (__, at) =>
      value.charCodeAt(at).toString(16).padStart(4, '0'),
    );
    return `"${escapes.map((digits) => `\\u${digits}`).join('')}"`;
  });

// Goal: everything that is JSON is read, and means what JSON.parse says. Method: random values in three spellings.
test('agrees with JSON.parse on random JSON', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary', maxDepth: 6 }), (text) => {
      const spellings = [text, JSON.stringify(JSON.parse(text), null, ' \t'), escapeEverything(text)];
      for (const spelling of spellings)
        expect(read(spelling)).toEqual({ ok: true, value: plain(JSON.parse(spelling)) });
    }),
    { seed: 10, numRuns: shareOf(3_000) },
  );
});

// Goal: nothing that is not JSON gets in. Method: damage JSON in a byte or two; what we accept JSON.parse must accept
// too, with one value, and what we refuse beyond that must be one of the things we refuse on purpose.
test('agrees with JSON.parse on damaged JSON, save for what is refused on purpose', () => {
  const counts = { read: 0, refused: 0 };
  const damage = fc.array(
    fc.tuple(
      fc.nat(),
      fc.oneof(fc.nat(255), fc.constantFrom(...bytesOf('{}[]",:\\u0-.eE+tfn \n' + '123456789abcdef'.repeat(4)))),
    ),
    { minLength: 1, maxLength: 2 },
  );
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary', maxDepth: 4 }), damage, fc.nat(9), (text, changes, ending) => {
      const bytes = bytesOf(text);
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      const damaged = ending === 0 ? bytes.subarray(0, (changes[0]?.[0] ?? 0) % bytes.length) : bytes;
      const ours = read(damaged);
      const theirs = reference(damaged);
      if (ours.ok) expect(theirs).toEqual(ours);
      else if (theirs.ok)
        expect(ours.value).toMatch(/^(?:repeated key|lone surrogate|number out of range) at character \d+$/);
      counts[ours.ok ? 'read' : 'refused'] += 1;
    }),
    { seed: 11, numRuns: shareOf(10_000) },
  );
  expect(counts.read).toBeGreaterThan(shareOf(500));
  expect(counts.refused).toBeGreaterThan(shareOf(500));
});

// Goal: no digit of an integer is ever lost. Method: integers of up to 128 characters, read back as text.
test('integers keep every digit', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 126n), 10n ** 127n), (value) => {
      const parsed = parseStrictJson(bytesOf(value.toString()));
      const safe = value >= -(2n ** 53n) + 1n && value <= 2n ** 53n - 1n;
      expect(parsed).toEqual({ value: safe ? Number(value) : value });
    }),
    { seed: 12, numRuns: shareOf(2_000) },
  );
});

test('random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(Object.keys(parseStrictJson(bytes))).toHaveLength(1);
    }),
    { seed: 13, numRuns: shareOf(5_000) },
  );
});

function reference(bytes: Uint8Array): { ok: boolean; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { ok: true, value: plain(JSON.parse(text)) };
  } catch {
    return { ok: false, value: undefined };
  }
}
