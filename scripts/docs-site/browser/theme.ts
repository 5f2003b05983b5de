import { showTheme, storedTheme } from './theme-choice.ts';

/** Runs before the first paint: sets the colours, and lets what needs scripts show. */

document.documentElement.dataset['scripts'] = '';
showTheme(storedTheme());
