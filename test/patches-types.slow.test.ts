import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { PROBE } from '../scripts/planted/runs.ts';
import { SOURCES } from '../scripts/planted/sources.ts';
import { patchedText } from '../scripts/selftest/patched.ts';
import type { Patch } from '../scripts/selftest/wrong.ts';
import { WRONGS } from '../scripts/selftest/wrongs/index.ts';

/** The project's sources, of which some may be patched for a moment. */
class PatchedProgram {
  readonly #texts = new Map<string, string>();
  /** A file that was patched once is another again when it is as it was. */
  readonly #versions = new Map<string, number>();
  readonly #service: ts.LanguageService;

  constructor() {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const read = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
    if (!read) throw new Error('tsconfig.json cannot be read');
    const { options, fileNames } = read;
    const { fileExists, readFile, readDirectory, directoryExists, getDirectories } = ts.sys;
    this.#service = ts.createLanguageService({
      ...{ fileExists, readFile, readDirectory, directoryExists, getDirectories },
      getScriptFileNames: () => fileNames.filter((file) => file.includes('/src/') && !file.includes('.test')),
      getScriptVersion: (file) => String(this.#versions.get(file) ?? 0),
      getScriptSnapshot: (file) => {
        const text = this.#texts.get(file) ?? ts.sys.readFile(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => process.cwd(),
      // What is short in a patch stays short.
      getCompilationSettings: () => ({
        ...options,
        noImplicitAny: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
      }),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    });
  }

  /** What the compiler says of the patched files. */
  problems(patches: readonly Patch[]): string[] {
    const files = [...new Set(patches.map(({ file }) => file))];
    for (const file of files) this.#set(file, patchedText(file, patches));
    const found = files.flatMap((file) => {
      const path = resolve(file);
      const all = [...this.#service.getSyntacticDiagnostics(path), ...this.#service.getSemanticDiagnostics(path)];
      return all.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    });
    for (const file of files) this.#set(file, undefined);
    return found;
  }

  #set(file: string, text: string | undefined): void {
    const path = resolve(file);
    if (text === undefined) this.#texts.delete(path);
    else this.#texts.set(path, text);
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1);
  }
}

// A patch that names what is no longer there makes a deployment that breaks down, which any scenario catches, or one that is right.
test('patched sources of wrong deployments and of planted faults have no error of types', () => {
  const program = new PatchedProgram();
  const all = [
    ...WRONGS.map(({ name, make }) => ({ name, patches: make().source ?? [] })),
    ...SOURCES.map(({ name, patches }) => ({ name, patches: [...PROBE, ...patches] })),
  ];
  const problems = all.flatMap(({ name, patches }) =>
    program.problems(patches).map((problem) => `${name}: ${problem}`),
  );
  expect(problems).toEqual([]);
  expect(program.problems([{ file: 'src/kernel/nearest.ts', from: 'let best', to: 'let beast' }])).toEqual(
    expect.arrayContaining(["src/kernel/nearest.ts: Cannot find name 'best'. Did you mean 'beast'?"]),
  );
});
