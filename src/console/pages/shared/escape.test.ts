import { expect, test } from 'vitest';
import { escapeHtml, jsonForScript } from './parts.ts';

test.each([
  ['</script><script>alert(1)</script>', '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  [`" onmouseover='x' &amp;`, '&quot; onmouseover=&#39;x&#39; &amp;amp;'],
  ['plain', 'plain'],
])('%s is text in a page', (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped);
});

test.each([
  ['</script>', '"\\u003c/script\\u003e"'],
  ['<!--<script>', '"\\u003c!--\\u003cscript\\u003e"'],
  ['a\u2028b\u2029c', '"a\\u2028b\\u2029c"'],
  ['"\\', '"\\"\\\\"'],
  ['&lt;', '"\\u0026lt;"'],
])('%j is data in a script element, and reads back', (text, escaped) => {
  expect(jsonForScript(text)).toBe(escaped);
  expect(JSON.parse(escaped)).toBe(text);
});
