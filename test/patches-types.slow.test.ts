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
  readonly #copies = new Set<string>();
  readonly #service: ts.LanguageService;

  constructor() {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const read = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
    if (!read) throw new Error('tsconfig.json cannot be read');
    const { options, fileNames } = read;
    const { fileExists, readFile, readDirectory, directoryExists, getDirectories } = ts.sys;
    this.#service = ts.createLanguageService({
      ...{ fileExists, readFile, readDirectory, directoryExists, getDirectories },
      getScriptFileNames: () => [
        ...fileNames.filter((file) => file.includes('/src/') && !file.includes('.test')),
        ...this.#copies,
      ],
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
    const found = files.flatMap((file) => this.#saidOf(resolve(file)).map((text) => `${file}: ${text}`));
    for (const file of files) this.#set(file, undefined);
    return found;
  }

  /** Those that are fine as patched copies beside the files that they patch, where the same imports lead to the same files. */
  fineAsCopies(all: readonly Patched[]): Set<Patched> {
    const copies = all.map(({ patches: [first] }, index) =>
      resolve(first?.file ?? '').replace(/(\.tsx?)$/, `.${index}$1`),
    );
    for (const [index, { patches }] of all.entries()) {
      this.#texts.set(copies[index] ?? '', patchedText(patches[0]?.file ?? '', patches));
      this.#copies.add(copies[index] ?? '');
    }
    const fine = all.filter((_one, index) => this.#saidOf(copies[index] ?? '').length === 0);
    for (const copy of copies) this.#texts.delete(copy);
    this.#copies.clear();
    return new Set(fine);
  }

  #saidOf(path: string): string[] {
    const all = [...this.#service.getSyntacticDiagnostics(path), ...this.#service.getSemanticDiagnostics(path)];
    return all.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  #set(file: string, text: string | undefined): void {
    const path = resolve(file);
    if (text === undefined) this.#texts.delete(path);
    else this.#texts.set(path, text);
    this.#versions.set(path, (this.#versions.get(path) ?? 0) + 1);
  }
}

interface Patched {
  readonly name: string;
  readonly patches: readonly Patch[];
}

/**
 * Divides them so that no two of a batch patch the same file. A checker is made anew for each program and costs more than the files
 * that it reads, so one looks at a whole batch.
 */
function batchesOf(all: readonly Patched[]): Patched[][] {
  const batches: { readonly files: Set<string>; readonly members: Patched[] }[] = [];
  for (const one of all) {
    const files = one.patches.map(({ file }) => resolve(file));
    let batch = batches.find((each) => files.every((file) => !each.files.has(file)));
    if (!batch) batches.push((batch = { files: new Set(), members: [] }));
    for (const file of files) batch.files.add(file);
    batch.members.push(one);
  }
  return batches.map(({ members }) => members);
}

/**
 * What the compiler says of patched files, by name of what patches them. Those of one file are copies of it first, which one checker
 * reads; what patches several, or has a problem as a copy, takes the place of its files. A batch with a problem is looked at one by one.
 */
function problemsOf(program: PatchedProgram, all: readonly Patched[]): string[] {
  const ofOneFile = all.filter(({ patches }) => new Set(patches.map(({ file }) => resolve(file))).size === 1);
  const fine = program.fineAsCopies(ofOneFile);
  return batchesOf(all.filter((one) => !fine.has(one))).flatMap((batch) => {
    const problems = program.problems(batch.flatMap(({ patches }) => patches));
    if (problems.length === 0) return [];
    const alone = batch.flatMap(({ name, patches }) =>
      program.problems(patches).map((problem) => `${name}: ${problem}`),
    );
    return alone.length > 0 ? alone : problems.map((problem) => `only together: ${problem}`);
  });
}

// A patch that names what is no longer there makes a deployment that breaks down, which any scenario catches, or one that is right.
test('patched sources of wrong deployments and of planted faults have no error of types', () => {
  const program = new PatchedProgram();
  const all: Patched[] = [
    ...WRONGS.map(({ name, make }) => ({ name, patches: make().source ?? [] })),
    { name: 'the probe of planted sources', patches: PROBE },
    ...SOURCES,
  ];
  expect(problemsOf(program, all)).toEqual([]);
  const patch = (name: string, file: string, from: string, to: string): Patched => ({
    name,
    patches: [{ file, from, to }],
  });
  const fitting = patch('fitting', 'src/kernel/shell.ts', "split(' ')", "split('  ')");
  const beast = patch('beast', 'src/kernel/nearest.ts', 'let best', 'let beast');
  const found = problemsOf(program, [fitting, beast]);
  expect(found).toContain("beast: src/kernel/nearest.ts: Cannot find name 'best'. Did you mean 'beast'?");
  expect(found.filter((problem) => !problem.startsWith('beast: '))).toEqual([]);
});
