import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.ts';

const RESULTS_MAX = 30;
const HOW = { fuzzy: 0.2, prefix: true, boost: { title: 4, above: 1, body: 2 } };

interface Found {
  readonly address: string;
  readonly title: string;
  readonly above: string;
}

let opened: SearchDialog | undefined;

/**
 * Opens the search.
 *
 * @param index address of the index
 */
export async function openSearch(index: string): Promise<void> {
  opened ??= new SearchDialog();
  opened.open();
  await opened.load(index);
}

/** The dialog: a line to type in, and below it the sections that match, which the arrows go through. */
class SearchDialog {
  readonly #dialog = document.createElement('dialog');
  readonly #input = document.createElement('input');
  readonly #list = document.createElement('ul');
  readonly #said = document.createElement('p');
  #index: MiniSearch | undefined;
  #isLoading = false;
  #chosen = 0;

  constructor() {
    this.#dialog.className = 'search';
    this.#dialog.ariaLabel = 'Search';
    // A click beside the dialog hits the dialog itself.
    this.#dialog.addEventListener('click', ({ target }) => {
      if (target === this.#dialog) this.#dialog.close();
    });
    this.#input.type = 'search';
    this.#input.placeholder = 'Search the documentation';
    for (const [name, value] of Object.entries({
      role: 'combobox',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': 'Search the documentation',
      'aria-controls': 'found',
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
    }))
      this.#input.setAttribute(name, value);
    this.#list.id = 'found';
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Results';
    this.#said.role = 'status';
    this.#input.addEventListener('input', () => {
      this.#show();
    });
    this.#input.addEventListener('keydown', (event) => {
      this.#onKey(event);
    });
    const box = document.createElement('div');
    box.append(this.#input, this.#said, this.#list);
    this.#dialog.append(box);
    document.body.append(this.#dialog);
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.focus();
    this.#input.select();
  }

  async load(address: string): Promise<void> {
    if (this.#index || this.#isLoading) return;
    this.#isLoading = true;
    this.#said.textContent = 'Loading the index';
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`the index responds ${response.status}`);
      this.#index = MiniSearch.loadJSON(await response.text(), SEARCH_OPTIONS);
      this.#show();
    } catch (error) {
      this.#said.textContent = `The search does not work now: ${error instanceof Error ? error.message : 'no index'}.`;
    } finally {
      this.#isLoading = false;
    }
  }

  #show(): void {
    if (!this.#index) return;
    const words = this.#input.value.trim();
    const found = words === '' ? [] : this.#index.search(words, HOW).slice(0, RESULTS_MAX);
    this.#said.textContent = words === '' ? '' : found.length === 0 ? 'Nothing found' : `${found.length} found`;
    this.#list.replaceChildren(
      ...found.map(({ id, title, above }, index) =>
        resultOf({ address: String(id), title: String(title), above: String(above) }, index),
      ),
    );
    this.#choose(0);
  }

  #choose(index: number): void {
    const items = [...this.#list.children];
    this.#chosen = items.length === 0 ? 0 : (index + items.length) % items.length;
    for (const [each, item] of items.entries()) item.ariaSelected = String(each === this.#chosen);
    const item = items[this.#chosen];
    if (item) this.#input.setAttribute('aria-activedescendant', item.id);
    else this.#input.removeAttribute('aria-activedescendant');
    item?.scrollIntoView({ block: 'nearest' });
  }

  #onKey(event: KeyboardEvent): void {
    const steps = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
    ]);
    const step = steps.get(event.key);
    if (step !== undefined) {
      event.preventDefault();
      this.#choose(this.#chosen + step);
    }
    if (event.key === 'Escape') {
      // The field would only become empty.
      event.preventDefault();
      this.#dialog.close();
    }
    if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      this.#list.children[this.#chosen]?.querySelector('a')?.click();
    }
  }
}

function resultOf({ address, title, above }: Found, index: number): HTMLLIElement {
  const item = document.createElement('li');
  item.role = 'option';
  item.id = `found-${index}`;
  const link = document.createElement('a');
  link.href = address;
  // The arrows go through the results.
  link.tabIndex = -1;
  const name = document.createElement('strong');
  name.textContent = title;
  link.append(name);
  if (above !== '') {
    const place = document.createElement('span');
    place.textContent = above;
    link.append(' ', place);
  }
  // A result may be on the page that is shown.
  link.addEventListener('click', () => link.closest('dialog')?.close());
  item.append(link);
  return item;
}
