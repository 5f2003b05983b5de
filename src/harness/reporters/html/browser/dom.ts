/** What an element can be given beside its content. Texts become text: nothing here ever reads markup. */
export interface Given {
  readonly class?: string;
  readonly id?: string;
  readonly href?: string;
  readonly title?: string;
  readonly type?: string;
  readonly value?: string;
  readonly open?: boolean;
  readonly tabindex?: number;
  /** `aria-label`, `data-id` and their like. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onclick?: () => void;
}

export type Child = Node | string | number | null;

export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  given: Given = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  const { attributes = {}, onclick, open, tabindex, ...plain } = given;
  for (const [key, value] of Object.entries(plain)) element.setAttribute(key, value);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (open === true) element.setAttribute('open', '');
  if (tabindex !== undefined) element.tabIndex = tabindex;
  if (onclick) element.addEventListener('click', onclick);
  for (const child of children) if (child !== null) element.append(typeof child === 'number' ? String(child) : child);
  return element;
}

/** An element that the page came with. */
export function found<E extends Element>(
  selector: string,
  kind: abstract new () => E,
  within: ParentNode = document,
): E {
  const element = within.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`the page has no ${selector}`);
  return element;
}

/** A part that is filled when it is opened for the first time. */
export function lazily(details: HTMLDetailsElement, fill: () => void): void {
  let filled = false;
  const check = (): void => {
    if (!details.open || filled) return;
    filled = true;
    fill();
  };
  details.addEventListener('toggle', check);
  check();
}

/** The sign of a verdict or state, for those who see no colour; others hear the label beside it. */
export const mark = (look: string, sign: string): HTMLElement =>
  el('span', { class: `mark ${look}`, attributes: { 'aria-hidden': 'true' } }, sign);

/** For a screen reader alone. */
export const unseen = (text: string): HTMLElement => el('span', { class: 'unseen' }, text);
