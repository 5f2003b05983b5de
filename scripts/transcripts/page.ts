export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Blocks of code of a page of Markdown, in their order. */
export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));

/** The part of a page below a heading, up to the next heading of any depth. */
export function sectionOf(page: string, heading: string): string {
  const [, below] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  if (below === undefined) throw new Error(`the page has no heading ${heading}`);
  return below.split(/^#+ /m)[0] ?? '';
}

/** The four paths of the README: heading, program to save and commands. */
export function pathsOf(readme: string): { heading: string; program: string | undefined; commands: string[] }[] {
  const headings = [...sectionsBelow(readme, 'Four paths').matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) => {
    const blocks = blocksOf(sectionOf(readme, heading));
    const textOf = (wanted: string): string | undefined => blocks.find(({ language }) => language === wanted)?.text;
    return { heading, program: textOf('js'), commands: (textOf('sh') ?? '').trimEnd().split('\n') };
  });
}

/** All below a heading of depth two, with the headings inside. */
const sectionsBelow = (page: string, heading: string): string =>
  page.split(`\n## ${heading}\n`)[1]?.split(/^## /m)[0] ?? '';
