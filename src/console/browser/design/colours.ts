import { theme } from '../app/theme-choice.tsx';

/** Colours of the style sheet for what is drawn on a canvas. */
export interface Colours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly panel: string;
  readonly up: string;
  readonly down: string;
  readonly upSoft: string;
  readonly downSoft: string;
  readonly accent: string;
}

/** Reads the colours of the present theme. */
export function coloursNow(): Colours {
  const style = getComputedStyle(document.documentElement);
  const of = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    text: of('text'),
    quiet: of('quiet'),
    line: of('line'),
    panel: of('panel'),
    up: of('up'),
    down: of('down'),
    upSoft: of('up-soft'),
    downSoft: of('down-soft'),
    accent: of('accent'),
  };
}

const SYSTEM = matchMedia('(prefers-color-scheme: dark)');

/** Calls `draw` now and whenever the theme changes; gives back what ends that. */
export function withColours(draw: (colours: Colours) => void): () => void {
  const redraw = (): void => draw(coloursNow());
  const stop = theme.subscribe(() => queueMicrotask(redraw));
  SYSTEM.addEventListener('change', redraw);
  return () => {
    stop();
    SYSTEM.removeEventListener('change', redraw);
  };
}
