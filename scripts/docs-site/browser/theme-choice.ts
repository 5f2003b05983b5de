/** The choice of colours, which the console shares. Without one a page follows the system. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED_AS = 'perpsim.theme';

/** What was chosen in this browser. One that keeps nothing for pages has the system's. */
export function storedTheme(): Theme {
  try {
    const name = localStorage.getItem(STORED_AS);
    return THEMES.find((theme) => theme === name) ?? 'system';
  } catch {
    return 'system';
  }
}

export function storeTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // The choice holds for this page.
  }
}

export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
