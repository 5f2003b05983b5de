import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { CliCommand } from '../define.ts';
import { COMMANDS } from '../commands.ts';
import { buildProgram } from '../program.ts';
import { completionScript, type Shell } from './completion.ts';

const program = await buildProgram(
  COMMANDS,
  () => undefined,
  () => undefined,
);
const folder = mkdtempSync(join(tmpdir(), 'perpsim-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Commands and flags that a completion has to know. */
const wordsOf = (command: CliCommand): string[] => [
  ...command.options.filter(({ hidden }) => !hidden).map(({ long }) => long ?? ''),
  ...command.below().flatMap((each) => [each.name(), ...wordsOf(each)]),
];
const WORDS = [...new Set(wordsOf(program))];

function scriptOf(shell: Shell): string {
  const file = join(folder, `perpsim.${shell}`);
  writeFileSync(file, completionScript(program, shell));
  return file;
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  test('the script names every command and every flag', () => {
    const script = completionScript(program, shell);
    const inScript = (word: string): boolean =>
      shell === 'fish'
        ? script.includes(word.startsWith('--') ? ` -l ${word.slice(2)} ` : ` -a ${word} `)
        : new RegExp(`[ "'(]${word}[ "':]`).test(script);
    expect(WORDS.filter((word) => !inScript(word))).toEqual([]);
  });
});

/** Shells of this machine; bash is on every one that runs these tests. */
const INSTALLED = (['bash', 'zsh', 'fish'] as const).filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);

test.each(INSTALLED)('%s reads its script', (shell) => {
  expect(spawnSync(shell, ['-n', scriptOf(shell)], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

/** What a shell offers for the last of these words. */
const OFFERED: Readonly<Record<Shell, (words: readonly string[]) => string[]>> = {
  bash: (words) => {
    const line = `COMP_WORDS=(perpsim "$@"); COMP_CWORD=$#; _perpsim; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return lines('bash', ['-c', `source ${scriptOf('bash')}; ${line}`, 'bash', ...words]);
  },
  zsh: (words) => {
    // The function itself, with the builtin replaced that needs a terminal.
    const show = `compdef() { :; }; _describe() { print -l -- "\${(@)found%%:*}"; return 0; }; _files() { :; }`;
    const line = `words=(perpsim "$@"); CURRENT=$#words; _perpsim`;
    const all = lines('zsh', ['-fc', `${show}; source ${scriptOf('zsh')}; ${line}`, 'zsh', ...words]);
    return all.filter((word) => word.startsWith(words.at(-1) ?? ''));
  },
  fish: (words) =>
    lines('fish', ['--no-config', '-c', `source ${scriptOf('fish')}; complete -C "perpsim ${words.join(' ')}"`]).map(
      (line) => line.split('\t', 1)[0] ?? '',
    ),
};

const lines = (shell: string, args: readonly string[]): string[] =>
  execFileSync(shell, args, { encoding: 'utf8', cwd: folder }).trim().split('\n');

describe.each(INSTALLED)('%s offers', (shell) => {
  test.each([
    [['sna'], ['snapshot']],
    [['snapshot', 're'], ['revert']],
    [['snapshot', 'branch', '--po'], ['--port']],
    [['serve', '--port', '1', '--wor'], ['--world']],
    [['report', 'diff', '--on'], ['--only']],
    [['help', 'sw'], ['sweep']],
  ])('%j: %j', (words, offered) => {
    expect(OFFERED[shell](words)).toEqual(offered);
  });
});
