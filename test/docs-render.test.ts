import { expect, test } from 'vitest';
import { render } from '../scripts/docs-site/render.ts';

const html = (text: string): string => render(text, () => undefined).html;

test('headings have the anchors of code hosts, and equal ones are numbered', () => {
  const { sections } = render(
    '# The `GET` /jobs/{job}\n\n## Of it\n\none\n\n### Deep\n\n## Of it\n\ntwo\n',
    () => undefined,
  );
  expect(sections).toEqual([
    { level: 1, id: 'the-get-jobsjob', text: 'The GET /jobs/{job}', above: [], body: '' },
    { level: 2, id: 'of-it', text: 'Of it', above: ['The GET /jobs/{job}'], body: 'one\n' },
    { level: 3, id: 'deep', text: 'Deep', above: ['The GET /jobs/{job}', 'Of it'], body: '' },
    { level: 2, id: 'of-it-1', text: 'Of it', above: ['The GET /jobs/{job}'], body: 'two\n' },
  ]);
  expect(html('## Of "it"\n')).toBe(
    '<h2 id="of-it">Of &quot;it&quot; <a class="anchor" href="#of-it" aria-label="Link to Of &quot;it&quot;">#</a></h2>\n',
  );
});

test('links lead below the base, and those to other sites open beside it', () => {
  expect(html('[a](/actions/getMids#request) [b](#here)')).toBe(
    '<p><a href="/docs/actions/getMids#request">a</a> <a href="#here">b</a></p>\n',
  );
  expect(html('https://example.com')).toContain('<a href="https://example.com" target="_blank" rel="noreferrer">');
});

test('a table scrolls, has no head of empty cells and no style inside the page', () => {
  expect(html('|  |  |\n|---|---:|\n| a | 1 |\n')).toBe(
    '<div class="wide" tabindex="0"><table>\n<tbody>\n<tr>\n<td>a</td>\n<td class="right">1</td>\n</tr>\n</tbody>\n</table></div>\n',
  );
  expect(html('| a |  |\n|---|---|\n| b | c |\n')).toContain('<tr>\n<th>a</th>\n<td></td>\n</tr>');
});

test('code has its language and its colours, and is never markup', () => {
  expect(html('```json\n{"a": 1}\n```\n')).toBe(
    '<div class="code" data-language="json"><pre tabindex="0"><code>{<span class="k-attr">&quot;a&quot;</span>: <span class="k-number">1</span>}\n</code></pre></div>\n',
  );
  expect(html('```text\n<b>\n```\n')).toBe(
    '<div class="code"><pre tabindex="0"><code>&lt;b&gt;\n</code></pre></div>\n',
  );
});

test('a picture has its address and size, and one that is missing is an error', () => {
  const picture = { address: '/docs/assets/a.12.png', width: 10, height: 20 };
  const { html: shown } = render('![A thing](shots/a.png)', (name) => (name === 'shots/a.png' ? picture : undefined));
  expect(shown).toBe('<p><img src="/docs/assets/a.12.png" alt="A thing" width="10" height="20" loading="lazy"></p>\n');
  expect(() => html('![A thing](shots/b.png)')).toThrow('the picture shots/b.png is missing');
});
