import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BinaryForm, BinaryReader, shapesFrom } from './binary-form.ts';
import { canonicalJson } from './canonical-json.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '1n', 'type', 'ä', '\ud800', '\ufffd'),
);
const number = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -0, 2 ** 31, -(2 ** 31), 2 ** 31 - 1, 2 ** 53 - 1));
const bigint = fc.oneof(fc.bigInt(), fc.constantFrom(0n, 2n ** 63n, -(2n ** 63n), 2n ** 63n - 1n));
const key = fc.oneof(fc.constantFrom('a', 'b', 'aa', 'type', '10', '9', '__proto__'), text);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    number,
    bigint,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 5 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 3 }).map((pairs) => new Map(pairs)),
    fc.array(text, { maxLength: 3 }).map((items) => new Set(items)),
  ),
}));

function bytesOf(form: BinaryForm, of: unknown): string {
  form.clear();
  form.write(of);
  return Buffer.from(form.bytes()).toString('hex');
}

describe('the binary form', () => {
  it('is the same for equal values, whatever was written before and in whichever order members were set', () => {
    const used = new BinaryForm();
    fc.assert(
      fc.property(value, (of) => {
        expect(bytesOf(used, of)).toBe(bytesOf(new BinaryForm(), reversed(of)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is read back as the same value, so that different values have different bytes', () => {
    const form = new BinaryForm();
    const reader = new BinaryReader();
    let learned = 0;
    fc.assert(
      fc.property(value, (of) => {
        form.clear();
        form.write(of);
        const shapes = shapesFrom(learned);
        learned += shapes.length;
        reader.learn(shapes);
        expect(reader.read(form.bytes())).toEqual(plain(of));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same when a process has met more shapes of records than it keeps', () => {
    const keys = Array.from({ length: 12_000 }, (_, index) => `key ${index}`);
    const form = new BinaryForm();
    const first = keys.map((name) => bytesOf(form, { [name]: 1, a: 2 }));
    const second = keys.map((name) => bytesOf(form, { a: 2, [name]: 1 }));
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(12_000);
  });

  it('differs wherever canonical JSON differs', () => {
    const form = new BinaryForm();
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(value, (of) => {
        const json = canonicalJson(of);
        const bytes = bytesOf(form, of);
        expect(seen.get(bytes) ?? json).toBe(json);
        seen.set(bytes, json);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** The same value without undefined members, and with 0 for -0. */
function plain(of: unknown): unknown {
  if (Array.isArray(of)) return of.map(plain);
  if (of instanceof Map) return new Map([...of].map(([name, item]) => [name, plain(item)]));
  if (of instanceof Set || typeof of !== 'object' || of === null) return Object.is(of, -0) ? 0 : of;
  const members = Object.entries(of).filter(([, item]) => item !== undefined);
  return Object.fromEntries(members.map(([name, item]) => [name, plain(item)]));
}

/** The same value with the members of its records in the opposite order. */
function reversed(of: unknown): unknown {
  if (Array.isArray(of)) return of.map(reversed);
  if (of instanceof Map) return new Map([...of].reverse().map(([name, item]) => [name, reversed(item)]));
  if (of instanceof Set) return new Set([...of].reverse());
  if (typeof of !== 'object' || of === null) return of;
  return Object.fromEntries(
    Object.entries(of)
      .reverse()
      .map(([name, item]) => [name, reversed(item)]),
  );
}
