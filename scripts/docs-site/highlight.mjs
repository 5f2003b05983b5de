// Its types would bring those of browsers to every file of the project, so this file has none.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import gherkin from 'highlight.js/lib/languages/gherkin';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

const GRAMMARS = { bash, gherkin, javascript, json, python, typescript, yaml };
for (const [name, grammar] of Object.entries(GRAMMARS)) hljs.registerLanguage(name, grammar);
// Requests and frames are shown with their bodies, which are JSON.
hljs.registerAliases(['http', 'ws'], { languageName: 'json' });
hljs.registerAliases('console', { languageName: 'bash' });
hljs.configure({ classPrefix: 'k-' });

/** Brackets and commas keep the colour of text, which makes an example of JSON half as long. */
const UNCOLOURED = /<span class="k-(?:punctuation|operator)">([^<]*)<\/span>/g;

/** Code as HTML with a class for each colour; undefined for a language that has no colours here. */
export const highlighted = (code, language) =>
  hljs.getLanguage(language) ? hljs.highlight(code, { language }).value.replaceAll(UNCOLOURED, '$1') : undefined;
