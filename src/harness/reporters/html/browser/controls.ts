import { counted } from '../words.ts';
import { el, mark } from './dom.ts';

/** The parts of a filter bar. */

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export function searchField(label: string, onInput: (text: string) => void): HTMLInputElement {
  const input = el('input', {
    type: 'search',
    attributes: { placeholder: label, 'aria-label': label, autocomplete: 'off', spellcheck: 'false' },
  });
  input.addEventListener('input', () => onInput(input.value));
  return input;
}

/** A list to choose one of, with what each choice would leave. A choice that leaves nothing stays when it is chosen. */
export class Select {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;

  constructor(label: string, onChange: (value: string) => void) {
    this.#select = el('select', {});
    this.#select.addEventListener('change', () => onChange(this.#select.value));
    this.element = el('label', { class: 'select' }, el('span', {}, label), this.#select);
  }

  show(choices: readonly Choice[], chosen: string): void {
    const known = choices.some(({ value }) => value === chosen) || chosen === '';
    const all = known ? choices : [...choices, { value: chosen, label: chosen, count: 0 }];
    this.#select.replaceChildren(
      el('option', { value: '' }, 'any'),
      ...all.map(({ value, label, count }) => el('option', { value }, `${label} (${counted(count)})`)),
    );
    this.#select.value = chosen;
    this.element.classList.toggle('chosen', chosen !== '');
  }
}

/** Buttons of which several can be down. */
export class Toggles {
  readonly element: HTMLElement;
  readonly #onToggle: (value: string) => void;
  readonly #buttons = new Map<string, { readonly button: HTMLButtonElement; readonly count: HTMLElement }>();

  constructor(
    label: string,
    choices: readonly {
      readonly value: string;
      readonly label: string;
      readonly mark: string;
      readonly title?: string;
    }[],
    onToggle: (value: string) => void,
  ) {
    this.#onToggle = onToggle;
    this.element = el('div', { class: 'toggles', attributes: { role: 'group', 'aria-label': label } });
    for (const choice of choices) this.#add(choice);
  }

  #add({ value, label, mark: sign, title }: { value: string; label: string; mark: string; title?: string }): void {
    const count = el('b', {});
    const button = el(
      'button',
      {
        type: 'button',
        class: 'toggle',
        attributes: { 'data-value': value },
        ...(title !== undefined && { title }),
        onclick: () => this.#onToggle(value),
      },
      mark(value, sign),
      count,
      ` ${label}`,
    );
    this.#buttons.set(value, { button, count });
    this.element.append(button);
  }

  show(counts: ReadonlyMap<string, number>, chosen: readonly string[]): void {
    for (const [value, { button, count }] of this.#buttons) {
      const left = counts.get(value) ?? 0;
      const isDown = chosen.includes(value);
      count.textContent = counted(left);
      button.setAttribute('aria-pressed', String(isDown));
      button.classList.toggle('empty', left === 0 && !isDown);
    }
  }
}

/** With the value when it was not there, without it when it was. */
export const toggled = <T extends string>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
