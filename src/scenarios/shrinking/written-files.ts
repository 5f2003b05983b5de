import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { makeFolder } from '../../exchange/data/make-folder.ts';
import { findScenario } from '../format/library.ts';
import { loadScenario } from '../format/load.ts';
import { ScenarioFileError } from '../format/scenario-file-error.ts';
import type { Scenario } from '../scenario.ts';
import type { Written } from './scenario-parts.ts';
import type { WrittenScenario } from './shrink-scenario.ts';

/** A scenario as its files have it, and the folder that names of files in it start from. */
export interface FoundScenario extends WrittenScenario {
  readonly name: string;
  readonly folder: string;
}

/**
 * Reads the files of a scenario as they are, once they have been found to be sound.
 *
 * @throws ScenarioFileError with every problem of its files
 */
export function readWritten(nameOrPath: string): FoundScenario {
  const { name, folder } = loadScenario(nameOrPath);
  const files = findScenario(nameOrPath);
  if (typeof files === 'string') throw new Error(files);
  const scenario = parse(readFileSync(files.scenario, 'utf8')) as Written;
  const expectations = existsSync(files.expectations)
    ? (parse(readFileSync(files.expectations, 'utf8')) as readonly Written[])
    : [];
  return { name, folder, scenario, expectations };
}

/** Writes the files of a scenario into a folder, which is made. */
export function writeScenario(folder: string, { scenario, expectations }: WrittenScenario, readme?: string): void {
  makeFolder(folder);
  writeFileSync(join(folder, 'scenario.yaml'), yamlOf(scenario));
  if (expectations.length > 0) writeFileSync(join(folder, 'expect.yaml'), yamlOf(expectations));
  if (readme !== undefined) writeFileSync(join(folder, 'README.md'), readme);
}

const yamlOf = (value: unknown): string => stringify(value, { lineWidth: 140 });

/** Loads scenarios that are written nowhere else, through a folder of their own. */
export class ScratchScenarios {
  readonly #folder: string;

  /** @param folder is made, and removed by `close` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null for one with problems, such as a reference to an entry that is left out. */
  load(written: WrittenScenario, from: string): Scenario | null {
    rmSync(join(this.#folder, 'expect.yaml'), { force: true });
    writeScenario(this.#folder, moved(written, from, this.#folder));
    try {
      return loadScenario(this.#folder);
    } catch (error) {
      if (error instanceof ScenarioFileError) return null;
      throw error;
    }
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The same scenario for another folder: texts that name a file beside it name the same file from there. */
export function moved({ scenario, expectations }: WrittenScenario, from: string, to: string): WrittenScenario {
  const named = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const file = /^[\w./-]+\.[a-z]+$/.test(value) ? resolve(from, value) : '';
      return file !== '' && existsSync(file) ? relative(to, file) : value;
    }
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, named(member)]));
  };
  return { scenario: named(scenario) as Written, expectations };
}
