import { signal, useSignalEffect } from '@preact/signals';

/** The choice is kept in the browser; without one the page follows the system. */
const THEMES = ['system', 'light', 'dark'] as const;
const LABELS = { system: 'Theme of the system', light: 'Light theme', dark: 'Dark theme' } as const;
const SIGNS = { system: '◐', light: '☀', dark: '☾' } as const;

const STORED_AS = 'perpsim.theme';
export const theme = signal<(typeof THEMES)[number]>(stored());

function stored(): (typeof THEMES)[number] {
  const name = localStorage.getItem(STORED_AS);
  return THEMES.find((candidate) => candidate === name) ?? 'system';
}

/** The button that goes through the themes. */
export function ThemeChoice() {
  useSignalEffect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(STORED_AS, theme.value);
  });
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      class="button small"
      title={LABELS[theme.value]}
      aria-label={`${LABELS[theme.value]}. Change to: ${LABELS[next]}`}
      onClick={() => {
        theme.value = next;
      }}
    >
      {SIGNS[theme.value]}
    </button>
  );
}
