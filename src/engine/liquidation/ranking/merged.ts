interface Head<T> {
  item: T;
  readonly rest: Iterator<T, undefined>;
}

/** The items of several sorted queues in order. The queues are few: the next item is found by looking at the first of each. */
export function* merged<T>(
  queues: readonly Iterator<T, undefined>[],
  compare: (a: T, b: T) => number,
): Generator<T, undefined> {
  const heads: Head<T>[] = [];
  for (const rest of queues) {
    const { done, value } = rest.next();
    if (!done) heads.push({ item: value, rest });
  }
  while (heads.length > 0) {
    const best = heads.reduce((least, head) => (compare(head.item, least.item) < 0 ? head : least));
    yield best.item;
    const { done, value } = best.rest.next();
    if (done) heads.splice(heads.indexOf(best), 1);
    else best.item = value;
  }
}
