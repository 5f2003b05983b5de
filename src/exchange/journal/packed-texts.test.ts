import { expect, test } from 'vitest';
import { PackedTexts } from './memory-journal.ts';

const textOf = (index: number): string => `text ${index} é`;

const filled = (count: number): PackedTexts => {
  const texts = new PackedTexts();
  for (let index = 0; index < count; index += 1) texts.push(textOf(index));
  return texts;
};

test.each([0, 1, 255, 256, 257, 511, 512, 700])('%i texts come back in order from every place', (count) => {
  const texts = filled(count);
  const all = Array.from({ length: count }, (_, index) => textOf(index));
  expect(texts.length).toBe(count);
  for (const place of [0, 1, 200, 255, 256, 300, 512, 699]) expect([...texts.from(place)]).toEqual(all.slice(place));
});

test('texts that are appended while the list is read are read too', () => {
  const texts = filled(250);
  const read: string[] = [];
  for (const text of texts.from(240)) {
    read.push(text);
    if (texts.length < 600) for (let more = 0; more < 10; more += 1) texts.push(textOf(texts.length));
  }
  expect(read).toEqual(Array.from({ length: 360 }, (_, index) => textOf(240 + index)));
});

test('a copy stays as it is', () => {
  const texts = filled(300);
  const copy = texts.copy();
  for (let more = 0; more < 300; more += 1) texts.push('later');
  expect(copy.length).toBe(300);
  expect([...copy.from(298)]).toEqual([textOf(298), textOf(299)]);
});
