import type { SchemaRow } from './schema-rows.ts';

/** Text that is HTML already; everything else is escaped when it is put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** A template of HTML: what is put in is escaped, unless it came from a template itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + written(parts[index])).join(''));
}

function written(part: Part | undefined): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

export const NOTHING = html``;

/** Pieces that several sections of the page are made of. */

export const tokensText = (tokens: number): string => `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`;

const PRESENCE: Readonly<Record<SchemaRow['presence'], string>> = {
  required: 'required',
  optional: 'optional',
  some: 'in one shape',
};

/** Returns the rows of a schema as a table; the field `action` is left out, because the heading names it. */
export function table(rows: readonly SchemaRow[]): Html {
  const shown = rows.filter(({ path }) => path !== 'action');
  if (shown.length === 0) return html`<p>None.</p>`;
  return html`<table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col"></th><th scope="col">Notes</th></tr></thead>
<tbody>${shown.map(
    ({ path, type, presence, note }) =>
      html`<tr><td><code>${path}</code></td><td><code>${type}</code></td><td>${PRESENCE[presence]}</td><td>${note}</td></tr>
`,
  )}</tbody></table>`;
}

/** A block that may scroll sideways can be reached by keyboard. */
export const jsonBlock = (value: unknown): Html => html`<pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`;

/** Paragraphs with `code` in backticks, which is all the Markdown the document has. */
export function prose(text: string): readonly Html[] {
  const paragraphs = text.split('\n\n').filter((paragraph) => paragraph !== '');
  return paragraphs.map((paragraph) => {
    const parts = paragraph.split('`');
    return html`<p>${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}</p>
`;
  });
}
