import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findScenario, libraryNames } from '../src/scenarios/format/library.ts';
import { loadScenario } from '../src/scenarios/format/load.ts';
import { runScenario } from '../src/scenarios/run/run-scenario.ts';

/**
 * Runs every scenario of the library twice, and once with another seed: the first two must give one digest, which is that of
 * `digest.txt`, and the third another one. With --write the digests are written. Names pick scenarios.
 */

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = libraryNames().filter(
  (name) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
const problems: string[] = [];
const width = Math.max(...names.map((name) => name.length));

for (const name of names) {
  const scenario = loadScenario(name);
  const startedAt = performance.now();
  const first = await runScenario(scenario);
  const seconds = (performance.now() - startedAt) / 1_000;
  const again = await runScenario(loadScenario(name));
  const other = await runScenario(scenario, { seed: `${scenario.seed}-other` });
  const says = (message: string): void => void problems.push(`${name}: ${message}`);
  if (again.digest !== first.digest) says(`two runs gave ${first.digest} and ${again.digest}`);
  if (other.digest === first.digest) says('another seed gave the same digest');
  for (const { passed, time, sentence, message } of first.expectations) {
    if (!passed) says(`${(time - first.startTime) / 1_000} s: ${sentence}: ${message}`);
  }
  if (first.verdict === 'none') says('it expects nothing');
  const files = findScenario(name);
  if (typeof files !== 'string' && values.write) writeFileSync(files.digest, `${first.digest}\n`);
  else if (first.expectedDigest !== first.digest)
    says(`the digest is ${first.digest}, and digest.txt says another one`);
  if (typeof files !== 'string' && !existsSync(`${files.folder}/README.md`)) says('it has no README.md');
  const simulated = (first.endTime - first.startTime) / 1_000;
  console.log(
    `${name.padEnd(width)}  ${first.digest.slice(0, 16)}  ${first.verdict.padEnd(6)}  ` +
      `${String(first.inputs).padStart(6)} inputs  ${String(simulated).padStart(7)} s in ${seconds.toFixed(2)} s`,
  );
}
for (const problem of problems) console.error(problem);
console.log(`${names.length} scenarios, ${problems.length} problems on Node ${process.versions.node}`);
process.exitCode = problems.length === 0 ? 0 : 1;
