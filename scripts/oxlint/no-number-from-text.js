import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * Bans reading a number out of a text (`Number(text)`, `+text`, `parseInt(text)`): it accepts spaces, hex, exponents
 * and rounds above 2^53. `Number(bigint)` of a bounded bigint stays. It needs types, which oxlint does not give to a rule
 * of ours: the first file that has a candidate has the compiler read all files of the project once.
 */
const MESSAGE =
  'Read decimals with kernel/decimal.ts and ids with parseUint64: this takes "0x2", " 2" and "1e3" for numbers.';

/** TypeScript's flags for bigint, number and boolean types, literals of them included. */
const NUMERIC_FLAGS = ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;

const isNumeric = (type) => (type.isUnion() ? type.types : [type]).every((part) => (part.flags & NUMERIC_FLAGS) !== 0);

/** The nearest `tsconfig.json` at or above a folder. */
function configAbove(folder) {
  const path = join(folder, 'tsconfig.json');
  if (existsSync(path)) return path;
  const above = dirname(folder);
  if (above === folder) throw new Error(`no tsconfig.json above ${folder}`);
  return configAbove(above);
}

/** A program of the sources that the rule is for, by the path of its configuration. */
const programs = new Map();

function programFor(filename) {
  const config = configAbove(dirname(filename));
  let program = programs.get(config);
  if (!program) {
    const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile);
    if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      { ...json, include: ['src'] },
      ts.sys,
      dirname(config),
    );
    program = ts.createProgram(fileNames, options);
    programs.set(config, program);
  }
  return program;
}

/** The expression that stands at exactly these offsets of a file. */
function expressionAt(file, [start, end]) {
  let found;
  const visit = (node) => {
    if (node.getStart(file) === start && node.end === end && ts.isExpression(node)) found = node;
    else if (node.pos <= start && end <= node.end) ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  if (!found) throw new Error(`${file.fileName}: no expression at ${start} to ${end}`);
  return found;
}

export const noNumberFromText = {
  meta: { type: 'problem', schema: [], messages: { banned: MESSAGE } },
  create(context) {
    const check = (node, value) => {
      if (!value || value.type === 'SpreadElement') return;
      const program = programFor(context.filename);
      const file = program.getSourceFile(context.filename);
      if (!file) throw new Error(`${context.filename} is not a source of its tsconfig.json`);
      const type = program.getTypeChecker().getTypeAtLocation(expressionAt(file, value.range));
      if (!isNumeric(type)) context.report({ node, messageId: 'banned' });
    };
    return {
      'CallExpression[callee.name=/^(Number|parseInt)$/]': (node) => check(node, node.arguments[0]),
      'CallExpression[callee.object.name="Number"][callee.property.name="parseInt"]': (node) =>
        check(node, node.arguments[0]),
      'UnaryExpression[operator="+"]': (node) => check(node, node.argument),
    };
  },
};
