import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readStartTime } from '../../exchange/clock/clock.ts';
import { DocumentError, readDocument } from '../../exchange/world/document.ts';
import {
  FileProblemsError,
  type MapNode,
  nodeOfValue,
  type Reader,
  report,
  text,
  type WorldNode,
  type WorldProblem,
} from '../../exchange/world/read.ts';
import { parseWorldText } from '../../exchange/world/parse.ts';
import { shown } from '../../exchange/world/world-file.ts';
import { type Expectation, type Scenario, type ScenarioDocument, ScenarioFileError } from '../scenario.ts';
import { accountNames, readAccounts } from './accounts.ts';
import type { Context } from './context.ts';
import { type ExpectationContext, readExpectations } from './expectations.ts';
import { findScenario, type ScenarioFiles } from './library.ts';
import { overridden, type Overrides } from './overrides.ts';
import { duration } from './times.ts';
import { readTimeline } from './timeline.ts';
import { readAgents, readStrategy } from './traders.ts';
import { layMarkets, readGround } from './world.ts';

export interface LoadOptions {
  /** Values that replace those of the file, by path: `seed`, `duration`, `strategy.spread`, `markets.BTC-USDT.path.volatility`. */
  readonly set?: Overrides;
}

export const FIELDS = [
  ...[
    'title',
    'world',
    'seed',
    'start',
    'duration',
    'step',
    'serviceName',
    'markets',
    'accounts',
    'agents',
    'strategy',
  ],
  'timeline',
];

const STEP_MS = 1_000;
const SERVICE_NAME = 'PerpSim';

/**
 * Reads and checks a scenario: a file, a folder with a `scenario.yaml`, or a name of the library such as `risk/flash-crash`.
 *
 * @throws ScenarioFileError with every problem of its files at once
 */
export function loadScenario(nameOrPath: string, { set = {} }: LoadOptions = {}): Scenario {
  const files = findScenario(nameOrPath);
  if (typeof files === 'string') {
    throw new ScenarioFileError([{ file: nameOrPath, line: 0, column: 0, path: '', message: files }]);
  }
  const problems: WorldProblem[] = [];
  const tree = readTree(files.scenario, problems);
  return sound(tree && readScenario({ tree, files, name: files.name, folder: files.folder }, set, problems), problems);
}

/**
 * Reads and checks a scenario that is an object in the shape of the file.
 *
 * @throws ScenarioFileError with every problem by field; its file is `scenario` and its line 0
 */
export function scenarioOfDocument(document: ScenarioDocument, { set = {} }: LoadOptions = {}): Scenario {
  const problems: WorldProblem[] = [];
  const tree = nodeOfValue(document, OBJECT_NAME);
  return sound(readScenario({ tree, files: null, name: OBJECT_NAME, folder: resolve('.') }, set, problems), problems);
}

/**
 * Reads and checks a scenario that is a part of another file. It has neither expectations nor a digest.
 *
 * @throws ScenarioFileError with every problem at once
 */
export function scenarioOfTree(tree: WorldNode, name: string, folder: string): Scenario {
  const problems: WorldProblem[] = [];
  return sound(readScenario({ tree, files: null, name, folder }, {}, problems), problems);
}

/** What problems and reports call a scenario that has no file. */
const OBJECT_NAME = 'scenario';

function sound(scenario: Scenario | undefined, problems: readonly WorldProblem[]): Scenario {
  if (!scenario || problems.length > 0) throw new ScenarioFileError(inOrder(problems));
  return scenario;
}

/** A scenario that has been parsed and not yet read. */
interface Source {
  readonly tree: WorldNode;
  /** Null for one that is no file: it has neither expectations nor a digest. */
  readonly files: ScenarioFiles | null;
  readonly name: string;
  readonly folder: string;
}

