/** In place of the package `regexp-match-indices`, which compiles each expression for versions of Node that lack this flag. */
const withIndices = new WeakMap();

module.exports = function execWithIndices(expression, text) {
  let own = withIndices.get(expression);
  if (!own) {
    own = new RegExp(expression.source, `${expression.flags.replace('d', '')}d`);
    withIndices.set(expression, own);
  }
  own.lastIndex = expression.lastIndex;
  const match = own.exec(text);
  expression.lastIndex = own.lastIndex;
  return match;
};
