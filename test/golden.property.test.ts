import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { digestsFile, FOLDER, readGoldens, readLines } from '../scripts/golden/files.ts';
import { fromSnapshot, live, partsOf, replayed, restarted } from '../scripts/golden/legs.ts';
import { PLAYS } from '../scripts/golden/plays/index.ts';
import { testInFull } from '../src/kernel/test-budget.test-helper.ts';

/**
 * Committed journals with the checksum after each input. One that changes here means that the same inputs no longer give
 * the same exchange: a defect, or a change of a rule, which runs `npx tsx scripts/golden/run.ts` and says so in the changelog.
 */

const goldens = readGoldens();
/** A state with the books of populations takes a hundred times as long to write and read as a quiet one. */
const MANY_EVENTS = 10_000;
/**
 * How many inputs an exchange takes between restarts. What a written state lacks is missing in every digest after the restart, so
 * none of them has to be after the very input that wrote it: 1,600 restarts of all journals find what one after each input finds.
 */
const FEW = 4;
const MORE = 20;

test('every play has its journal and its digests, and there are no others', () => {
  const names = PLAYS.map(({ name }) => name).sort();
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl'));
  expect(files.map((file) => file.replace('.jsonl', '')).sort()).toEqual(names);
  expect(Object.keys(goldens).sort(), digestsFile).toEqual(names);
  expect(names.length).toBeGreaterThanOrEqual(25);
});

describe.each(PLAYS)('the golden journal of $name', (play) => {
  const parts = partsOf(readLines(play.name));
  const golden = goldens[play.name]!;
  const course = { chains: parts.chains, state: golden.state };
  const restartEvery = golden.events > MANY_EVENTS ? MORE : FEW;

  test('ends with the digests of the committed list', () => {
    const { inputs, chain, state, ledger } = parts.end;
    expect({ inputs, chain, state, events: ledger.events }).toEqual(golden);
    // A checksum after each input, and the digest after the last.
    expect(parts.chains).toHaveLength(inputs + 1);
    expect(golden.events).toBeGreaterThan(150);
  });

  test('has the digests of its script, played again', async () => {
    expect(await live(play)).toEqual(course);
  });

  test('has the digests of its replay', () => {
    expect(replayed(parts)).toEqual(course);
  });

  testInFull('has the digests of a snapshot in the middle and the inputs after it', () => {
    expect(fromSnapshot(parts)).toEqual(course);
  });

  testInFull(`has the digests of an exchange that is restarted after every ${restartEvery} inputs`, () => {
    expect(restarted(parts, restartEvery)).toEqual(course);
  });
});
