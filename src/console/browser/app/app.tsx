import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ClockStatus } from './clock-status.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { PAGES } from './pages.ts';
import { followLinks, linkTo, segments } from './router.ts';
import { ThemeChoice } from './theme-choice.tsx';

/** The frame of the console: the bar with the pages, the state of the connection, and the page that is open. */
export function App() {
  const open = useComputed(() => PAGES.find(({ name }) => name === (segments.value[0] ?? PAGES[0].name)));
  useSignalEffect(() => {
    document.title = `${open.value?.title ?? 'Not found'} · perpsim`;
  });
  const page = open.value;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The bar of a phone scrolls sideways.
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [page]);
  return (
    // Links take keys themselves; this only sees their clicks.
    <div class="app" onClick={followLinks}>
      <a class="skip" href="#page">
        Skip to the page
      </a>
      <header class="bar">
        <a class="brand" href={linkTo(PAGES[0].name)}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
          perpsim
        </a>
        <nav class="pages" aria-label="Pages" ref={bar}>
          {PAGES.map(({ name, title }) => (
            <a key={name} href={linkTo(name)} aria-current={page?.name === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div class="status">
          <ClockStatus />
          <ThemeChoice />
        </div>
      </header>
      <ConnectionBanner />
      <main class="page" id="page" tabIndex={-1}>
        {page ? <page.view /> : <NotFound />}
      </main>
    </div>
  );
}

function NotFound() {
  return (
    <div class="empty">
      <h1>No such page</h1>
      <p>
        The console has no page at this address. Go to the <a href={linkTo('market')}>market</a>.
      </p>
    </div>
  );
}
