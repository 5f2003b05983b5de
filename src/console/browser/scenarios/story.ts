/** A story of the library: Markdown of paragraphs with emphasis and code, which is all that the stories use. */

export interface StoryPart {
  readonly kind: 'text' | 'strong' | 'code';
  readonly text: string;
}

const PARTS = /\*\*(?<strong>.+?)\*\*|`(?<code>[^`]+)`/gs;

/** The paragraphs of a story, each as its parts in order. Line breaks of the file are spaces. */
export const storyParts = (markdown: string): StoryPart[][] =>
  markdown
    .split(/\n\s*\n/)
    .map((paragraph) => partsOf(paragraph.trim().replaceAll(/\s*\n\s*/g, ' ')))
    .filter((parts) => parts.length > 0);

function partsOf(paragraph: string): StoryPart[] {
  const parts: StoryPart[] = [];
  let end = 0;
  const putText = (text: string): void => {
    if (text !== '') parts.push({ kind: 'text', text });
  };
  for (const found of paragraph.matchAll(PARTS)) {
    putText(paragraph.slice(end, found.index));
    const { strong, code } = found.groups ?? {};
    if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    end = found.index + found[0].length;
  }
  putText(paragraph.slice(end));
  return parts;
}
