import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf } from '../scripts/transcripts/page.ts';
import { Child } from './child.ts';
import { describeWith } from './needs.ts';
import { projectFolder, removeFolder, ROOT, shell } from './page-commands.ts';

/** The client in Go, as its page runs it. */

const VECTORS = join(ROOT, 'fixtures', 'signing', 'vectors.json');

describeWith(['go'], 'examples/go', () => {
  let folder: string;
  beforeAll(() => {
    folder = projectFolder();
  });
  afterAll(() => removeFolder(folder));

  async function printed(commands: string): Promise<string> {
    const { code, stdout, stderr } = await shell(folder, commands);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  }

  test('it signs as the published vectors say', async () => {
    const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8')) as {
      vectors: { id: string; type: string; r: string; s: string; v: number }[];
    };
    const expected = vectors.filter(({ type }) => type === 'PlaceOrders' || type === 'CancelOrders');
    expect(expected.length).toBeGreaterThan(2);
    const found: unknown = JSON.parse(await printed(`cd examples/go && go vet . && go run . --vectors ${VECTORS}`));
    expect(found).toEqual(Object.fromEntries(expected.map(({ id, r, s, v }) => [id, { r, s, v }])));
  });

  test('it signs, places, streams and reconciles', async () => {
    const [commands, output] = blocksOf(readFileSync(join(ROOT, 'examples', 'go', 'README.md'), 'utf8'));
    const args = ['serve', '--port', '0', '--world', 'quiet', '--json'];
    const server = new Child([join(ROOT, 'bin', 'perpsim.js'), ...args]);
    try {
      const [line = ''] = await server.lines(1);
      const { origin } = new URL((JSON.parse(line) as { restUrl: string }).restUrl);
      expect(await printed((commands?.text ?? '').replace('http://127.0.0.1:8700', origin))).toBe(output?.text);
    } finally {
      server.kill();
      await server.exit();
    }
  });
});
