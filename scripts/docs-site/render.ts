import MarkdownIt, { type Token } from 'markdown-it';
import { highlighted } from './highlight.mjs';

/** Where the site stands on the server. */
export const BASE = '/docs';

export interface Heading {
  readonly level: number;
  readonly id: string;
  /** Without marks. */
  readonly text: string;
}

/** What stands below a heading, up to the next one. */
export interface Section extends Heading {
  /** Texts of the headings above, outermost first. */
  readonly above: readonly string[];
  readonly body: string;
}

export interface Rendered {
  readonly html: string;
  readonly sections: readonly Section[];
}

/** A picture of the site: its address and its size in pixels. */
export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}
/** The picture of that name in a page; undefined where there is none. */
export type Pictures = (name: string) => Picture | undefined;

const markdown = new MarkdownIt({ html: true, linkify: true });
const escape = markdown.utils.escapeHtml;
const { rules } = markdown.renderer;

rules['heading_close'] = (tokens, index) => {
  const { tag } = tokens[index] ?? {};
  const id = escape(attributeOf(tokens[index - 2], 'id'));
  const title = escape(textOf(tokens[index - 1]));
  return ` <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></${tag}>\n`;
};
// A wide table scrolls, also by the keys.
rules['table_open'] = () => '<div class="wide" tabindex="0"><table>\n';
rules['table_close'] = () => '</table></div>\n';
rules['fence'] = (tokens, index) => {
  const { content = '', info = '' } = tokens[index] ?? {};
  const language = info.trim();
  const code = highlighted(content, language) ?? escape(content);
  const name = language === '' || language === 'text' ? '' : ` data-language="${escape(language)}"`;
  return `<div class="code"${name}><pre tabindex="0"><code>${code}</code></pre></div>\n`;
};

/**
 * A page of Markdown as HTML.
 *
 * @throws an Error for a picture that is missing
 */
export function render(text: string, pictures: Pictures): Rendered {
  const tokens = withoutEmptyHeads(markdown.parse(text, {}));
  const sections = sectionsOf(tokens);
  for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
    if (token.type === 'link_open') placeLink(token);
    if (token.type === 'image') placePicture(token, pictures);
    // The policy of the server allows no style inside a page.
    const align = /^text-align:(\w+)$/.exec(attributeOf(token, 'style'))?.[1];
    if (align !== undefined) token.attrs = [['class', align]];
  }
  return { html: markdown.renderer.render(tokens, markdown.options, {}), sections };
}

/** Gives headings their anchors, as code hosts make them, so that a link within docs/ leads to the same heading there and here. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const taken = new Set<string>();
  const sections: (Section & { body: string })[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const text = textOf(tokens[index + 1]);
      const level = Number(token.tag.slice(1));
      const id = freeOf(slugOf(text), taken);
      token.attrSet('id', id);
      const outer = sections.findLast((each) => each.level < level);
      sections.push({ level, id, text, above: outer ? [...outer.above, outer.text] : [], body: '' });
      continue;
    }
    const section = sections.at(-1);
    const isOfHeading = tokens[index - 1]?.type === 'heading_open';
    if (section && !isOfHeading && (token.type === 'inline' || token.type === 'fence'))
      section.body += `${token.type === 'fence' ? token.content : textOf(token)}\n`;
  }
  return sections;
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Equal headings of a page are numbered from the second on. */
function freeOf(slug: string, taken: Set<string>): string {
  let id = slug;
  for (let number = 1; taken.has(id); number += 1) id = `${slug}-${number}`;
  taken.add(id);
  return id;
}

/** An attribute of a tag; empty where it has none. */
const attributeOf = (token: Token | undefined, name: string): string => String(token?.attrGet(name) ?? '');

/** Text of a line without marks. */
const textOf = (line: Token | undefined): string =>
  (line?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
    .join('');

/** Tables without a head are lists of facts, and a cell of a head that is empty names nothing. */
function withoutEmptyHeads(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    kept.push(token);
    if (token.type === 'th_open' && tokens[index + 1]?.content === '')
      for (const tag of tokens.slice(index, index + 3)) if (tag.type !== 'inline') tag.tag = 'td';
    if (token.type !== 'thead_close') continue;
    const start = kept.findLastIndex(({ type }) => type === 'thead_open');
    if (kept.slice(start).every(({ type, content }) => type !== 'inline' || content === '')) kept.length = start;
  }
  return kept;
}

/** Pages link to each other from the root of the site, and other sites open beside it. */
function placeLink(token: Token): void {
  const address = attributeOf(token, 'href');
  if (address.startsWith('/')) token.attrSet('href', BASE + address);
  if (!/^https?:/.test(address)) return;
  token.attrSet('target', '_blank');
  token.attrSet('rel', 'noreferrer');
}

function placePicture(token: Token, pictures: Pictures): void {
  const name = attributeOf(token, 'src');
  const picture = pictures(name);
  if (!picture) throw new Error(`the picture ${name} is missing`);
  token.attrSet('src', picture.address);
  token.attrSet('width', String(picture.width));
  token.attrSet('height', String(picture.height));
  token.attrSet('loading', 'lazy');
}
