import type { ChannelDoc } from './channel-docs.ts';
import { type Html, html, jsonBlock, NOTHING, prose, table, tokensText } from './html.ts';
import { rowsOf, type Schema } from './schema-rows.ts';

/** The part of the AsyncAPI document that is shown. */
export interface ShownStreams {
  readonly info: { readonly description: string };
  readonly servers: Readonly<
    Record<string, { readonly host: string; readonly pathname: string; readonly protocol: string }>
  >;
  readonly channels: Readonly<Record<string, { readonly address: string; readonly description: string }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly messages: Readonly<Record<string, ShownMessage>>;
  };
  readonly 'x-channels': readonly ChannelDoc[];
  readonly 'x-ordering': readonly string[];
  readonly 'x-close-codes': readonly { readonly code: number; readonly meaning: string }[];
  readonly 'x-limits': Readonly<Record<string, number>>;
}
interface ShownMessage {
  readonly summary: string;
  readonly payload: Schema;
  readonly examples?: readonly { readonly payload: unknown }[];
}

/** Where on the page a channel stands; some channels share their name with a field of REST. */
const anchorOf = (name: string): string => `stream-${name}`;

/** Returns the entries of the streams in the list of contents. */
export const streamContents = (streams: ShownStreams): Html => html`<h2>streams</h2>
<ul>${LEADS.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}${streams['x-channels'].map(
  ({ name }) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`,
)}</ul>`;

const LEADS = [
  ['streams-login', 'login'],
  ['streams-requests', 'requests'],
  ['streams-limits', 'limits'],
] as const;

/** Endpoints, login, requests, limits and every channel. */
export function streamSection(streams: ShownStreams): Html {
  return html`<section aria-labelledby="streams">
<h2 id="streams">Streams over WebSocket.</h2>
${prose(streams.info.description)}
<ul>${endpointsOf(streams).map(({ url, description }) => html`<li><code>${url}</code>: ${description}</li>`)}</ul>
${loginArticle(streams)}
${requestsArticle(streams)}
${limitsArticle(streams)}
${streams['x-channels'].map((channel) => channelArticle(channel, streams))}
</section>`;
}

function endpointsOf({ servers, channels }: ShownStreams): { readonly url: string; readonly description: string }[] {
  return Object.values(servers).flatMap(({ host, pathname, protocol }) =>
    Object.values(channels).map(({ address, description }) => ({
      url: `${protocol}://${host}${pathname}${address}`,
      description,
    })),
  );
}

const loginArticle = ({
  components: { messages },
}: ShownStreams): Html => html`<article aria-labelledby="streams-login">
<h3 id="streams-login">Login</h3>
<p>The first example logs in with the typed data as one text, the second with its fields, as older clients do.</p>
${examplesIn(messages, ['auth', 'authFlat', 'authReply'])}
</article>`;

const requestsArticle = ({ components, 'x-ordering': ordering }: ShownStreams): Html =>
  html`<article aria-labelledby="streams-requests">
<h3 id="streams-requests">Requests and replies</h3>
<p>A <code>post</code> holds the params of an action, and beside them the nonce and signature that stand beside <code>params</code> over REST.</p>
<h4>Replies</h4>
${table(rowsOf(components.messages.refusal?.payload ?? {}))}
<h4>Order</h4>
<ul>${ordering.map((promise) => html`<li>${promise}</li>`)}</ul>
${examplesIn(components.messages, ['placeOrdersPost', 'placeOrdersReply', 'refusal', 'ping', 'pong'])}
</article>`;

function limitsArticle({ 'x-limits': limits, 'x-close-codes': closing }: ShownStreams): Html {
  return html`<article aria-labelledby="streams-limits">
<h3 id="streams-limits">Limits and close codes</h3>
<ul>${Object.entries(limits).map(([name, value]) => html`<li><code>${name}</code>: ${value}</li>`)}</ul>
<table>
<thead><tr><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${closing.map(({ code, meaning }) => html`<tr><td><code>${code}</code></td><td>${meaning}</td></tr>`)}</tbody></table>
</article>`;
}

function channelArticle(channel: ChannelDoc, { components: { schemas, messages } }: ShownStreams): Html {
  const { name, aliases, access, summary, endpoints, push, firstFrame, slowReader, cost } = channel;
  return html`<article aria-labelledby="${anchorOf(name)}">
<h3 id="${anchorOf(name)}">${name}</h3>
<p><span class="tag read">${access}</span><span class="tag">costs ${tokensText(cost)}</span></p>
<p>${summary}</p>
<p>On: ${endpoints.join(', ')}. Pushes say <code>${push.method}</code> and <code>${push.channel}</code>${olderName(channel)}.</p>
${aliases.length > 0 ? html`<p>Also asked for as: ${aliases.join(', ')}.</p>` : NOTHING}
<p>First frame: ${firstFrame}</p>
<p>Slow readers: ${slowReader}</p>
<h4>Params</h4>
${table(rowsOf(schemas[channel.schemas.params] ?? {}))}
<details><summary>Frames of ${name}</summary>${frameTables(channel, schemas)}</details>
<details><summary>Examples of ${name}</summary>${examplesIn(messages, [`${name}Subscribe`, `${name}Subscribed`, `${name}Push`])}</details>
</article>`;
}

/** The fields around `data`, then those of `data`, in one table for each shape it has. */
function frameTables({ schemas: names }: ChannelDoc, schemas: ShownStreams['components']['schemas']): readonly Html[] {
  const data = schemas[names.data] ?? {};
  const shapes = data.anyOf ?? [data];
  return [table(rowsOf(schemas[names.push] ?? {})), ...shapes.map((shape) => table(rowsOf(shape, 'data.')))];
}

const examplesIn = (messages: ShownStreams['components']['messages'], names: readonly string[]): readonly Html[] =>
  names.flatMap((name) => (messages[name]?.examples ?? []).map(({ payload }) => jsonBlock(payload)));

/** The other value of `channel`, and the type words that get it (R-113). */
const olderName = ({ push: { older } }: ChannelDoc): Html =>
  older
    ? html`, or <code>${older.channel}</code> after a subscription to <code>${older.words.join(', ')}</code>`
    : NOTHING;
