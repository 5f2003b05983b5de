import { expect, test } from 'vitest';
import { BinaryReader, shapesFrom } from './binary-form.ts';
import { chainAt, type ChainPlace, DigestChain, isSamePlace } from './digest-chain.ts';

type Step = readonly [input: object, events: readonly object[]];

/** Inputs of many lengths: most are small, some fill a group by themselves. */
const STEPS: readonly Step[] = Array.from({ length: 300 }, (_, index) => [
  { kind: 'clock', at: index * 1_000 },
  Array.from({ length: index % 97 === 50 ? 200 : index % 5 }, (_, place) => ({
    type: 'Moved',
    place,
    by: 12_345n,
    to: 'x'.repeat(100),
  })),
]);

const added = (chain: DigestChain, from: number, to: number, steps: readonly Step[] = STEPS): DigestChain => {
  for (let index = from; index < to; index += 1) chain.add(index + 1, ...(steps[index] as Step));
  return chain;
};

const stamp = (chain: DigestChain): readonly [string, number] => [chain.value(), chain.crc];

test('comes to the same digest and checksum after each input, however often it was asked on the way', () => {
  const asked = new DigestChain();
  const stamps = STEPS.map((_, index) => stamp(added(asked, index, index + 1)));
  for (const count of [1, 2, 50, 51, 52, 63, 64, 65, 128, 200, 300]) {
    expect(stamp(added(new DigestChain(), 0, count))).toEqual(stamps[count - 1]);
  }
  expect(new Set(stamps.map(([value]) => value)).size).toBe(STEPS.length);
});

test('goes on from the place after any input, which holds less than 16 KiB', () => {
  const whole = added(new DigestChain(), 0, STEPS.length);
  const chain = new DigestChain();
  let places = 0;
  STEPS.forEach((_, index) => {
    const place = added(chain, index, index + 1).place();
    expect(chainAt(place)).toBe(chain.value());
    expect([place.inputs < 64, Buffer.from(place.open, 'base64').length < 16_384]).toEqual([true, true]);
    if (index % 13 !== 0) return;
    expect(stamp(added(new DigestChain(place), index + 1, STEPS.length))).toEqual(stamp(whole));
    places += 1;
  });
  expect(places).toBe(24);
});

test('a chain that goes on after each input from a place comes to the same', () => {
  let place: ChainPlace | undefined;
  STEPS.forEach((_, index) => (place = added(new DigestChain(place), index, index + 1).place()));
  expect(place && isSamePlace(place, added(new DigestChain(), 0, STEPS.length).place())).toBe(true);
});

test('another event, order or number of an input gives another digest and checksum from there on', () => {
  const others: readonly (readonly Step[])[] = [
    STEPS.with(70, [{ kind: 'clock', at: 70_000 }, [{ type: 'Moved', place: 1, by: 12_346n }]]),
    STEPS.with(70, STEPS[71] as Step).with(71, STEPS[70] as Step),
  ];
  for (const steps of others) {
    expect(stamp(added(new DigestChain(), 0, 70, steps))).toEqual(stamp(added(new DigestChain(), 0, 70)));
    for (const count of [71, 100, 300]) {
      const [value, crc] = stamp(added(new DigestChain(), 0, count));
      const [other, otherCrc] = stamp(added(new DigestChain(), 0, count, steps));
      expect([other === value, otherCrc === crc]).toEqual([false, false]);
    }
  }
  const [first] = STEPS as readonly [Step, ...Step[]];
  const [one, two] = [new DigestChain(), new DigestChain()];
  one.add(1, ...first);
  two.add(2, ...first);
  expect([one.value() === two.value(), one.crc === two.crc]).toEqual([false, false]);
});

test('gives the bytes of the events of the last input alone, also where it fills a group', () => {
  const chain = new DigestChain();
  STEPS.forEach(([input, events], index) => {
    chain.add(index + 1, input, events);
    const { bytes, start, ends } = chain.events();
    const reader = new BinaryReader();
    reader.learn(shapesFrom(0));
    const read = events.map((_, place) => reader.read(bytes.subarray(ends[place - 1] ?? start, ends[place])));
    expect(read).toEqual(events);
    expect(ends[events.length - 1] ?? start).toBe(bytes.length);
  });
});
