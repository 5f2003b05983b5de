import type { ActionDoc } from './action-docs.ts';
import { Html, html, NOTHING } from './html.ts';
import { jsonBlock, prose, table, tokensText } from './page-parts.ts';
import { rowsOf, rowsOfResponse, type Schema } from './schema-rows.ts';
import { type ShownStreams, streamContents, streamSection } from './stream-section.ts';
import { STYLE } from './style.ts';

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
