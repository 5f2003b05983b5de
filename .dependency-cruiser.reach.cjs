/**
 * What may be reached over any number of imports. Types do not count here: they are gone when the code runs. The rules of
 * direct imports are in `.dependency-cruiser.cjs`; `npm run deps:check` runs both. This one begins at the folders that rules begin at and
 * follows what they import: package.json names them, so a rule that begins elsewhere must be added there.
 */
const { options } = require('./.dependency-cruiser.cjs');

const TEST = '\\.(test|test-helper|property\\.test)\\.ts$';

/** No file of a room leads to a file of the other. */
const unreachable = (name, from, to, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TEST },
  to: { path: to, reachable: true },
});

module.exports = {
  forbidden: [
    unreachable(
      'suite-reaches-no-engine',
      '^src/suite/',
      '^src/(engine|exchange)/',
      'The suite must not believe the engine: a rule that both run would be wrong in both.',
    ),
    unreachable(
      'client-reaches-no-engine',
      '^src/client(/|\\.ts$)',
      '^src/(engine|exchange)/',
      'A client is what a user of the API would write, who has no engine.',
    ),
    unreachable(
      'contract-reaches-no-engine',
      '^src/contract/',
      '^src/(engine|exchange)/',
      'Suite and client read the contract, so it leads to no rule either.',
    ),
    unreachable(
      'exchange-reaches-no-observer',
      '^src/(engine|exchange)/',
      '^src/(lab|inspect|console|suite|cli|scenarios)/',
      'The exchange does not know who measures, inspects or shows it.',
    ),
  ],
  // No rule begins at a test, and nothing that ships leads to one (.dependency-cruiser.cjs).
  options: { ...options, exclude: { path: `${options.exclude.path}|${TEST}` }, tsPreCompilationDeps: false },
};
