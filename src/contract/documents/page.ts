import type { ActionDoc } from './action-docs.ts';
import { Html, html, jsonBlock, NOTHING, prose, table, tokensText } from './html.ts';
import { rowsOf, rowsOfResponse, type Schema } from './schema-rows.ts';
import { type ShownStreams, streamContents, streamSection } from './stream-section.ts';

/**
 * The page at /docs, drawn from the OpenAPI and AsyncAPI documents alone, so that it cannot differ from them. One file without scripts
 * and without anything from elsewhere: headings and links for the keyboard, tables that fold on a phone.
 */

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
  readonly 'x-actions'?: readonly ActionDoc[];
  readonly 'x-shared-refusals'?: ActionDoc['refusals'];
  readonly 'x-cost'?: number;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** The part of the document that is shown. */
export interface ShownDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The whole page as text. */
export function docsPage(document: ShownDocument, streams: ShownStreams): string {
  const { info, tags } = document;
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = tags.map((tag) => ({
    tag,
    routes: routes.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const sections = groups.map(
    (group) => html`<section aria-labelledby="${group.tag.name}">
<h2 id="${group.tag.name}">${group.tag.description}</h2>
${group.routes.map((route) => routeSection(route, document))}
</section>`,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<div class="layout">
<nav aria-label="Contents">${groups.map(({ tag, routes: listed }) => contents(tag.name, listed))}${streamContents(streams)}</nav>
<main id="main">
<h1>${info.title}</h1>
<p class="tag">Version ${info.version}. For programs: <a href="/docs/openapi.json">openapi.json</a>, <a href="/docs/asyncapi.json">asyncapi.json</a></p>
${prose(info.description)}
${sections}
${streamSection(streams)}
</main>
</div>
</body>
</html>
`;
  return page.text;
}

function contents(title: string, routes: readonly Route[]): Html {
  const links = routes.flatMap(({ path, operation }) => operation['x-actions']?.map(({ name }) => name) ?? [path]);
  return html`<h2>${title}</h2>
<ul>${links.map((name) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}</ul>`;
}

function routeSection(route: Route, document: ShownDocument): Html {
  const { method, path, operation } = route;
  const actions = operation['x-actions'];
  if (!actions) return getArticle(route);
  return html`<p><code>${method} ${path}</code></p>
${prose(operation.description ?? '')}
<p>Any request may be refused with ${codes(operation['x-shared-refusals'] ?? [])}.</p>
${actions.map((action) => actionArticle(action, document.components.schemas))}`;
}

function actionArticle(action: ActionDoc, schemas: ShownDocument['components']['schemas']): Html {
  const { name, kind, summary, cost, roles, signing, refusals, examples } = action;
  const params = schemas[action.request]?.properties?.params ?? {};
  const response = schemas[action.response]?.properties?.response ?? {};
  return html`<article aria-labelledby="${name}">
<h3 id="${name}">${name}</h3>
<p><span class="tag ${kind}">${kind}</span><span class="tag">costs ${costText(cost)}</span></p>
<p>${summary}</p>
${roles ? html`<p>May be signed by: ${roles.join(', ')}.</p>` : NOTHING}
${signing ? html`<h4>Signed as</h4>${signing.map(({ encoded }) => html`<p><code>${encoded}</code></p>`)}` : NOTHING}
<h4>Params</h4>
${table(rowsOf(params))}
${refusals.length > 0 ? html`<h4>Refusals</h4><p>${codes(refusals)}</p>` : NOTHING}
<details><summary>Response of ${name}</summary>${table(rowsOfResponse(response))}</details>
<details><summary>Example of ${name}</summary>${examples.map(jsonBlock)}</details>
</article>`;
}

function getArticle({ method, path, operation }: Route): Html {
  const query = (operation.parameters ?? []).map(({ name, required, schema }) => ({ name, required, schema }));
  const fields = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  const statuses = Object.entries(operation.responses).filter(([status]) => status !== '200');
  const response = operation.responses['200']?.content['application/json']?.schema ?? {};
  return html`<article aria-labelledby="${anchorOf(path)}">
<h3 id="${anchorOf(path)}">${path}</h3>
<p><span class="tag read">${method}</span><span class="tag">costs ${tokensText(operation['x-cost'] ?? 0)}</span></p>
<p>${operation.summary}</p>
${query.length > 0 ? html`<h4>Query</h4>${table(rowsOf({ properties: fields, required }))}` : NOTHING}
<h4>Refusals</h4>
<ul>${statuses.map(([status, { description }]) => html`<li>${status}: ${description}</li>`)}</ul>
<details><summary>Response of ${path}</summary>${table(rowsOfResponse(response))}</details>
</article>`;
}

const costText = ({ tokens, perOrder }: ActionDoc['cost']): string =>
  perOrder ? `${tokensText(tokens)} for each order` : tokensText(tokens);
const codes = (refusals: ActionDoc['refusals']): readonly Html[] =>
  refusals.map(({ code, http }, index) => html`${index === 0 ? '' : ', '}<code>${code}</code> (${http})`);

/** An id that can stand in an address: the slashes of a path become dashes. */
const anchorOf = (name: string): string => name.replaceAll('/', '-').replace(/^-/, '');

/** The looks of the page at /docs: system fonts, light and dark as the reader has it, one column on a phone. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --panel: #f5f7f9; --line: #d5dae0;
  --link: #0550ae; --write: #9a3412; --read: #116329; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4af; --paper: #12161b; --panel: #1b2129;
  --line: #343c47; --link: #7cb7ff; --write: #ffb086; --read: #7ee2a0; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem; }
.layout { display: grid; grid-template-columns: 16rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem;
  border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { font-size: .9rem; margin: 1rem 0 .25rem; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; } nav a { display: block; padding: .15rem .25rem; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem 2rem 4rem; min-width: 0; }
h1 { line-height: 1.2; margin-top: 0; } h2 { margin-top: 3rem; } h3 { margin: 0 0 .25rem; overflow-wrap: anywhere; } h4 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; }
p { margin: .5rem 0; max-width: 46rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .88em; }
code { overflow-wrap: anywhere; }
pre { background: var(--panel); border: 1px solid var(--line); padding: .75rem; overflow-x: auto; }
.tag { font-size: .85rem; margin-right: .75rem; color: var(--soft); } .write { color: var(--write); } .read { color: var(--read); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 600; }
summary { cursor: pointer; padding: .3rem 0; color: var(--link); }
@media (max-width: 48rem) {
  .layout { display: block; }
  nav { position: static; max-height: 16rem; border-right: 0; border-bottom: 1px solid var(--line); }
  nav a { padding: .4rem .25rem; }
  main { padding: 1rem 1rem 3rem; }
  thead { position: absolute; left: -100vw; }
  tr { display: block; border-bottom: 1px solid var(--line); padding: .4rem 0; } td { display: block; border: 0; padding: 0; }
}
`;
