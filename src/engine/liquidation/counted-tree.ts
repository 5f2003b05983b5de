import { invariant } from '../../kernel/errors.ts';

interface Node<T> {
  readonly item: T;
  readonly weight: number;
  size: number;
  left: Node<T> | null;
  right: Node<T> | null;
}

type Tree<T> = Node<T> | null;

/**
 * A sorted collection that counts the items before a place; adding, removing and counting take logarithmic time. It
 * is a treap whose weights derive from the keys of its items, so that its shape depends on the items alone.
 */
export class CountedTree<T> {
  readonly #compare: (a: T, b: T) => number;
  #root: Tree<T> = null;

  /** @param compare a total order: no two items that are in the tree together are equal */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return sizeOf(this.#root);
  }

  /** @param key a number of the item that no other has; it decides where the item stands in the tree, not in the order */
  add(item: T, key: number): void {
    const [before, behind] = split(this.#root, (other) => this.#compare(other, item) < 0);
    this.#root = joined(joined(before, leaf(item, key)), behind);
  }

  /** Fills an empty tree, for less than adding the items one by one. */
  fill(items: readonly T[], keyOf: (item: T) => number): void {
    invariant(this.#root === null, 'what is filled is empty');
    for (const item of [...items].sort(this.#compare)) this.#root = joined(this.#root, leaf(item, keyOf(item)));
  }

  remove(item: T): void {
    const [before, rest] = split(this.#root, (other) => this.#compare(other, item) < 0);
    const [same, behind] = split(rest, (other) => this.#compare(other, item) === 0);
    invariant(sizeOf(same) === 1, 'what is removed is in the tree once');
    this.#root = joined(before, behind);
  }

  /** The items in order; the tree must not change meanwhile. Each costs a logarithm at most, so few of many are cheap. */
  *items(): Generator<T, undefined> {
    const above: Node<T>[] = [];
    for (let node = this.#root; node || above.length > 0;) {
      for (; node; node = node.left) above.push(node);
      const next = above.pop();
      if (!next) return;
      yield next.item;
      node = next.right;
    }
  }

  /** How many items come before this one, which need not be in the tree. */
  placeOf(item: T): number {
    return this.countBefore((other) => this.#compare(other, item) < 0);
  }

  /** How many items come first of which `isBefore` holds; it holds for none that comes after one for which it does not. */
  countBefore(isBefore: (item: T) => boolean): number {
    let count = 0;
    let node = this.#root;
    while (node) {
      if (isBefore(node.item)) {
        count += sizeOf(node.left) + 1;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return count;
  }
}

const leaf = <T>(item: T, key: number): Node<T> => ({
  item,
  weight: scattered(key),
  size: 1,
  left: null,
  right: null,
});

const sizeOf = <T>(tree: Tree<T>): number => tree?.size ?? 0;

function counted<T>(node: Node<T>): Node<T> {
  node.size = sizeOf(node.left) + 1 + sizeOf(node.right);
  return node;
}

/** The items for which `isLeft` holds, and the others. */
function split<T>(tree: Tree<T>, isLeft: (item: T) => boolean): [Tree<T>, Tree<T>] {
  if (!tree) return [null, null];
  if (isLeft(tree.item)) {
    const [left, right] = split(tree.right, isLeft);
    tree.right = left;
    return [counted(tree), right];
  }
  const [left, right] = split(tree.left, isLeft);
  tree.left = right;
  return [left, counted(tree)];
}

/** Two trees as one; all items of the first come before those of the second. */
function joined<T>(first: Tree<T>, second: Tree<T>): Tree<T> {
  if (!first || !second) return first ?? second;
  if (first.weight > second.weight) {
    first.right = joined(first.right, second);
    return counted(first);
  }
  second.left = joined(first, second.left);
  return counted(second);
}

/** Numbers that follow one another, spread over 32 bits. */
function scattered(key: number): number {
  let bits = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
