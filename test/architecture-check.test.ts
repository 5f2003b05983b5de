import { expect, test } from 'vitest';
import { checkArchitecture, layersOfCruiser } from '../scripts/docs/architecture-check.ts';

const PAGE =
  '| `src/kernel` | nothing | numbers |\n| `src/engine` | kernel | rules |\n\n`src/engine/book`, `src/engine/book/a.ts`\n';
const FOLDERS = ['src/kernel', 'src/engine', 'src/engine/book'];
const LAYERS = new Map([
  ['kernel', []],
  ['engine', ['kernel']],
]);

test('a page that names each folder and the imports of each layer has no problem', () => {
  expect(checkArchitecture(PAGE, FOLDERS, LAYERS)).toEqual([]);
});

test('a folder that the page does not name is a problem', () => {
  expect(checkArchitecture(PAGE, [...FOLDERS, 'src/engine/fees'], LAYERS)).toEqual([
    'docs/architecture.md: add src/engine/fees, which it does not name',
  ]);
});

test('a folder that does not exist is a problem', () => {
  expect(checkArchitecture(PAGE, ['src/kernel', 'src/engine'], LAYERS)).toEqual([
    'docs/architecture.md: remove src/engine/book, which does not exist',
  ]);
});

test('imports other than those of the dependency cruiser are a problem', () => {
  expect(checkArchitecture(PAGE, FOLDERS, new Map([['engine', []]]))).toEqual([
    'docs/architecture.md: src/engine may import nothing, and the page says kernel',
  ]);
  expect(checkArchitecture(PAGE, FOLDERS, new Map([['contract', ['engine']]]))).toEqual([
    'docs/architecture.md: add a row for the layer src/contract',
  ]);
});

test('the layers of the dependency cruiser are read', () => {
  const layers = layersOfCruiser();
  expect(layers.get('kernel')).toEqual([]);
  expect(layers.get('engine')).toEqual(['kernel']);
  expect(layers.get('suite')).toEqual(['client', 'contract', 'kernel']);
});
