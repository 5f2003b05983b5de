import { el } from './dom.ts';

/** A text in a box of its own, with a button that copies it. */
export function copyBox(label: string, text: string, shown: HTMLElement): HTMLElement {
  shown.tabIndex = 0;
  shown.setAttribute('role', 'region');
  shown.setAttribute('aria-label', label);
  return el(
    'div',
    { class: 'box' },
    copyButton(`Copy ${label}`, () => text, shown),
    shown,
  );
}

/** Where the clipboard is closed to the page, the text is selected instead. */
export function copyButton(label: string, text: () => string, shown?: HTMLElement): HTMLButtonElement {
  const button = el('button', { class: 'copy', type: 'button', attributes: { 'aria-label': label } }, 'Copy');
  const say = (word: string): void => {
    button.textContent = word;
    button.classList.add('said');
  };
  button.addEventListener('animationend', () => {
    button.classList.remove('said');
    button.textContent = 'Copy';
  });
  button.addEventListener('click', (event) => {
    event.preventDefault();
    navigator.clipboard.writeText(text()).then(
      () => say('Copied'),
      () => {
        if (shown) getSelection()?.selectAllChildren(shown);
        say(shown ? 'Selected' : 'Not allowed');
      },
    );
  });
  return button;
}
