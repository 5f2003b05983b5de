import ts from 'typescript';

/**
 * Bans reading a number out of a text (`Number(text)`, `+text`, `parseInt(text)`): it accepts spaces, hex, exponents
 * and rounds above 2^53. `Number(bigint)` of a bounded bigint stays. Needs types, so it is a rule and not a selector.
 */
const MESSAGE =
  'Read decimals with kernel/decimal.ts and ids with parseUint64: this takes "0x2", " 2" and "1e3" for numbers.';

/** TypeScript's flags for bigint, number and boolean types, literals of them included. */
const NUMERIC_FLAGS = ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.BooleanLike;

const isNumeric = (type) => (type.isUnion() ? type.types : [type]).every((part) => (part.flags & NUMERIC_FLAGS) !== 0);

export const noNumberFromText = {
  meta: { type: 'problem', schema: [], messages: { banned: MESSAGE } },
  create(context) {
    const services = context.sourceCode.parserServices;
    if (!services?.program) return {};
    const check = (node, value) => {
      if (value && value.type !== 'SpreadElement' && !isNumeric(services.getTypeAtLocation(value))) {
        context.report({ node, messageId: 'banned' });
      }
    };
    return {
      'CallExpression[callee.name=/^(Number|parseInt)$/]': (node) => check(node, node.arguments[0]),
      'CallExpression[callee.object.name="Number"][callee.property.name="parseInt"]': (node) =>
        check(node, node.arguments[0]),
      'UnaryExpression[operator="+"]': (node) => check(node, node.argument),
    };
  },
};