function readScenario(
  { tree, files, name, folder }: Source,
  set: Overrides,
  problems: WorldProblem[],
): Scenario | undefined {
  if (tree.kind !== 'map') return report(problems, tree, 'a scenario must be a map of fields');
  const root = overridden(tree, set, problems);
  for (const [key, member] of root.entries) {
    if (!FIELDS.includes(key))
      report(problems, member, `is not a field here; remove it, or use one of ${FIELDS.join(', ')}`);
  }
  const ground = readGround(root.entries.get('world'), root, folder, problems);
  const head = readHead(root, problems);
  const startTime = head.start ?? (ground.world ? Date.parse(ground.world.startTime) : 0);
  const span = { startTime, durationMs: head.durationMs ?? Number.MAX_SAFE_INTEGER };
  const { world, histories } = layMarkets(root.entries.get('markets'), ground, span, folder, problems);
  const accounts = readAccounts(root.entries.get('accounts'), ground.world, folder, problems);
  const context: Context = { folder, span, accounts: accountNames(root.entries.get('accounts')), world: ground.world };
  const { timeline, conditions } = readTimeline(root.entries.get('timeline'), context, problems);
  const agents = readAgents(root.entries.get('agents'), context, problems);
  const strategy = readStrategy(root.entries.get('strategy'), context, problems);
  const happenings = [...timeline, ...conditions.map(({ entry }) => entry)];
  const entries = happenings.flatMap((entry) => (entry.kind === 'request' && entry.name !== null ? [entry.name] : []));
  const expectations = files ? readExpected(files, { ...context, entries }, problems) : [];
  const { title, seed, durationMs, stepMs = STEP_MS, serviceName = SERVICE_NAME } = head;
  if (title === undefined || seed === undefined || durationMs === undefined || world === undefined) return undefined;
  return {
    ...{ name, title, folder, world, seed, startTime: head.start ?? null, durationMs, stepMs, serviceName },
    ...{ accounts, timeline, conditions, agents, strategy, histories, expectations },
    digest: !files || Object.keys(set).length > 0 ? null : digestOf(files),
  };
}

interface Head {
  readonly title: string | undefined;
  readonly seed: string | undefined;
  readonly start: number | undefined;
  readonly durationMs: number | undefined;
  readonly stepMs: number | undefined;
  readonly serviceName: string | undefined;
}

const seedReader: Reader<string> = (node, problems) => {
  const value = node.kind === 'scalar' ? (node.typed ?? node.value) : null;
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? String(value)
    : report(problems, node, 'must be a whole number or a text');
};

const startReader: Reader<number> = (node, problems) =>
  readStartTime(node.kind === 'scalar' ? (node.typed ?? node.value) : null) ??
  report(problems, node, 'must be an ISO time with its zone, such as 2026-01-05T00:00:00Z');

function readHead(root: MapNode, problems: WorldProblem[]): Head {
  const read = <T>(field: string, reader: Reader<T>): T | undefined => {
    const node = root.entries.get(field);
    return node && reader(node, problems);
  };
  const needed = <T>(field: string, reader: Reader<T>): T | undefined => {
    if (!root.entries.has(field)) problems.push({ ...root.place, path: field, message: 'is missing; add it' });
    return read(field, reader);
  };
  return {
    title: needed('title', text()),
    seed: needed('seed', seedReader),
    start: read('start', startReader),
    durationMs: needed('duration', duration(1)),
    stepMs: read('step', duration(1)),
    serviceName: read('serviceName', text()),
  };
}

function readExpected(
  files: ScenarioFiles,
  context: ExpectationContext,
  problems: WorldProblem[],
): readonly Expectation[] {
  if (!existsSync(files.expectations)) return [];
  const tree = readTree(files.expectations, problems);
  return tree ? readExpectations(tree, context, problems) : [];
}

/** The tree of a file, or nothing and what is wrong with it. */
export function readTree(path: string, problems: WorldProblem[]): WorldNode | undefined {
  const file = shown(path);
  try {
    return parseWorldText(readDocument(path), file);
  } catch (error) {
    if (error instanceof FileProblemsError) problems.push(...error.problems);
    else if (error instanceof DocumentError) {
      const { line, column, message } = error;
      problems.push({ file, line, column, path: '', message });
    } else report(problems, nodeOfValue(null, file), 'cannot be read; give a YAML or JSON file');
    return undefined;
  }
}

const DIGEST = /^[0-9a-f]{64}$/;

function digestOf({ digest }: ScenarioFiles): string | null {
  if (!existsSync(digest)) return null;
  const line = readFileSync(digest, 'utf8').trim();
  if (DIGEST.test(line)) return line;
  const message = 'must be one line of 64 hex digits; write it with perpsim run --write-digest';
  throw new ScenarioFileError([{ file: shown(digest), line: 1, column: 1, path: '', message }]);
}

const inOrder = (problems: readonly WorldProblem[]): WorldProblem[] =>
  [...problems].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));
