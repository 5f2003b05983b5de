import { useEffect, useState } from 'preact/hooks';
import { mapRecord } from '../../../../kernel/entries.ts';

/** Colours that a canvas needs by value; the style sheet defines them, in light and in dark. */
const NAMES = {
  text: '--text',
  quiet: '--quiet',
  line: '--line',
  ground: '--raised',
  index: '--chart-index',
  mark: '--chart-mark',
  main: '--chart-line',
  buy: '--chart-buy',
  sell: '--chart-sell',
  alert: '--failed',
  warning: '--known',
  calm: '--skipped',
} as const;

export type Theme = Readonly<Record<keyof typeof NAMES, string>> & { readonly font: string };

function currentTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const colours = mapRecord(NAMES, (property) => style.getPropertyValue(property).trim());
  return { ...colours, font: `11px ${getComputedStyle(document.body).fontFamily}` };
}

/** The colours of the scheme that the reader's system, or the reader, asks for, read again when it changes. */
export function useTheme(): Theme {
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const update = (): void => setTheme(currentTheme());
    query.addEventListener('change', update);
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      query.removeEventListener('change', update);
      observer.disconnect();
    };
  }, []);
  return theme;
}

/** A colour of the theme, partly transparent. */
export const faded = (colour: string, share: number): string =>
  `color-mix(in srgb, ${colour} ${Math.round(share * 100)}%, transparent)`;
