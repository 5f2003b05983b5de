import { expect, test } from 'vitest';
import { storyParts } from './story.ts';

test('a story is paragraphs of text, emphasis and code', () => {
  expect(storyParts('Bitcoin falls\nby 12 %.\n\n**Try.** `perpsim run x` and watch.')).toEqual([
    [{ kind: 'text', text: 'Bitcoin falls by 12 %.' }],
    [
      { kind: 'strong', text: 'Try.' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'perpsim run x' },
      { kind: 'text', text: ' and watch.' },
    ],
  ]);
});

test('markup of HTML stays text, and an empty story has no paragraph', () => {
  expect(storyParts('<b>bold</b>')).toEqual([[{ kind: 'text', text: '<b>bold</b>' }]]);
  expect(storyParts('')).toEqual([]);
});
