import type { ComponentType } from 'preact';
import { MarketPage } from '../market/market-page.tsx';
import { lazily } from './lazy-page.tsx';

/** A page of the console. Its `name` is the first part of its path. */
export interface Page {
  readonly name: string;
  readonly title: string;
  readonly view: ComponentType;
}

/** The pages in the order of the bar. The first is the one that opens. */
export const PAGES: readonly [Page, ...Page[]] = [
  { name: 'market', title: 'Market', view: MarketPage },
  {
    name: 'account',
    title: 'Account',
    view: lazily(async () => (await import('../account/account-page.tsx')).AccountPage),
  },
  { name: 'time', title: 'Time', view: lazily(async () => (await import('../time/time-page.tsx')).TimePage) },
  { name: 'log', title: 'Log', view: lazily(async () => (await import('../log/log-page.tsx')).LogPage) },
  {
    name: 'signature',
    title: 'Signature',
    view: lazily(async () => (await import('../signature/signature-page.tsx')).SignaturePage),
  },
  {
    name: 'scenarios',
    title: 'Scenarios',
    view: lazily(async () => (await import('../scenarios/scenarios-page.tsx')).ScenariosPage),
  },
  {
    name: 'conformance',
    title: 'Conformance',
    view: lazily(async () => (await import('../conformance/conformance-page.tsx')).ConformancePage),
  },
];
