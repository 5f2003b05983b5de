import { escapeHtml } from '../shared/escape.ts';
import { hrefTo } from './view/location.ts';

/** A link to the scenarios that a query of the address leaves. */
export const linkTo = (query: Readonly<Record<string, string>>, content: string): string =>
  `<a href="${escapeHtml(hrefTo(query))}">${content}</a>`;
