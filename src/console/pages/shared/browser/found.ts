/** An element that comes with the file. */
export function found<E extends Element>(selector: string, kind: abstract new () => E): E {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}
