import { computed, signal } from '@preact/signals';

/** The path below which the console is served. */
const BASE = '/console';

const address = signal(readAddress());

addEventListener('popstate', () => {
  address.value = readAddress();
});

function readAddress(): URL {
  return new URL(location.href);
}

/** The page, and what of it is shown: `/console/market/BTC-USDT` is `['market', 'BTC-USDT']`. */
export const segments = computed<readonly string[]>(() =>
  address.value.pathname
    .slice(BASE.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent),
);

/** A parameter of the query, such as a time; undefined where there is none. */
export const query = (name: string): string | undefined => address.value.searchParams.get(name) ?? undefined;

/** The link to a page: `linkTo('market', 'BTC-USDT')`. */
export const linkTo = (...path: readonly string[]): string => [BASE, ...path.map(encodeURIComponent)].join('/');

/** Shows another page without loading the document again. `replace` leaves no entry in the history of the browser. */
export function show(href: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (href === address.value.pathname + address.value.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href);
  address.value = readAddress();
  if (!replace) scrollTo(0, 0);
}

/** Takes clicks on links of the console, and leaves all others, and those with a modifier key, to the browser. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target !== '' || link.origin !== location.origin || !link.pathname.startsWith(`${BASE}/`)) return;
  if (link.hasAttribute('download')) return;
  event.preventDefault();
  show(link.pathname + link.search);
}
