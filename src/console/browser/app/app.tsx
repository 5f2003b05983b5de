import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { clock, connection, controlFault, replaced, retryNow } from '../data/exchange.ts';
import { timeOfDay } from '../design/format.ts';
import { Empty, Fault } from '../design/panel.tsx';
import { MarketPage } from '../market/market-page.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ControlToken } from './control-token.tsx';
import { PAGE_NAMES, type PageName } from './page-names.ts';
import { followLinks, linkTo, segments } from './router.ts';
import { TimelineBar } from '../timeline/timeline-bar.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The frame of the console: the bar with the pages, the state of the connection, and the page that is open. */
export function App() {
  const open = useComputed(() => PAGES.find(({ name }) => name === (segments.value[0] ?? PAGE_NAMES[0])));
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
        <a class="brand" href={linkTo(PAGE_NAMES[0])}>
          <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" />
          perpsim
        </a>
        <nav class="pages" aria-label="Pages" ref={bar}>
          {PAGES.filter(
            ({ needsControl, isHidden }) => !isHidden && !(needsControl && controlFault.value?.code === 'NO_CONTROL'),
          ).map(({ name, title }) => (
            <a key={name} href={linkTo(name)} aria-current={page?.name === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div class="status">
          <AccountMenu />
          <ClockStatus />
          <ThemeChoice />
        </div>
      </header>
      <ConnectionBanner />
      <ReplacedBanner />
      <TimelineBar />
      <main class="page" id="page" tabIndex={-1}>
        {page ? <Gated page={page} /> : <NotFound />}
      </main>
    </div>
  );
}

/** A page, or why it has nothing to show: some are about the control plane alone. */
function Gated({ page }: { readonly page: Page }) {
  const code = page.needsControl ? controlFault.value?.code : undefined;
  if (code === 'NO_CONTROL') return <NoControl title={page.title} />;
  return code === 'UNAUTHORIZED' || code === 'FORBIDDEN' ? <ControlToken /> : <page.view />;
}

function NoControl({ title }: { readonly title: string }) {
  return (
    <div class="empty">
      <h1>{title} needs the control plane</h1>
      <p>
        This server runs without it: it was started with <code>--no-control</code>, or on another host without a token.
        Start it with <code>--control-token</code> to use this page from there. The{' '}
        <a href={linkTo('market')}>market</a> and the <a href={linkTo('account')}>account</a> work as they are.
      </p>
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

/** Exchange time and how it passes. */
function ClockStatus() {
  const { state } = connection.value;
  const { now, mode, speed } = clock.value;
  return (
    <span title="Exchange time, UTC">
      <span class={`dot ${state === 'live' ? 'live' : 'lost'}`} /> <span class="spoken">{SPOKEN[state]}. </span>
      {now === 0 ? '–' : timeOfDay(now)} <span class="quiet">{MODES[mode](speed)}</span>
    </span>
  );
}

const SPOKEN = { opening: 'Connecting', live: 'Connected', lost: 'Not connected' } as const;

const MODES = {
  unknown: () => '',
  live: (speed: number) => (speed === 1 ? 'live' : `live × ${speed}`),
  manual: () => 'manual clock',
} as const;

/** Says when the exchange is not there. The pages keep showing what they knew last. */
function ConnectionBanner() {
  const { state, problem } = connection.value;
  if (state === 'live' || state === 'opening') return null;
  return (
    <p class="banner" role="status">
      {problem === undefined
        ? 'The connection to the exchange is lost. What you see is the last known state.'
        : `The connection to the exchange is lost (${problem}). What you see is the last known state.`}{' '}
      <button type="button" class="button small" onClick={retryNow}>
        Connect now
      </button>
    </p>
  );
}

/** Says that the exchange is another one than before: with another seed or world nothing from before holds. */
function ReplacedBanner() {
  if (replaced.value === null) return null;
  const { was, is } = replaced.value;
  return (
    <p class="banner" role="status">
      The exchange was started anew with the seed {is.seed} and the world {is.world} (before: seed {was.seed}, world{' '}
      {was.world}). Orders, positions and prices from before are gone.{' '}
      <button
        type="button"
        class="button small"
        onClick={() => {
          replaced.value = null;
        }}
      >
        Understood
      </button>
    </p>
  );
}

/** A page of the console. Its `name` is the first part of its path. */
export interface Page {
  readonly name: PageName;
  readonly title: string;
  readonly view: ComponentType;
  /** It has nothing to show without the control plane. */
  readonly needsControl?: boolean;
  /** Not in the bar: the timeline and runs lead to it. */
  readonly isHidden?: boolean;
}

const VIEWS: Readonly<Record<PageName, Omit<Page, 'name'>>> = {
  market: { title: 'Market', view: MarketPage },
  account: {
    title: 'Account',
    view: lazily(async () => (await import('../account/account-page.tsx')).AccountPage),
  },
  bots: {
    title: 'Bots',
    view: lazily(async () => (await import('../bots/bots-page.tsx')).BotsPage),
    needsControl: true,
  },
  moment: {
    title: 'Moment',
    view: lazily(async () => (await import('../timeline/moment-page.tsx')).MomentPage),
    needsControl: true,
    isHidden: true,
  },
  compare: {
    title: 'Side by side',
    view: lazily(async () => (await import('../timeline/compare-page.tsx')).ComparePage),
    needsControl: true,
    isHidden: true,
  },
  time: {
    title: 'Time',
    view: lazily(async () => (await import('../time/time-page.tsx')).TimePage),
    needsControl: true,
  },
  log: {
    title: 'Log',
    view: lazily(async () => (await import('../log/log-page.tsx')).LogPage),
    needsControl: true,
  },
  signature: {
    title: 'Signature',
    view: lazily(async () => (await import('../signature/signature-page.tsx')).SignaturePage),
    needsControl: true,
  },
  scenarios: {
    title: 'Scenarios',
    view: lazily(async () => (await import('../scenarios/scenarios-page.tsx')).ScenariosPage),
    needsControl: true,
  },
  conformance: {
    title: 'Conformance',
    view: lazily(async () => (await import('../conformance/conformance-page.tsx')).ConformancePage),
    needsControl: true,
  },
};

const PAGES: readonly Page[] = PAGE_NAMES.map((name) => ({ name, ...VIEWS[name] }));

/** A page whose script is loaded when it is first opened, so that the console starts with the market page alone. */
function lazily(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | undefined;
  return function LazyPage() {
    const view = useSignal<ComponentType | undefined>(loaded);
    const hasFailed = useSignal(false);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          view.value = component;
        },
        () => {
          hasFailed.value = true;
        },
      );
    }, [view, hasFailed]);
    const View = view.value;
    if (View) return <View />;
    return hasFailed.value ? (
      <Fault>
        This page could not be loaded: the server may have been replaced by a newer one. Load the document again.
      </Fault>
    ) : (
      <Empty>Loading…</Empty>
    );
  };
}
