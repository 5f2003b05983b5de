import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { filesBelow } from '../scripts/files.ts';

/** Modules of the package, see `exports` in package.json. */
const ENTRIES = ['src/index.ts', 'src/client.ts', 'src/conformance.ts', 'src/ccxt.ts'];
/** Rooms whose exported functions have docstrings, whether the package exports them or not. */
const ROOMS = /^src\/(kernel|contract|engine|exchange)\//;
/** First words that begin no definition; no exported function or class begins with one, in any room. */
const HEADLESS = /^(What|Whether|How|Where|If|When|Who|Which|Why|That|Is|Are|As|Like)\b/;

test('what the package exports, and what the rooms export to each other, says what it is', () => {
  const paths = [...filesBelow('src', '.ts'), ...filesBelow('src', '.tsx')];
  const isProduct = (path: string): boolean => !/\.(test|test-helper|slow\.test|property\.test|d)\.ts/.test(path);
  expect(new Sources(paths.filter(isProduct), (path) => readFileSync(path, 'utf8')).faults(ENTRIES)).toEqual([]);
});

test('a missing docstring and a headless one are found, behind a re-export and in a class too', () => {
  const files: Record<string, string> = {
    'src/index.ts': "export { Shown as Public, type Kind } from './lab/shown.ts';\nexport * from './lab/all.ts';",
    'src/lab/shown.ts':
      '/** A thing. */\nexport class Shown {\n  bare(): void {}\n  #own(): void {}\n}\nexport type Kind = 1;\nexport const inside = 2;',
    'src/lab/all.ts': '/** How it goes. */\nexport const all = 1;',
    'src/lab/own.ts':
      '/** Where it is. */\nexport class Spot {}\nexport function bare() {}\n/** Is it. */\nclass Own {}',
    'src/kernel/sum.ts':
      'export const sum = (a: number) => a;\nexport const ONE = 1;\n/** Adds one. */\nexport function next() {}',
  };
  expect(new Sources(Object.keys(files), (path) => files[path] ?? '').faults(['src/index.ts'])).toEqual([
    'src/kernel/sum.ts: sum has no docstring',
    'src/lab/all.ts: all begins with "How", which is neither a verb nor a noun',
    'src/lab/own.ts: Spot begins with "Where", which is neither a verb nor a noun',
    'src/lab/shown.ts: Kind has no docstring',
    'src/lab/shown.ts: Shown.bare has no docstring',
  ]);
});

/** A statement that declares a name, and its file. */
interface Declared {
  readonly path: string;
  readonly statement: ts.Statement;
}

class Sources {
  readonly #paths: readonly string[];
  readonly #read: (path: string) => string;
  readonly #trees = new Map<string, ts.SourceFile>();

  constructor(paths: readonly string[], read: (path: string) => string) {
    this.#paths = paths;
    this.#read = read;
  }

  /** Parses a file when it is first asked for. */
  #statementsOf(path: string): readonly ts.Statement[] {
    const tree = this.#trees.get(path) ?? ts.createSourceFile(path, this.#read(path), ts.ScriptTarget.Latest);
    this.#trees.set(path, tree);
    return tree.statements;
  }

  faults(entries: readonly string[]): string[] {
    const found = new Set<string>();
    const look = (path: string, node: ts.Node, name: string): void => {
      const doc = docOf(node);
      const [headless] = HEADLESS.exec(ts.getTextOfJSDocComment(doc?.comment) ?? '') ?? [];
      if (!doc) found.add(`${path}: ${name} has no docstring`);
      if (headless) found.add(`${path}: ${name} begins with "${headless}", which is neither a verb nor a noun`);
    };
    for (const entry of entries) {
      for (const { path, statement } of this.#exported(entry)) {
        for (const name of namesOf(statement)) look(path, statement, name);
        for (const [name, method] of methodsOf(statement)) look(path, method, `${namesOf(statement)[0]}.${name}`);
      }
    }
    for (const path of this.#paths) {
      for (const statement of this.#statementsOf(path).filter(isExported)) {
        const isWanted = ROOMS.test(path) && isFunction(statement);
        const isSaid = docOf(statement) && (isFunction(statement) || ts.isClassDeclaration(statement));
        if (isWanted || isSaid) for (const name of namesOf(statement)) look(path, statement, name);
      }
    }
    return [...found].sort();
  }

  /** The declarations of what a module exports, wherever they stand. */
  #exported(path: string): Declared[] {
    return this.#statementsOf(path).flatMap((statement) => {
      if (!ts.isExportDeclaration(statement)) return isExported(statement) ? [{ path, statement }] : [];
      const from = targetOf(path, statement.moduleSpecifier);
      const clause = statement.exportClause;
      if (!clause || !ts.isNamedExports(clause)) return this.#exported(from);
      return clause.elements.map(({ name, propertyName }) => this.#declared(from, (propertyName ?? name).text));
    });
  }

  #declared(path: string, name: string): Declared {
    const statements = this.#statementsOf(path);
    const own = statements.find((statement) => namesOf(statement).includes(name));
    if (own) return { path, statement: own };
    for (const statement of statements) {
      const named = ts.isExportDeclaration(statement)
        ? statement.exportClause
        : ts.isImportDeclaration(statement)
          ? statement.importClause?.namedBindings
          : undefined;
      if (!named || !(ts.isNamedExports(named) || ts.isNamedImports(named))) continue;
      const passed = [...named.elements].find((element) => element.name.text === name);
      const from = 'moduleSpecifier' in statement ? targetOf(path, statement.moduleSpecifier) : '';
      if (passed) return this.#declared(from, (passed.propertyName ?? passed.name).text);
    }
    throw new Error(`${path} declares no ${name}`);
  }
}

const targetOf = (path: string, specifier: unknown): string =>
  join(path, '..', specifier instanceof Object && 'text' in specifier ? String(specifier.text) : '.');

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : [...name.elements].flatMap((element) => (ts.isBindingElement(element) ? wordOf(element.name) : [])),
    );
  }
  return 'name' in statement ? wordOf(statement.name) : [];
}

const wordOf = (name: unknown): string[] =>
  name instanceof Object && 'text' in name && !('expression' in name) ? [String(name.text)] : [];

/** The docstring that the parser has put beside a node. */
function docOf(node: ts.Node): ts.JSDoc | undefined {
  const docs: unknown = 'jsDoc' in node ? node.jsDoc : [];
  return Array.isArray(docs) ? docs.findLast((doc: ts.Node) => ts.isJSDoc(doc)) : undefined;
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

const isFunction = (statement: ts.Statement): boolean =>
  ts.isFunctionDeclaration(statement) ||
  (ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(({ initializer }) => initializer && ts.isArrowFunction(initializer)));

/** The methods and getters that a user of the package may call, with their names. */
function methodsOf(statement: ts.Statement): (readonly [string, ts.Node])[] {
  const members =
    ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement) ? [...statement.members] : [];
  return members.flatMap((member) => {
    const isMethod = ts.isMethodDeclaration(member) || ts.isGetAccessor(member) || ts.isMethodSignature(member);
    if (!isMethod || !ts.isIdentifier(member.name)) return [];
    return (ts.getModifiers(member) ?? []).some(({ kind }) => kind === ts.SyntaxKind.OverrideKeyword)
      ? []
      : [[member.name.text, member] as const];
  });
}
