import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';

const PAGES = process.env['PERPSIM_DOCS_PAGES'] ?? '';
const OUT = process.env['PERPSIM_DOCS_OUT'] ?? '';
// Written by scripts/docs-site/main.ts, like the pages.
const { sidebar } = JSON.parse(readFileSync(join(PAGES, 'site.json'), 'utf8'));

/** Anchors as code hosts make them, so that a link within docs/ leads to the same heading there and here. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Colours of code by their inline style. The style sheet has a class for each, which takes a quarter of the room. */
const CODE_CLASSES = {
  '--shiki-light:#24292E;--shiki-dark:#E1E4E8': '',
  '--shiki-light:#005CC5;--shiki-dark:#79B8FF': 'k-number',
  '--shiki-light:#032F62;--shiki-dark:#9ECBFF': 'k-text',
  '--shiki-light:#22863A;--shiki-dark:#85E89D': 'k-name',
  '--shiki-light:#D73A49;--shiki-dark:#F97583': 'k-word',
  '--shiki-light:#6F42C1;--shiki-dark:#B392F0': 'k-call',
  '--shiki-light:#6A737D;--shiki-dark:#6A737D': 'k-comment',
  '--shiki-light:#E36209;--shiki-dark:#FFAB70': 'k-variable',
};

/**
 * VitePress adds a second form of each page's script, without its fixed parts, by writing into the bundle. The bundler of Vite 8 takes new
 * files only from `emitFile`, so this plugin adds them.
 */
const leanScripts = {
  name: 'lean-scripts',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.facadeModuleId?.endsWith('.md') !== true) continue;
        this.emitFile({
          type: 'asset',
          fileName: chunk.fileName.replace(/\.js$/, '.lean.js'),
          source: chunk.code.replaceAll(/['"`]__VP_STATIC_START__[^]*?__VP_STATIC_END__['"`]/g, '""'),
        });
      }
    },
  },
};

/** Says which modules the scripts of the pages hold. Those of the other build, which makes the pages, are not in them. */
const namesModules = {
  name: 'names-modules',
  generateBundle(_options, bundle) {
    if (this.environment.name !== 'client') return;
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    writeFileSync(join(PAGES, 'modules.json'), JSON.stringify(modules));
  },
};

export default defineConfig({
  title: 'perpsim',
  description: 'A deterministic perpetual-futures exchange behind a real API, and the conformance suite for that API.',
  base: '/docs/',
  lang: 'en',
  srcDir: PAGES,
  outDir: OUT,
  cacheDir: join(PAGES, '..', 'docs-cache'),
  cleanUrls: true,
  vite: { logLevel: 'error', plugins: [leanScripts, namesModules] },
  // The map of pages goes to a file of its own: no script is inside a page that the policy of the server would not know.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: '/favicon.ico', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify },
    languageAlias: { ws: 'json', http: 'json' },
    codeTransformers: [
      {
        name: 'classes',
        span(node) {
          const name = CODE_CLASSES[String(node.properties['style'])];
          if (name === undefined) return;
          delete node.properties['style'];
          if (name !== '') node.properties['class'] = name;
        },
      },
    ],
    config: (md) => {
      // Braces of a text are no expressions of Vue.
      const escape = md.utils.escapeHtml;
      md.renderer.rules.text = (tokens, index) =>
        escape(tokens[index]?.content ?? '').replaceAll('{{', '<span v-pre>{{</span>');
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Guides', link: '/guides/http-api', activeMatch: '^/guides/' },
      {
        text: 'Reference',
        items: [
          { text: 'Actions', link: '/actions/' },
          { text: 'Channels', link: '/channels/' },
          { text: 'Error codes', link: '/errors/' },
          { text: 'Control plane', link: '/control/' },
          { text: 'Command line', link: '/cli/' },
          { text: 'Scenarios', link: '/scenarios/' },
          { text: 'Contract', link: '/contract/' },
        ],
      },
      { text: 'OpenAPI', link: '/api', target: '_self' },
      { text: 'Console', link: '/console', target: '_self' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
