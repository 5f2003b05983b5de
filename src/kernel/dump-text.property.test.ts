import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, dumpText, parseDumpText } from './canonical-json.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^[a-f0-9:,. \\é-]{0,8}$/),
  fc.constantFrom('', ':1e2', ', 12e3', '\ud800', '\udc00\ud800', '0x12e4', 'é', '😀', '\u2028'),
);
const figure = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: -20, max: 20 }).map((n) => n * 100),
  fc.constantFrom(0, 10, 100, 1_000, 12_000, 999_999_999_999_999, Number.MAX_SAFE_INTEGER, 10 ** 15),
);
const key = fc.oneof(fc.constantFrom('a', 'b', 'aa', 'at', '10', '9', '0', '', '__proto__', 'é'), text);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text.filter((one) => !one.endsWith('n')),
    figure,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));

/** Another spelling of a figure, which may be as long as the figure itself. */
const respelled = (digits: string, how: number): string => {
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
  const head = digits.slice(0, digits.length - zeros);
  const spellings = [
    `${head}e${zeros}`,
    `${head.slice(0, 1)}.${head.slice(1)}E${zeros + head.length - 1}`,
    `${digits}.0`,
    `-${digits}`,
    `0${digits}`,
    `${digits}0e-1`,
  ];
  return spellings[how % spellings.length] ?? digits;
};

/** One edit of a text, at a place that `at` chooses. */
const edit = fc.record({ kind: fc.nat({ max: 4 }), at: fc.nat(), how: fc.nat() });
type Edit = typeof edit extends fc.Arbitrary<infer E> ? E : never;

function edited(before: string, { kind, at, how }: Edit): string {
  const place = at % (before.length + 1);
  const figures = [...before.matchAll(/\d+/g)];
  switch (kind) {
    case 0: {
      const found = figures[at % Math.max(figures.length, 1)];
      if (!found) return before;
      return before.slice(0, found.index) + respelled(found[0], how) + before.slice(found.index + found[0].length);
    }
    case 1:
      return `${before.slice(0, place)}${[' ', '\n', '\t', '0', ','][how % 5]}${before.slice(place)}`;
    case 2:
      return before.slice(0, place) + before.slice(place + 1);
    case 3: {
      // Members in another order, or twice.
      const members = [...before.matchAll(/"[^"\\]*":\d+/g)].map(([member]) => member);
      const one = members[at % Math.max(members.length, 1)];
      const other = members[how % Math.max(members.length, 1)];
      return one === undefined || other === undefined
        ? before
        : before.replace(one, how % 2 === 0 ? other : `${other},${one}`);
    }
    default:
      return before.replace(/[a-z]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  }
}

/** No text of the values ends in n, so that nothing in them is or looks like an amount. */
function isCanonical(of: string): boolean {
  try {
    return canonicalJson(JSON.parse(of)) === of;
  } catch {
    return false;
  }
}

test('exactly the texts are read that would be written', () => {
  let kept = 0;
  let refused = 0;
  fc.assert(
    fc.property(value, fc.array(edit, { maxLength: 3 }), (one, edits) => {
      const written = dumpText(one);
      expect(parseDumpText(written)).toEqual(one);
      const changed = edits.reduce(edited, written);
      const isRight = isCanonical(changed);
      expect(parseDumpText(changed) !== undefined, changed).toBe(isRight);
      if (isRight) kept += 1;
      else refused += 1;
    }),
    { numRuns: 4_000 },
  );
  expect(Math.min(kept, refused)).toBeGreaterThan(400);
});

test.each([
  ['an exponent as long as its figure', '{"a":1e2}'],
  ['an exponent with a fraction as long as its figure', '{"a":1.5E4}'],
  ['an exponent that makes room for a space', '{"a": 1e3}'],
  ['an exponent at the start', '1e2'],
  ['an exponent in a list behind a space', '[1, 1e4]'],
])('%s is not a valid line of a dump', (_what, line) => {
  expect(parseDumpText(line)).toBeUndefined();
});

test.each([
  ['a figure that ends in zeros', '{"at":1700000000000,"b":[100,-1500]}'],
  ['a text that looks like an exponent', '{"a":":1e2","b":100}'],
])('%s is valid', (_what, line) => {
  expect(dumpText(parseDumpText(line))).toBe(line);
});
