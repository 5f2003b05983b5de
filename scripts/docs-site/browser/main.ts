import { addCopyButtons } from './copy.ts';
import { followOutline } from './outline.ts';
import { showTheme, storedTheme, storeTheme, THEMES } from './theme-choice.ts';

const SIGNS = { system: '◐', light: '☀', dark: '☾' } as const;
const LABELS = { system: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' } as const;

function addThemeChoice(button: HTMLButtonElement): void {
  let theme = storedTheme();
  const nextOf = () => THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  const show = (): void => {
    showTheme(theme);
    button.textContent = SIGNS[theme];
    button.title = LABELS[theme];
    button.setAttribute('aria-label', `${LABELS[theme]}. Change to: ${LABELS[nextOf()]}`);
  };
  button.addEventListener('click', () => {
    theme = nextOf();
    storeTheme(theme);
    show();
  });
  show();
}

function addSearch(button: HTMLButtonElement): void {
  // Most pages are read without a search, so its script and its index come when they are asked for.
  const open = async (): Promise<void> => {
    const { openSearch } = await import('./search.ts');
    await openSearch(button.dataset['index'] ?? '');
  };
  button.addEventListener('click', () => void open());
  document.addEventListener('keydown', (event) => {
    const isCtrlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === '/' && !isTyping(event.target);
    if (!isCtrlK && !isSlash) return;
    event.preventDefault();
    void open();
  });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** Closes the open group of the line at the top by Escape, and by a click elsewhere. */
function closeGroups(): void {
  const group = document.querySelector<HTMLDetailsElement>('.top details');
  if (!group) return;
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !group.contains(target)) group.open = false;
  });
  group.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    group.open = false;
    group.querySelector('summary')?.focus();
  });
}

const button = (name: string): HTMLButtonElement | null => document.querySelector(`button.${name}`);
const themeButton = button('theme-button');
if (themeButton) addThemeChoice(themeButton);
const searchButton = button('search-button');
if (searchButton) addSearch(searchButton);
closeGroups();
addCopyButtons();
followOutline();
// In a long column the page that is read is within sight.
document.querySelector('#menu > ul [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
