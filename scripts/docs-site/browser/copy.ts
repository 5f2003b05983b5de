const SHOWN_MS = 2_000;

/** Gives each block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('code');
    if (!code) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      void copy(code).then((said) => {
        button.textContent = said;
        setTimeout(() => (button.textContent = 'Copy'), SHOWN_MS);
      });
    });
    block.append(button);
  }
}

/** Copies the text, or selects it where a page may not write to the clipboard; returns what it did. */
async function copy(code: Element): Promise<string> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    return 'Selected';
  }
}
