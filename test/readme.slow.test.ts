import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf, pathsOf, sectionOf } from '../scripts/transcripts/page.ts';
import { projectFolder, removeFolder, ROOT, shell } from './page-commands.ts';

/** The four paths of the README: its commands are run as they are written, and print what it shows. */

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

let folder: string;
beforeAll(() => {
  folder = projectFolder();
});
afterAll(() => removeFolder(folder));

/** Times differ from run to run, and so does where a project lies. */
const settled = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replaceAll(/\d+(?:\.\d+)? (?:ms|s)\b/g, 'N s').replace(/ to \/.+\/ci-demo:/, ' to ci-demo:'))
    .map((line) => line.replace(/\(\d+(?:\.\d+)? times\)/, '(N times)').replace(/ of \d+$/, ' of N'));

/** Whether the lines were printed in this order; `...` stands for any others. */
function expectPrinted(printed: string, shown: string): void {
  const lines = settled(printed);
  let from = 0;
  let mayJump = false;
  for (const line of settled(shown)) {
    if (line === '...') {
      mayJump = true;
      continue;
    }
    const at = mayJump ? lines.indexOf(line, from) : from;
    expect(lines[at], `line ${at + 1} of\n${lines.join('\n')}`).toBe(line);
    from = at + 1;
    mayJump = false;
  }
  if (!mayJump) expect(lines.slice(from)).toEqual([]);
}

describe('README', () => {
  const paths = pathsOf(README);

  test('has four paths', () => {
    expect(paths.map(({ heading }) => heading)).toEqual([
      'Test my bot offline',
      'Run the suite on my deployment',
      'Use it in CI',
      'Run scenarios and sweeps',
    ]);
  });

  test.each(paths)('$heading', async ({ heading, program, commands }) => {
    if (program !== undefined) writeFileSync(join(folder, 'offline.mjs'), program);
    const shown = blocksOf(sectionOf(README, heading)).find(({ language }) => language === 'text');
    const { code, stdout, stderr } = await shell(folder, commands.join('\n'));
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expectPrinted(stdout, shown?.text ?? '');
  });

  test('the backtest returns statistics and PnL by source', async () => {
    const [block] = blocksOf(sectionOf(README, 'Commands'));
    const program = `${block?.text ?? ''}\nconsole.log(typeof pnl, statistics.orders > 0);\n`;
    writeFileSync(join(folder, 'backtest.mjs'), program);
    const { code, stdout } = await shell(folder, 'node backtest.mjs');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'object true\n' });
  });
});
