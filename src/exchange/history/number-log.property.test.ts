import { expect, test } from 'vitest';
import { Draw, streamOf } from '../../kernel/random.ts';
import { Places } from './number-log.ts';

// Goal: a read that looks for a kind of row leaves no row of it out, and looks at few others. Method: lists of several blocks with seldom
// kinds, whose first places are dropped meanwhile and which are copied, against plain lists.
const COMMON = 1;
const SELDOM = 2;
const PER_BLOCK = 512;

test.each([1, 2, 3])('reads of a seldom kind find every place of it, seed %s', (seed) => {
  const draw = new Draw(streamOf(String(seed), 'places'));
  const plain: { readonly place: number; readonly kinds: number }[] = [];
  let list = new Places();
  let looked = 0;
  for (let place = 0; place < 20_000; place += 1) {
    const isLastOfBlock = place % (4 * PER_BLOCK) === PER_BLOCK - 1;
    const kinds = isLastOfBlock || draw.between(0, 699) === 0 ? SELDOM : COMMON;
    list.add(place, kinds);
    plain.push({ place, kinds });
    if (plain.length > 6_000 || draw.between(0, 2) === 0) {
      list.shift();
      plain.shift();
    }
    if (place % 4_000 === 3_999) list = list.copy();
    if (place % 1_000 !== 0) continue;
    const found: number[] = [];
    for (let index = list.length - 1; index >= 0; index -= 1) {
      index = list.lastOf(index, (bits) => (bits & SELDOM) !== 0);
      if (index < 0) break;
      looked += 1;
      if (plain[index]?.kinds === SELDOM) found.unshift(list.at(index));
    }
    const wanted = plain.filter((row) => row.kinds === SELDOM).map((row) => row.place);
    expect(found).toEqual(wanted);
    // A block is looked at for the sake of one row at least, or for the one that it had.
    expect(looked).toBeLessThanOrEqual((wanted.length + 1) * PER_BLOCK);
    looked = 0;
  }
  expect(plain.some(({ kinds }) => kinds === SELDOM)).toBe(true);
});
